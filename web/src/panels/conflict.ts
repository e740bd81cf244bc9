/** The card that says which locks cannot hold together, and offers the ways out. */

import type { Editor } from "../editor";
import type { Command } from "../messages";
import { el, fill, icon, iconButton } from "../widgets/dom";
import { inWords } from "../widgets/units";

export class ConflictCard {
  readonly element = el("aside", {
    class: "conflict",
    hidden: true,
    role: "region",
    "aria-label": "Conflict between locks",
    "aria-live": "polite",
  });
  private dismissed = "";

  constructor(private readonly editor: Editor) {
    editor.state.on(["conflict", "drag"], () => this.show());
  }

  private show(): void {
    const { conflict, dragging } = this.editor.state;
    if (!conflict) this.dismissed = "";
    this.element.hidden = !conflict || conflict.sentence === this.dismissed;
    if (!conflict || this.element.hidden) return;
    this.element.classList.toggle("quiet", dragging);
    fill(
      this.element,
      icon("warning"),
      el(
        "div",
        { class: "conflict-body" },
        el("p", { class: "conflict-sentence" }, conflict.sentence),
        conflict.members.length > 1 &&
          el(
            "ul",
            { class: "conflict-members" },
            ...conflict.members.map((member) =>
              el("li", {}, el("span", {}, member.name), el("span", { class: "number" }, inWords(member.error, member.unit))),
            ),
          ),
        conflict.relaxations.length > 0 &&
          el(
            "div",
            { class: "conflict-ways" },
            el("span", { class: "dim" }, "Relax:"),
            ...conflict.relaxations.map(({ label, command }) =>
              el(
                "button",
                { type: "button", class: "button small", onclick: () => void this.editor.edit(command as unknown as Command) },
                label,
              ),
            ),
          ),
      ),
      iconButton("close", "Let it be", () => {
        this.dismissed = conflict.sentence;
        this.show();
      }),
    );
  }
}

/** The card that says which locks cannot hold together, and offers ways to relax them. */

import type { Editor } from "../editor";
import type { ConflictChanged } from "../messages";
import { effect, signal } from "../state/signals";
import { el, fill, iconButton } from "../widgets/dom";
import { icon } from "../widgets/icons";
import { inWords } from "../widgets/units";

export class ConflictCard {
  readonly element = el("aside", {
    class: "conflict",
    hidden: true,
    role: "region",
    "aria-label": "Conflict between locks",
    "aria-live": "polite",
  });
  private readonly dismissed = signal("");

  constructor(private readonly editor: Editor) {
    const { state } = editor;
    effect(() => {
      const conflict = state.conflict.value;
      if (!conflict) this.dismissed.value = "";
      else fill(this.element, ...this.content(conflict));
    });
    effect(() => {
      const sentence = state.conflict.value?.sentence ?? null;
      this.element.hidden = sentence === null || sentence === this.dismissed.value;
    });
    effect(() => void this.element.classList.toggle("quiet", state.dragging.value));
  }

  private content({ sentence, members, remedies }: ConflictChanged): Element[] {
    const dismiss = (): void => {
      this.dismissed.value = sentence;
    };
    const body = el(
      "div",
      { class: "conflict-body" },
      el("p", { class: "conflict-sentence" }, sentence),
      members.length > 1 &&
        el(
          "ul",
          { class: "conflict-members" },
          ...members.map(({ name, error, unit }) =>
            el("li", {}, el("span", {}, name), el("span", { class: "number" }, inWords(error, unit))),
          ),
        ),
      remedies.length > 0 &&
        el(
          "div",
          { class: "conflict-ways" },
          el("span", { class: "dim" }, "Relax:"),
          ...remedies.map(({ label, command }) =>
            el("button", { type: "button", class: "button small", onclick: () => void this.editor.edit(command) }, label),
          ),
        ),
    );
    return [icon("warning"), body, iconButton("close", "Dismiss", dismiss)];
  }
}

/** The card that says at which frames locks cannot hold, and offers what could give way. */

import type { Editor } from "../editor";
import type { ClipConflict } from "../messages";
import { effect, signal } from "../state/signals";
import { el, fill, iconButton } from "../widgets/dom";
import { icon } from "../widgets/icons";

export class ClipConflictCard {
  readonly element = el("aside", {
    class: "conflict over-time",
    hidden: true,
    role: "region",
    "aria-label": "Locks that cannot hold over time",
    "aria-live": "polite",
  });
  private readonly dismissed = signal("");

  constructor(private readonly editor: Editor) {
    const { state } = editor;
    effect(() => {
      const conflicts = state.clipConflicts.value;
      if (!conflicts.length) this.dismissed.value = "";
      else fill(this.element, ...this.content(conflicts));
      this.element.scrollTop = 0; // what is new is read from its first word on
      const said = conflicts.map(({ sentence }) => sentence).join("\n");
      this.element.hidden = !said || said === this.dismissed.value || state.timeline.playing.value;
    });
    effect(() => void this.element.classList.toggle("quiet", state.dragging.value));
  }

  private content(conflicts: readonly ClipConflict[]): Element[] {
    const dismiss = (): void => {
      this.dismissed.value = conflicts.map(({ sentence }) => sentence).join("\n");
    };
    const body = el("div", { class: "conflict-body" }, ...conflicts.map((conflict) => this.entry(conflict)));
    return [icon("warning"), body, iconButton("close", "Dismiss", dismiss)];
  }

  private entry({ sentence, frame, remedies }: ClipConflict): Element {
    const { timeline } = this.editor.state;
    const show = (): void => timeline.go(frame);
    return el(
      "div",
      { class: "conflict-entry" },
      el("p", { class: "conflict-sentence" }, sentence),
      el(
        "div",
        { class: "conflict-ways" },
        el("button", { type: "button", class: "button small", onclick: show }, `Show frame ${frame}`),
        ...remedies.map(({ label, command }) =>
          el("button", { type: "button", class: "button small", onclick: () => void this.give(command) }, label),
        ),
      ),
    );
  }

  /** Does a remedy as it is: its command knows its frame. */
  private async give(command: ClipConflict["remedies"][number]["command"]): Promise<void> {
    this.editor.receiver.posedAt = null;
    await this.editor.editAsIs(command);
  }
}

/** What was done, newest last; a click goes back or forth to that step. */

import type { Editor } from "../editor";
import { effect, type Readable } from "../state/signals";
import { el } from "../widgets/dom";
import { KeyedRows } from "../widgets/keyed";

const SHOWN = 300; // steps; older ones can still be undone

interface Step {
  readonly label: string;
  readonly when: "done" | "current" | "undone";
}

export class HistoryPanel {
  readonly element = el("div", { class: "panel history-panel" });
  private readonly list = el("ol", { class: "history-list", "aria-label": "History" });

  constructor(private readonly editor: Editor) {
    const { state } = editor;
    const older = el("p", { class: "panel-empty", hidden: true });
    this.element.append(el("div", { class: "panel-scroll" }, older, this.list));
    const rows = new KeyedRows<number, Step>(this.list, (step, place) => this.row(step, place));
    effect(() => {
      if (state.panel.value !== "history") return;
      const { entries, place, older: earlier } = state.history.value;
      const first = Math.max(0, entries.length - SHOWN);
      const when = (at: number): Step["when"] => (at === place ? "current" : at < place ? "done" : "undone");
      const steps = entries.slice(first).map((label, k): [number, Step] => {
        const at = first + k + 1;
        return [at, { label, when: when(at) }];
      });
      const unlisted = earlier + first;
      rows.show(unlisted === 0 ? [[0, { label: "Start", when: when(0) }], ...steps] : steps);
      older.hidden = unlisted === 0;
      older.textContent = `${unlisted} older steps are not listed; undo reaches them too.`;
      this.shown();
    });
  }

  /** The current step in the middle: above it what can be undone, below it what can be redone. */
  shown(): void {
    this.list.querySelector(".now")?.scrollIntoView({ block: "center" });
  }

  private row(step: Readable<Step>, place: number): HTMLElement {
    const text = el("span", {});
    const button = el(
      "button",
      { type: "button", class: "history-row", onclick: () => void this.editor.goTo(place) },
      el("span", { class: "history-dot" }),
      text,
    );
    effect(() => {
      const { label, when } = step.value;
      text.textContent = label;
      button.classList.toggle("undone", when === "undone");
      button.classList.toggle("now", when === "current");
      button.title = { done: "Undo to here", current: "Current", undone: "Redo to here" }[when];
      if (when === "current") button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    return el("li", {}, button);
  }
}

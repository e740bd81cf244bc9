/** What was done, newest last; a click goes back or forth to that point. */

import type { Editor } from "../editor";
import { el, fill } from "../widgets/dom";

const SHOWN = 300; // entries; older ones can still be undone

export class HistoryPanel {
  readonly element = el("div", { class: "panel history-panel" });
  private readonly list = el("div", { class: "panel-scroll", role: "listbox", "aria-label": "History" });
  private shape = "";

  constructor(private readonly editor: Editor) {
    this.element.append(this.list);
    editor.state.on("document", () => this.build());
  }

  shown(): void {
    this.shape = "";
    this.build();
  }

  private build(): void {
    if (this.element.hidden) return;
    const { entries, place } = this.editor.state.history;
    const shape = JSON.stringify([entries, place]);
    if (shape === this.shape) return;
    this.shape = shape;
    const first = Math.max(0, entries.length - SHOWN);
    const row = (label: string, at: number): HTMLElement =>
      el(
        "button",
        {
          type: "button",
          class: `history-row${at > place ? " undone" : ""}${at === place ? " now" : ""}`,
          role: "option",
          "aria-selected": String(at === place),
          title: at > place ? "Do again up to here" : at < place ? "Go back to here" : "Here you are",
          onclick: () => void this.editor.goTo(at),
        },
        el("span", { class: "history-dot" }),
        label,
      );
    fill(
      this.list,
      first === 0 ? row("The beginning", 0) : el("p", { class: "panel-empty" }, `${first} older steps can be undone as well.`),
      ...entries.slice(first).map((label, k) => row(label, first + k + 1)),
    );
    // in the middle: what can be undone stands above it, what can be done again below
    this.list.querySelector(".now")?.scrollIntoView({ block: "center" });
  }
}

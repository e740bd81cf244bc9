/** Words in the views: the name of what is under the cursor, and how far locks are from where they should be. */

import type { Editor } from "../editor";
import type { Stage } from "../stage/stage";
import { el } from "../widgets/dom";
import { inWords } from "../widgets/units";

export class Labels {
  readonly element = el("div", { class: "labels", "aria-hidden": "true" });
  private readonly name = el("div", { class: "hover-name", hidden: true });
  private readonly errors = new Map<number, HTMLElement>();
  private cursor = { x: 0, y: 0 };
  private inside = false; // the cursor, in the views

  constructor(
    private readonly editor: Editor,
    private readonly stage: Stage,
  ) {
    this.element.append(this.name);
    editor.state.on(["hover", "drag"], () => this.showName());
    editor.state.on(["document", "frame", "hover", "selection"], () => this.showErrors());
  }

  /** Where the cursor is, in the views' own pixels. */
  follow(x: number, y: number): void {
    this.cursor = { x, y };
    this.inside = true;
    if (!this.name.hidden) this.placeName();
  }

  /** The cursor has left the views. */
  leave(): void {
    this.inside = false;
    this.name.hidden = true;
  }

  /** Puts the labels where their marks are drawn, in every view that is seen. */
  place(): void {
    for (const [id, label] of this.errors) {
      const place = this.stage.marks.place(id);
      const view = this.editor.state.view.large;
      const rect = this.stage.rects[view];
      const at = place && rect && this.stage.cameras[view].project(rect, place);
      label.hidden = !at || !rect || at.x < 0 || at.y < 0 || at.x > rect.width || at.y > rect.height;
      if (!at || !rect || label.hidden) continue;
      // on the side where the part is not, unless there is no room
      const part = this.stage.cameras[view].project(rect, this.stage.marks.part(id)!);
      const [left, right] = [at.x - 14 - label.offsetWidth, at.x + 14];
      const fits = { left: left >= 4, right: right + label.offsetWidth <= rect.width - 4 };
      const x = fits.left && (!fits.right || (part !== null && part.x > at.x)) ? left : right;
      label.style.transform = `translate(${Math.round(rect.left + x)}px, ${Math.round(rect.top + at.y - 26)}px)`;
    }
  }

  private showName(): void {
    const { state } = this.editor;
    const lock = state.hoveredLock === null ? undefined : state.lock(state.hoveredLock);
    const text = lock ? lock.name : state.hovered === null ? "" : state.label(state.hovered);
    this.name.hidden = !text || state.dragging || !this.inside;
    this.name.textContent = text;
    if (!this.name.hidden) this.placeName();
  }

  private placeName(): void {
    const { x, y } = this.cursor;
    const right = this.element.clientWidth - this.name.offsetWidth - 8;
    this.name.style.transform = `translate(${Math.round(Math.min(x + 16, right))}px, ${Math.round(Math.max(y - 30, 4))}px)`;
  }

  private showErrors(): void {
    const { state } = this.editor;
    const wanted = new Map<number, { text: string; state: string }>();
    state.document?.locks.forEach((lock, k) => {
      const reading = state.frame?.locks[k];
      if (!reading || !lock.enabled) return;
      if (reading.state !== "violated") return;
      wanted.set(lock.id, { text: inWords(reading.error, reading.unit), state: reading.state });
    });
    for (const [id, label] of this.errors) {
      if (wanted.has(id)) continue;
      label.remove();
      this.errors.delete(id);
    }
    for (const [id, { text }] of wanted) {
      let label = this.errors.get(id);
      if (!label) {
        label = el("div", { class: "lock-error" });
        this.errors.set(id, label);
        this.element.append(label);
      }
      label.textContent = text;
    }
    if (wanted.size) this.stage.request();
  }
}

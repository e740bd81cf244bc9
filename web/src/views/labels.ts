/** Words in the views: the name of what is under the cursor, and the errors of locks that are violated. */

import type { Stage } from "../stage/stage";
import { effect } from "../state/signals";
import type { State } from "../state/state";
import { el } from "../widgets/dom";
import { inWords } from "../widgets/units";

export class Labels {
  readonly element = el("div", { class: "labels", "aria-hidden": "true" });
  private readonly name = el("div", { class: "hover-name", hidden: true });
  private readonly readout = el("div", { class: "readout", hidden: true });
  private readonly errors = new Map<number, HTMLElement>();
  private cursor = { x: 0, y: 0 };
  private inside = false; // the cursor, in the views

  constructor(
    private readonly state: State,
    private readonly stage: Stage,
  ) {
    this.element.append(this.name, this.readout);
    effect(() => this.showName());
    effect(() => {
      this.readout.textContent = state.readout.value;
      this.readout.hidden = !state.readout.value;
      this.putBeside(this.readout);
    });
    effect(() => this.showErrors());
  }

  /** Where the cursor is, in the views' own pixels. */
  follow(x: number, y: number): void {
    this.cursor = { x, y };
    this.inside = true;
    if (!this.name.hidden) this.putBeside(this.name);
    if (!this.readout.hidden) this.putBeside(this.readout);
  }

  /** The cursor has left the views. */
  leave(): void {
    this.inside = false;
    this.name.hidden = true;
  }

  /** Puts the labels where their marks are drawn, in the large view. */
  place(): void {
    const view = this.state.view.value.large;
    const camera = this.stage.cameras[view];
    const rect = this.stage.rects[view];
    const taken: { x: number; y: number; width: number }[] = [];
    for (const [id, label] of this.errors) {
      const place = this.stage.marks.place(id);
      const at = place && rect && camera.project(rect, place);
      label.hidden = !at || !rect || at.x < 0 || at.y < 0 || at.x > rect.width || at.y > rect.height;
      if (!at || !rect || label.hidden) continue;
      // on the side where the part is not, unless there is no room
      const held = this.stage.marks.part(id);
      const part = held && camera.project(rect, held);
      const [left, right] = [at.x - 14 - label.offsetWidth, at.x + 14];
      const fits = { left: left >= 4, right: right + label.offsetWidth <= rect.width - 4 };
      const x = fits.left && (!fits.right || (part !== null && part.x > at.x)) ? left : right;
      const [width, height] = [label.offsetWidth, label.offsetHeight + 2];
      let y = at.y - 26;
      const meets = () => taken.find((o) => x < o.x + o.width && o.x < x + width && Math.abs(o.y - y) < height);
      for (let other = meets(); other; other = meets()) y = other.y - height; // above what is there already
      taken.push({ x, y, width });
      label.style.transform = `translate(${Math.round(rect.left + x)}px, ${Math.round(rect.top + y)}px)`;
    }
  }

  private showName(): void {
    const { state } = this;
    const { part, lock } = state.hover.value;
    const found = state.lock(lock);
    const frozen = part && state.figureState(part.figure)?.frozen ? " (frozen)" : "";
    const text = found ? state.lockLabel(found) : part ? `${state.label(part)}${frozen}` : "";
    this.name.hidden = !text || state.dragging.value || !this.inside;
    this.name.textContent = text;
    if (!this.name.hidden) this.putBeside(this.name);
  }

  private putBeside(label: HTMLElement): void {
    const { x, y } = this.cursor;
    const right = this.element.clientWidth - label.offsetWidth - 8;
    label.style.transform = `translate(${Math.round(Math.min(x + 16, right))}px, ${Math.round(Math.max(y - 30, 4))}px)`;
  }

  private showErrors(): void {
    const readings = this.state.readings.value;
    const wanted = new Set<number>();
    for (const { id, enabled } of this.state.locks.value) {
      const reading = readings.get(id);
      if (!enabled || reading?.state !== "violated") continue;
      wanted.add(id);
      let label = this.errors.get(id);
      if (!label) {
        label = el("div", { class: "lock-error" });
        this.errors.set(id, label);
        this.element.append(label);
      }
      label.textContent = inWords(reading.error, reading.unit);
    }
    for (const [id, label] of this.errors) {
      if (wanted.has(id)) continue;
      label.remove();
      this.errors.delete(id);
    }
    if (wanted.size) this.stage.request();
  }
}

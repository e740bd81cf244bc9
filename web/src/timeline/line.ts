/** What the tools of the timeline share: where things are, what is chosen, how an edit is shown and made. */

import type { Editor } from "../editor";
import type { Command } from "../messages";
import type { KeySet } from "../state/clip";
import type { FigureId } from "../state/part";
import { type Signal, signal } from "../state/signals";
import type { State } from "../state/state";
import type { Sample } from "../tools/tool";
import { Curves } from "./curves";
import { type Doing, doing } from "./gesture";
import { keyAt, type ShownKey, shownKeys } from "./keys";
import { heightOf, LABELS, LOOP, OVERVIEW, PICTURE, type Row, RULER, rowAt, rowsOf } from "./rows";
import { TimeScale } from "./scale";

export interface LineSample extends Sample {
  readonly frame: number; // under the pointer
  readonly row: Row | null;
  readonly reach: number; // how many times as far as a mouse it reaches: a finger hides what it touches
}

/** What is under the pointer. */
export interface LineHover {
  readonly cursor: string;
  readonly key?: { readonly figure: FigureId; readonly frame: number };
  readonly say?: string;
}

const FINGER = 3; // times as far as a mouse
const MAGNET = 6; // [pixels] from which keys, marks and the playhead attract

export class Line {
  readonly scale = new TimeScale();
  readonly doing: Signal<Doing | null> = doing();
  readonly curves: Curves;
  height = 0; // [pixels] of the canvas
  over = false; // whether the pointer is over it
  /** What keys that are dragged out of the timeline would become; null while they are over it. */
  outside: (at: LineSample) => { label: string; run: (() => Promise<void>) | null } | null = () => null;
  private readonly moved = signal(0); // [pixels] that the figures' rows are moved up

  constructor(readonly editor: Editor) {
    this.curves = new Curves(editor.state, this.scale);
  }

  get state(): State {
    return this.editor.state;
  }

  get scrolled(): number {
    return this.moved.value;
  }

  /** [pixels] of the rows that do not fit. */
  get hidden(): number {
    const rows = rowsOf(this.state, this.scrolled);
    return Math.max(heightOf(rows) + this.scrolled + OVERVIEW - this.height, 0);
  }

  /** Moves the figures' rows up by so many pixels, as far as there are more of them. */
  scroll(to: number): void {
    this.moved.value = Math.min(Math.max(to, 0), this.hidden);
  }

  /** Scrolls as little as shows some rows; the last of them where not all fit. */
  reveal(wanted: (row: Row) => boolean): void {
    const rows = rowsOf(this.state, this.scrolled).filter(wanted);
    if (!rows.length || !this.height) return;
    const above = RULER + LOOP - Math.min(...rows.map(({ top }) => top));
    const below = heightOf(rows) + OVERVIEW - this.height;
    if (below > 0) this.scroll(this.scrolled + below);
    else if (above > 0) this.scroll(this.scrolled - above);
  }

  rows(): Row[] {
    const foot = { kind: "overview", top: this.height - OVERVIEW, height: OVERVIEW } as const;
    return [foot, ...rowsOf(this.state, this.scrolled)]; // it lies above the others
  }

  sample(event: MouseEvent, box: DOMRect): LineSample {
    const { clientX, clientY, button, shiftKey: shift, altKey: alt } = event;
    const [x, y] = [clientX - box.left, clientY - box.top];
    const ctrl = event.ctrlKey || event.metaKey;
    const reach = event instanceof PointerEvent && event.pointerType === "touch" ? FINGER : 1;
    const [frame, row] = [this.scale.frame(x - LABELS), rowAt(this.rows(), y)];
    return { x, y, clientX, clientY, button, shift, alt, ctrl, frame, row, reach };
  }

  /** The keys of a figure that are seen. */
  shown(figure: FigureId): ShownKey[] {
    const clip = this.state.timeline.clips.value.get(figure);
    const chosen = this.state.timeline.keys.value.get(figure);
    return clip ? shownKeys(clip, this.scale, PICTURE.width, (frame) => chosen?.has(frame) ?? false) : [];
  }

  keyUnder({ row, x, y, reach }: LineSample): { figure: FigureId; frame: number } | null {
    if (row?.kind === "curves" && x >= LABELS) {
      const point = this.curves.under(row, x - LABELS, y, reach);
      return point && { figure: row.figure, frame: "key" in point ? point.key.frame : point.frame };
    }
    if (row?.kind !== "keys" || x < LABELS) return null;
    const key = keyAt(this.shown(row.figure), x - LABELS, PICTURE.width);
    return key && { figure: row.figure, frame: key.frame };
  }

  /** A frame as the pointer means it: whole, or where keys, marks and the playhead attract; with Alt just what it is. */
  snapped(frame: number, alt: boolean, without: KeySet = new Map()): number {
    if (alt) return Number(frame.toFixed(2));
    const { timeline } = this.state;
    const places = [timeline.playhead.value, ...timeline.data.value.marks.map((mark) => mark.frame)];
    for (const [id, clip] of timeline.clips.value) {
      const place = clip.placeFrom(frame);
      for (const near of [clip.frames[place - 1], clip.frames[place]])
        if (near !== undefined && !without.get(id)?.has(near)) places.push(near);
    }
    const [best] = places.sort((a, b) => Math.abs(a - frame) - Math.abs(b - frame));
    const reach = Math.min(MAGNET / this.scale.scale, 0.5);
    return best !== undefined && Math.abs(best - frame) < reach ? best : Math.round(frame);
  }

  /** Shows what a gesture would do, here and in the views; where it would change nothing, what is. */
  show(now: Doing): void {
    this.doing.value = now;
    if (now.command) this.editor.previews.show(now.command);
    else this.editor.previews.cancel();
  }

  /** The gesture ended: what it showed is done. */
  async keep(command: Command | null): Promise<void> {
    if (!command) {
      this.cancel();
      return;
    }
    this.editor.previews.done();
    this.editor.receiver.posedAt = null;
    await this.editor.edit(command);
    this.doing.value = null;
  }

  /** The gesture is given up: everything is as before. */
  cancel(): void {
    this.editor.previews.cancel();
    this.doing.value = null;
  }
}

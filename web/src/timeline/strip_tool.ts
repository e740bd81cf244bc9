/** The strips of locks: dragged they hold at other frames; their ends and windows have grips; a click goes to the frame. */

import type { Command } from "../messages";
import { equal } from "../state/equal";
import { worst } from "../state/held";
import type { Lock } from "../state/scene";
import type { Gesture, Tool } from "../tools/tool";
import { inWords } from "../widgets/units";
import type { Line, LineHover, LineSample } from "./line";
import { LABELS, type Row } from "./rows";
import { type Span, usualSpan, type Windowed, windowed, windowsOf } from "./spans";

const REACH = 5; // [pixels] around a grip

type Grip = "move" | "start" | "end" | "ease_in" | "ease_out";
const CURSORS: Record<Grip, string> = {
  move: "grab",
  start: "col-resize",
  end: "col-resize",
  ease_in: "ew-resize",
  ease_out: "ew-resize",
};

interface Found {
  readonly lock: Lock;
  readonly place: number; // of the span among those of the lock
  readonly spans: readonly Span[];
  readonly grip: Grip;
}

export class StripTool implements Tool<LineSample, LineHover> {
  readonly name = "strips";

  constructor(private readonly line: Line) {}

  hover(at: LineSample): LineHover | null {
    if (at.row?.kind !== "strip") return null;
    if (at.x < LABELS) return { cursor: "pointer", say: at.row.label };
    const found = this.under(at);
    const lock = found?.lock ?? lockAt(at.row, at.frame);
    return { cursor: found ? CURSORS[found.grip] : "default", ...(lock && { say: this.said(lock, Math.round(at.frame)) }) };
  }

  down(start: LineSample): Gesture<LineSample> | null {
    const { row } = start;
    if (row?.kind !== "strip" || start.button !== 0) return null;
    const { state } = this.line;
    const found = start.x < LABELS ? null : this.under(start);
    const lock = found?.lock ?? lockAt(row, start.frame);
    if (!lock) return null;
    const select = (): void => state.select({ figure: lock.figure, part: lock.part }, lock.id);
    if (!found) {
      if (start.x >= LABELS && !this.isInside(start)) return null; // the empty line
      return { move: () => {}, up: () => {}, cancel: () => {}, click: () => this.click(lock, start) };
    }
    let command: Command | null = null;
    return {
      begin: select,
      move: (at) => {
        const spans = this.changed(found, start, at);
        const windows = spans.map((span) => windowed(span, this.rate));
        command = equal(spans, found.spans) ? null : { kind: "change_lock", id: lock.id, changes: { spans } };
        this.line.show({ ...labelOf(found.grip, windows[found.place]!), command, spans: { lock: lock.id, spans: windows } });
      },
      up: () => void this.line.keep(command),
      cancel: () => this.line.cancel(),
      click: () => this.click(lock, start),
    };
  }

  /** Selects the lock and goes to the frame; says how far it is off there, for fingers do not hover. */
  private click(lock: Lock, { x, frame }: LineSample): void {
    const { state } = this.line;
    state.select({ figure: lock.figure, part: lock.part }, lock.id);
    if (x < LABELS) return;
    state.timeline.go(Math.round(frame));
    state.status.value = this.said(lock, Math.round(frame));
  }

  /** How far a lock is off at a frame, in words. */
  private said(lock: Lock, frame: number): string {
    if (!lock.enabled) return `${lock.name} is switched off`;
    const frames = this.line.state.timeline.frames.get(lock.figure);
    const place = frames?.locks.indexOf(lock.id) ?? -1;
    const errors = frames && place >= 0 ? frames.error(frames.row(frame), place) : null;
    if (!errors) return `${lock.name}: does not hold at frame ${frame}`;
    const { error, unit } = worst(errors);
    return `${lock.name}, frame ${frame}: ${inWords(error, unit)} off`;
  }

  private get rate(): number {
    return this.line.state.timeline.data.value.rate;
  }

  private isInside({ row, frame }: LineSample): boolean {
    if (row?.kind !== "strip") return false;
    const spans = row.locks.flatMap((lock) => windowsOf(lock, this.rate, this.line.scale));
    return spans.some(({ start, end }) => frame >= start - 0.5 && frame <= end + 0.5);
  }

  /** The grip under the pointer. A lock that holds at all times has its ends where the keys end. */
  private under(at: LineSample): Found | null {
    if (at.row?.kind !== "strip") return null;
    for (const lock of at.row.locks) {
      const found = this.gripOf(lock, at.x, at.reach);
      if (found) return found;
    }
    return null;
  }

  private gripOf(lock: Lock, x: number, reach: number): Found | null {
    const { line } = this;
    const always = lock.spans === null;
    const spans = lock.spans ?? [{ ...usualSpan(...line.state.timeline.extent.value), ease_in: 0, ease_out: 0 }];
    const near = (frame: number): boolean => Math.abs(line.scale.x(frame) - (x - LABELS)) <= REACH * reach;
    for (const [place, own] of spans.entries()) {
      const span = windowed(own, this.rate);
      const found = (grip: Grip): Found => ({ lock, place, spans, grip });
      if (near(span.start - 0.5)) return found("start");
      if (near(span.end + 0.5)) return found("end");
      if (always) continue;
      if (near(span.start - span.ease_in)) return found("ease_in");
      if (near(span.end + span.ease_out)) return found("ease_out");
      const frame = line.scale.frame(x - LABELS);
      if (frame > span.start && frame < span.end) return found("move");
    }
    return null;
  }

  /** The spans after a drag; they stay in their order, and apart. What was not dragged stays as it was. */
  private changed({ lock, spans, place, grip }: Found, start: LineSample, at: LineSample): Span[] {
    const { line } = this;
    const own = spans[place]!;
    const { ease_in, ease_out } = windowed(own, this.rate);
    const [least, most] = [(spans[place - 1]?.end ?? -Infinity) + 1, (spans[place + 1]?.start ?? Infinity) - 1];
    const by = at.frame - start.frame;
    const to = (frame: number, low: number, high: number): number =>
      Math.min(Math.max(line.snapped(frame + by, at.alt), low), high);
    const changed = ((): Span => {
      if (grip === "start") return started(own, to(own.start, least, own.end), lock.spans === null);
      if (grip === "end") return ended(own, to(own.end, own.start, most), lock.spans === null);
      const [before, after] = [Math.max(0, Math.round(ease_in - by)), Math.max(0, Math.round(ease_out + by))];
      if (grip === "ease_in") return before === ease_in ? own : { ...own, ease_in: before, cut_in: false };
      if (grip === "ease_out") return after === ease_out ? own : { ...own, ease_out: after, cut_out: false };
      const first = to(own.start, least, most - (own.end - own.start));
      return first === own.start ? own : { ...own, start: first, end: first + own.end - own.start };
    })();
    return spans.map((span, k) => (k === place ? changed : span));
  }
}

/** A span that begins at another frame: there it is not cut off; one that held at `all` times gets a window. */
const started = (span: Span, start: number, all: boolean): Span =>
  start === span.start ? span : { ...span, start, cut_in: false, ...(all && { ease_in: null }) };

const ended = (span: Span, end: number, all: boolean): Span =>
  end === span.end ? span : { ...span, end, cut_out: false, ...(all && { ease_out: null }) };

/** The lock of a row that holds at a frame, or the only one. */
const lockAt = (row: Row & { kind: "strip" }, frame: number): Lock | undefined =>
  row.locks.length === 1
    ? row.locks[0]
    : row.locks.find((lock) => lock.spans?.some(({ start, end }) => frame >= start - 0.5 && frame <= end + 0.5));

function labelOf(grip: Grip, { start, end, ease_in, ease_out }: Windowed): { label: string; at: number } {
  if (grip === "ease_in") return { label: `window ${Number(ease_in.toFixed(1))} frames`, at: start };
  if (grip === "ease_out") return { label: `window ${Number(ease_out.toFixed(1))} frames`, at: end };
  return { label: `holds ${start} … ${end}`, at: grip === "end" ? end : start };
}

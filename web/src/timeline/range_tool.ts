/** The chosen keys as a range: grips at its ends stretch it; with Ctrl about the playhead. */

import { extentOf, type KeySet } from "../state/clip";
import type { FigureId } from "../state/part";
import type { Gesture, Tool } from "../tools/tool";
import type { Doing } from "./gesture";
import type { Line, LineHover, LineSample } from "./line";
import { LABELS, PICTURE } from "./rows";

export const GRIP = 9; // [pixels] that a grip is wide
const LEAST = 0.05; // of its length, to which a range may shrink

/** Where the grips of the chosen range are on the line; null where fewer than two keys are chosen. */
export function gripsOf(line: Pick<Line, "scale">, keys: KeySet): readonly [number, number] | null {
  const range = extentOf(keys);
  if (!range || range[0] === range[1]) return null;
  const beside = PICTURE.width / 2 + 2 + GRIP / 2;
  return [line.scale.x(range[0]) - beside, line.scale.x(range[1]) + beside];
}

export class RangeTool implements Tool<LineSample, LineHover> {
  readonly name = "range";

  constructor(private readonly line: Line) {}

  hover(at: LineSample): LineHover | null {
    return this.gripUnder(at) === null ? null : { cursor: "ew-resize", say: "Drag to stretch; Ctrl: about the playhead" };
  }

  down(start: LineSample): Gesture<LineSample> | null {
    const grip = start.button === 0 ? this.gripUnder(start) : null;
    const keys = this.line.state.timeline.keys.value;
    const range = extentOf(keys);
    if (grip === null || !range) return null;
    let now: (Doing & { map: (frame: number) => number }) | null = null;
    return {
      move: (at) => {
        now = this.stretched(range, grip, keys, at.frame - start.frame, at);
        this.line.show(now);
      },
      up: () => {
        const done = now;
        void this.line.keep(done?.command ?? null).then(() => {
          if (!done?.command) return;
          const after = [...keys].map(([id, frames]) => [id, new Set([...frames].map(done.map))] as const);
          this.line.state.timeline.choose(new Map(after));
        });
      },
      cancel: () => this.line.cancel(),
    };
  }

  private gripUnder({ row, x, reach }: LineSample): 0 | 1 | null {
    const { keys } = this.line.state.timeline;
    if (row?.kind !== "keys" || x < LABELS || !keys.value.has(row.figure)) return null;
    const grips = gripsOf(this.line, keys.value);
    if (!grips) return null;
    const place = grips.findIndex((grip) => Math.abs(grip - (x - LABELS)) <= (GRIP / 2 + 1) * reach);
    return place === 0 || place === 1 ? place : null;
  }

  private stretched(
    [start, end]: readonly [number, number],
    grip: 0 | 1,
    keys: KeySet,
    by: number,
    { ctrl, alt }: LineSample,
  ): Doing & { map: (frame: number) => number } {
    const { line } = this;
    const target = line.snapped((grip ? end : start) + by, alt, keys);
    const pivot = ctrl ? line.state.timeline.playhead.value : grip ? start : end;
    const grabbed = grip ? end : start;
    const asked = grabbed === pivot ? 1 : (target - pivot) / (grabbed - pivot);
    const factor = Math.max(asked, LEAST);
    const round = (frame: number): number => Number(frame.toFixed(3));
    const [first, last] = [round(pivot + (start - pivot) * factor), round(pivot + (end - pivot) * factor)];
    const map = (frame: number): number =>
      frame < start
        ? frame
        : frame > end
          ? frame + last - end
          : round(first + ((frame - start) * (last - first)) / (end - start));
    const same = first === start && last === end;
    return {
      label: `× ${Number(factor.toFixed(2))} · ${first} … ${last}`,
      at: grip ? last : first,
      command: same ? null : { kind: "stretch_time", figures: [...keys.keys()], start, end, new_start: first, new_end: last },
      keys,
      moved: (figure: FigureId, frame) => (keys.has(figure) ? map(frame) : frame),
      map,
    };
  }
}

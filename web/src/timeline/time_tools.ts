/** The ruler, the range that is repeated, the empty line: scrubbing, setting a range, choosing by a box, panning. */

import { type Box, boxBetween } from "../math/box";
import type { KeySet } from "../state/clip";
import type { Gesture, Tool } from "../tools/tool";
import type { Line, LineHover, LineSample } from "./line";
import { LABELS } from "./rows";

type LineTool = Tool<LineSample, LineHover>;

/** Middle button: moves the line under the pointer. */
export class PanTool implements LineTool {
  readonly name = "pan";

  constructor(private readonly line: Line) {}

  hover(): null {
    return null;
  }

  down(start: LineSample): Gesture<LineSample> | null {
    if (start.button !== 1) return null;
    let { x, y } = start;
    const { row } = start;
    const follow = (at: LineSample): void => {
      this.line.scale.pan(at.x - x);
      if (row?.kind === "curves") this.line.curves.pan(row, row.figure, at.y - y);
      ({ x, y } = at);
    };
    return { atOnce: true, move: follow, up: follow, cancel: () => {} };
  }
}

/** The ruler: the figures follow the pointer through time. */
export class ScrubTool implements LineTool {
  readonly name = "scrub";

  constructor(private readonly line: Line) {}

  hover({ row, x }: LineSample): LineHover | null {
    return row?.kind === "ruler" && x >= LABELS ? { cursor: "ew-resize" } : null;
  }

  down(start: LineSample): Gesture<LineSample> | null {
    if (start.button !== 0 || start.row?.kind !== "ruler" || start.x < LABELS) return null;
    const { timeline } = this.line.state;
    const before = timeline.playhead.value;
    const go = ({ x, alt }: LineSample): void => {
      const frame = this.line.scale.frame(x - LABELS);
      timeline.go(alt ? Number(frame.toFixed(2)) : Math.round(frame));
    };
    const ended = (): void => {
      timeline.scrubbing.value = false;
    };
    return {
      atOnce: true,
      begin: () => {
        timeline.scrubbing.value = true;
        go(start);
      },
      move: go,
      up: (at) => {
        go(at);
        ended();
      },
      cancel: () => {
        timeline.go(before);
        ended();
      },
    };
  }
}

/** The row under the ruler: the range that is repeated. */
export class LoopTool implements LineTool {
  readonly name = "loop";

  constructor(private readonly line: Line) {}

  hover({ row, x }: LineSample): LineHover | null {
    return row?.kind === "loop" && x >= LABELS
      ? { cursor: "col-resize", say: "Drag to set what is repeated; double-click: all" }
      : null;
  }

  down(start: LineSample): Gesture<LineSample> | null {
    if (start.button !== 0 || start.row?.kind !== "loop" || start.x < LABELS) return null;
    const { line } = this;
    const range = (at: LineSample): [number, number] => {
      const [a, b] = [line.snapped(start.frame, false), line.snapped(at.frame, false)];
      return [Math.round(Math.min(a, b)), Math.round(Math.max(a, b))];
    };
    return {
      move: (at) => {
        const [a, b] = range(at);
        line.show({ label: `repeats ${a} … ${b}`, at: b, command: null, range: [a, b] });
      },
      up: (at) => {
        const [a, b] = range(at);
        line.cancel();
        line.state.timeline.loop.value = b > a ? [a, b] : null;
        line.state.setView({ looped: true });
      },
      cancel: () => line.cancel(),
    };
  }
}

/** The empty line: a box chooses the keys in it, a click chooses none. */
export class BoxTool implements LineTool {
  readonly name = "box";

  constructor(private readonly line: Line) {}

  hover(): null {
    return null;
  }

  down(start: LineSample): Gesture<LineSample> | null {
    if (start.button !== 0 || start.x < LABELS) return null;
    const { line } = this;
    const { timeline } = line.state;
    const before = timeline.keys.value;
    const boxTo = (at: LineSample): Box => boxBetween(start, at);
    const choose = (at: LineSample): void => timeline.choose(this.inside(boxTo(at), start.shift || start.ctrl ? before : null));
    return {
      move: (at) => {
        choose(at);
        line.show({ label: "", at: 0, command: null, box: boxTo(at) });
      },
      up: (at) => {
        choose(at);
        line.cancel();
      },
      cancel: () => {
        line.cancel();
        timeline.choose(before);
      },
      click: () => timeline.choose(new Map()),
    };
  }

  private inside({ x, y, width, height }: Box, more: KeySet | null): KeySet {
    const { line } = this;
    const found = new Map([...(more ?? [])].map(([id, frames]) => [id, new Set(frames)]));
    const [first, last] = [line.scale.frame(x - LABELS), line.scale.frame(x + width - LABELS)];
    for (const row of line.rows()) {
      if (row.kind === "curves" && row.top <= y + height && row.top + row.height >= y) {
        const isIn = (px: number, py: number): boolean =>
          px + LABELS >= x && px + LABELS <= x + width && py >= y && py <= y + height;
        const points = line.curves.points(row).filter((point) => isIn(point.x, point.y));
        if (points.length)
          found.set(row.figure, new Set([...(found.get(row.figure) ?? []), ...points.map(({ frame }) => frame)]));
      }
      if (row.kind !== "keys" || row.top > y + height || row.top + row.height < y) continue;
      const frames = line.state.timeline.clips.value.get(row.figure)?.frames.filter((frame) => frame >= first && frame <= last);
      const own = found.get(row.figure) ?? new Set();
      for (const frame of frames ?? []) own.add(frame);
      if (own.size) found.set(row.figure, own);
    }
    return found;
  }
}

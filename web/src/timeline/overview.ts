/** The overview at the foot: all of the clip, with a window that is what the line shows; dragged it moves the line. */

import type { Gesture, Tool } from "../tools/tool";
import { faded } from "./colours";
import type { Line, LineHover, LineSample } from "./line";
import type { Context, Painted } from "./painted";
import { LABELS, type Row } from "./rows";
import type { TimeScale } from "./scale";

/** From the first frame that is anywhere, seen or keyed, to the last. */
function extentOf({ extent, scale }: { extent: readonly [number, number]; scale: TimeScale }): readonly [number, number] {
  return [Math.min(extent[0], scale.frame(0)), Math.max(extent[1], scale.end)];
}

export function paintOverview(ctx: Context, { state, scale, colours }: Painted, row: Row): void {
  const { timeline } = state;
  const [first, last] = extentOf({ extent: timeline.extent.value, scale });
  const x = (frame: number): number => ((frame - first) / (last - first)) * scale.width;
  ctx.fillStyle = colours.panel;
  ctx.fillRect(-LABELS, row.top, scale.width + LABELS, row.height);
  ctx.fillStyle = colours.line;
  ctx.fillRect(x(timeline.extent.value[0]), row.top + 4, x(timeline.extent.value[1]) - x(timeline.extent.value[0]), 2);
  ctx.fillStyle = colours.dim;
  let before = -2;
  for (const clip of timeline.clips.value.values()) {
    for (const frame of clip.frames) {
      const at = Math.round(x(frame));
      if (at - before < 2 && at >= before) continue; // keys that share a pixel
      ctx.fillRect(at, row.top + 2, 1, 6);
      before = at;
    }
    before = -2;
  }
  const [a, b] = [x(scale.frame(0)), x(scale.end)];
  ctx.fillStyle = faded(colours.accent, 0.22);
  ctx.strokeStyle = faded(colours.accent, 0.8);
  ctx.beginPath();
  ctx.roundRect(a + 0.5, row.top + 0.5, Math.max(b - a - 1, 6), row.height - 1, 3);
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = colours.accent;
  ctx.fillRect(Math.round(x(timeline.playhead.value)), row.top, 1, row.height);
}

export class OverviewTool implements Tool<LineSample, LineHover> {
  readonly name = "overview";

  constructor(private readonly line: Line) {}

  hover({ row, x }: LineSample): LineHover | null {
    return row?.kind === "overview" && x >= LABELS
      ? { cursor: "grab", say: "Drag to go along the clip; double-click: all of it" }
      : null;
  }

  down(start: LineSample): Gesture<LineSample> | null {
    if (start.row?.kind !== "overview" || start.button !== 0 || start.x < LABELS) return null;
    const { scale, state } = this.line;
    const before = scale.window.value;
    const [first, last] = extentOf({ extent: state.timeline.extent.value, scale });
    const pixels = scale.width / (last - first);
    const frame = first + (start.x - LABELS) / pixels;
    const centre = frame < scale.frame(0) || frame > scale.end;
    return {
      atOnce: true,
      begin: () => {
        if (centre) scale.pan(-(frame - (scale.frame(0) + scale.end) / 2) * scale.scale);
      },
      move: ({ x }) => {
        const from = centre ? frame - (scale.end - scale.frame(0)) / 2 : before.start;
        scale.pan(-(from + (x - start.x) / pixels - scale.frame(0)) * scale.scale);
      },
      up: () => {},
      cancel: () => scale.pan(-(before.start - scale.frame(0)) * scale.scale),
    };
  }
}

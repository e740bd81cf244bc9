/** Draws the strips of locks: when each holds, and how well. */

import type { FigureFrames } from "../state/frames";
import { worst } from "../state/held";
import type { Lock } from "../state/scene";
import { faded } from "./colours";
import type { Context, Painted } from "./painted";
import type { Row } from "./rows";
import { windowsOf } from "./spans";

/** A lock over its spans: green where it holds, amber where nearly, red where not, grey where that is not known, or being solved; hatched windows. */
export function paintStrip(ctx: Context, painted: Painted, row: Row, lock: Lock): void {
  const { state, scale, colours, doing } = painted;
  const [top, height] = [row.top + 3, row.height - 7];
  const rate = state.timeline.data.value.rate;
  const spans = doing?.spans?.lock === lock.id ? doing.spans.spans : windowsOf(lock, rate, scale);
  const frames = state.timeline.frames.get(lock.figure);
  const place = frames?.locks.indexOf(lock.id) ?? -1;
  const waits = frames?.waitsForLong() ?? false; // for the answer by whole intervals: what is known will change
  for (const { start, end, ease_in, ease_out } of spans) {
    const [a, b] = [scale.x(start - 0.5), scale.x(end + 0.5)];
    hatch(ctx, scale.x(start - ease_in), a, top, height, colours.dim);
    hatch(ctx, b, scale.x(end + ease_out), top, height, colours.dim);
    ctx.save();
    ctx.beginPath();
    ctx.roundRect(a, top, Math.max(b - a, 3), height, 3);
    ctx.clip();
    ctx.fillStyle = lock.enabled ? colours.strong : faded(colours.strong, 0.35); // one that is off is pale
    ctx.fillRect(a, top, b - a, height);
    if (lock.enabled && frames && place >= 0 && !waits) paintErrors(ctx, painted, frames, place, start, end, top, height);
    ctx.restore();
    if (state.selection.value.lock !== lock.id) continue;
    ctx.strokeStyle = colours.accent;
    ctx.strokeRect(a + 0.5, top + 0.5, Math.max(b - a - 1, 2), height - 1);
  }
}

/** Colours by frame; frames with the same colour are one piece. */
function paintErrors(
  ctx: Context,
  { scale, colours }: Painted,
  frames: FigureFrames,
  place: number,
  start: number,
  end: number,
  top: number,
  height: number,
): void {
  const first = Math.max(Math.ceil(start), Math.floor(scale.frame(0)), frames.first);
  const last = Math.min(Math.floor(end), Math.ceil(scale.end), frames.first + frames.count - 1);
  const step = Math.max(1, Math.floor(1 / scale.scale));
  const tint = [colours.held, colours.amber, colours.red];
  for (let frame = first; frame <= last; ) {
    const level = levelAt(frames, frame, place);
    let next = frame + step;
    while (next <= last && levelAt(frames, next, place) === level) next += step;
    // the first and the last whole frame stand for what a span that begins between frames has more
    const [low, high] = [frame === Math.ceil(start) ? start : frame, next > end ? end : Math.min(next - step, last)];
    const [a, b] = [scale.x(low - 0.5), scale.x(high + 0.5)];
    if (level !== null) {
      ctx.fillStyle = faded(tint[level] ?? "", level ? 0.95 : 0.65);
      ctx.fillRect(a, top, b - a + 0.5, height);
      // known without colours as well
      if (level === 2) hatch(ctx, a, b, top, height, colours.back);
      if (level === 1) {
        ctx.fillStyle = colours.back;
        ctx.fillRect(a, top + height / 2, b - a, 1);
      }
    }
    frame = next;
  }
}

/** 0 held, 1 nearly, 2 not; null where it is not known. */
function levelAt(frames: FigureFrames, frame: number, place: number): 0 | 1 | 2 | null {
  const row = frame - frames.first;
  const errors = frames.has(row) ? frames.error(row, place) : null;
  if (!errors) return null;
  const { share } = worst(errors);
  return share <= 1 ? 0 : share <= 10 ? 1 : 2;
}

function hatch(ctx: Context, a: number, b: number, top: number, height: number, colour: string): void {
  if (b - a < 1) return;
  ctx.save();
  ctx.beginPath();
  ctx.rect(a, top, b - a, height);
  ctx.clip();
  ctx.strokeStyle = faded(colour, 0.7);
  ctx.beginPath();
  for (let x = Math.floor(a / 5) * 5 - height; x < b; x += 5) {
    ctx.moveTo(x, top + height);
    ctx.lineTo(x + height, top);
  }
  ctx.stroke();
  ctx.restore();
}

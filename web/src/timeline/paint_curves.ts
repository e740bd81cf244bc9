/** Draws curves: as they are held solid, as they are before locks are held dotted, limits as bands, keys, handles. */

import type { FigureFrames } from "../state/frames";
import type { FigureId } from "../state/part";
import { faded } from "./colours";
import { type Curve, type Handle, shownIn, shownUnit } from "./curves";
import { type Context, type Painted, shortened } from "./painted";
import { LABELS, type Row } from "./rows";

const NAME = 15; // [pixels] of a name
const NAMES = LABELS - 34; // [pixels] of all names, beside which numbers stand

/** The names at the left, in the colours of their curves. */
export function paintCurveNames(ctx: Context, { colours, curves }: Painted, row: Row & { figure: FigureId }): void {
  const shown = curves.shown(row.figure);
  const most = Math.floor((row.height - 26) / NAME);
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, row.top, NAMES, row.height);
  ctx.clip();
  shown.slice(0, most).forEach(({ data, colour }, k) => {
    ctx.fillStyle = colour;
    ctx.fillRect(10, row.top + 9 + k * NAME, 8, 3);
    ctx.fillText(shortened(ctx, data.label, NAMES - 23), 23, row.top + 11 + k * NAME);
  });
  ctx.fillStyle = colours.dim;
  const more = shown.length > most ? ` (${shown.length - most} more)` : "";
  ctx.fillText(shown.length ? `Tracks …${more}` : "Select a part", 10, row.top + row.height - 11);
  ctx.restore();
}

/** Drawn with the line's own pixels. */
export function paintCurves(ctx: Context, painted: Painted, row: Row & { figure: FigureId }): void {
  const { state, curves, doing } = painted;
  const frames = state.timeline.frames.get(row.figure);
  if (!frames) return;
  const range = curves.range(row.figure);
  const shown = curves.shown(row.figure);
  ctx.save();
  ctx.beginPath();
  ctx.rect(-34, row.top, painted.scale.width + 34, row.height - 1);
  ctx.clip();
  paintAxis(ctx, painted, row, range, shown[0]);
  for (const curve of shown) paintLimits(ctx, painted, row, range, curve, shown.length > 1);
  for (const curve of shown) paintCurve(ctx, painted, row, range, curve, frames, true);
  for (const curve of shown) paintCurve(ctx, painted, row, range, curve, frames, false);
  if (!doing) for (const handle of curves.handles(row)) paintHandle(ctx, painted, handle);
  const chosen = state.timeline.keys.value.get(row.figure);
  const moved = (frame: number): number => doing?.moved?.(row.figure, frame) ?? frame;
  for (const { x, y, curve, frame } of curves.points(row, moved)) {
    ctx.fillStyle = chosen?.has(frame) ? painted.colours.text : curve.colour;
    ctx.strokeStyle = painted.colours.panel;
    ctx.fillRect(x - 3.5, y - 3.5, 7, 7);
    ctx.strokeRect(x - 3.5, y - 3.5, 7, 7);
  }
  if (doing?.bend) {
    const [from, to] = doing.bend;
    ctx.strokeStyle = painted.colours.text;
    ctx.beginPath();
    ctx.moveTo(from.x, from.y);
    ctx.lineTo(to.x, to.y);
    ctx.stroke();
  }
  ctx.restore();
}

/** Lines at round values, and the values at the left edge. */
function paintAxis(
  ctx: Context,
  { scale, colours, curves }: Painted,
  row: Row,
  range: readonly [number, number],
  first: Curve | undefined,
): void {
  const step = roundStep((range[1] - range[0]) / Math.max(row.height / 34, 2));
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  ctx.textAlign = "right";
  for (let value = Math.ceil(range[0] / step) * step; value <= range[1]; value += step) {
    const y = Math.round(curves.y(row, range, value));
    ctx.fillStyle = faded(colours.line, Math.abs(value) < step / 2 ? 1 : 0.55);
    ctx.fillRect(0, y, scale.width, 1);
    ctx.fillStyle = colours.faint;
    if (first && y > row.top + 8 && y < row.top + row.height - 8)
      ctx.fillText(`${value.toFixed(digits)}${first.data.unit === "rad" ? "°" : ""}`, -4, y);
  }
  ctx.textAlign = "left";
}

function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1e-6)));
  return ([1, 2, 5, 10].find((share) => share * power >= least) ?? 10) * power;
}

/** What lies beyond the limits; of several curves a line at each limit, so that bands do not hide others. */
function paintLimits(
  ctx: Context,
  { scale, curves }: Painted,
  row: Row,
  range: readonly [number, number],
  { data, colour }: Curve,
  several: boolean,
): void {
  const [top, bottom] = [row.top, row.top + row.height];
  for (const [limit, upper] of [
    [data.lo, false],
    [data.hi, true],
  ] as const) {
    if (limit === null) continue;
    const y = Math.min(Math.max(curves.y(row, range, limit * shownIn(data)), top), bottom);
    ctx.fillStyle = faded(colour, several ? 0.05 : 0.12);
    ctx.fillRect(0, upper ? top : y, scale.width, upper ? y - top : bottom - y);
    ctx.fillStyle = faded(colour, 0.5);
    if (y > top && y < bottom) ctx.fillRect(0, y, scale.width, 1);
  }
}

function paintCurve(
  ctx: Context,
  { scale, curves }: Painted,
  row: Row,
  range: readonly [number, number],
  { parameter, data, colour }: Curve,
  frames: FigureFrames,
  plain: boolean,
): void {
  const step = Math.max(1, Math.floor(1 / scale.scale));
  const first = Math.max(Math.floor(scale.frame(0)), frames.first);
  const last = Math.min(Math.ceil(scale.end), frames.first + frames.count - 1);
  ctx.strokeStyle = plain ? faded(colour, 0.9) : colour;
  ctx.lineWidth = plain ? 1 : 1.6;
  ctx.setLineDash(plain ? [1.5, 3] : []);
  ctx.beginPath();
  let drawing = false;
  for (let frame = first; frame <= last; frame += step) {
    const at = frame - frames.first;
    if (!frames.has(at)) {
      drawing = false;
      continue;
    }
    const [x, y] = [scale.x(frame), curves.y(row, range, frames.value(at, parameter, plain) * shownIn(data))];
    if (drawing) ctx.lineTo(x, y);
    else ctx.moveTo(x, y);
    drawing = true;
  }
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.lineWidth = 1;
}

function paintHandle(ctx: Context, { colours }: Painted, { x, y, key, curve }: Handle): void {
  ctx.strokeStyle = faded(curve.colour, 0.9);
  ctx.beginPath();
  ctx.moveTo(key.x, key.y);
  ctx.lineTo(x, y);
  ctx.stroke();
  ctx.fillStyle = colours.panel;
  ctx.beginPath();
  ctx.arc(x, y, 3.5, 0, 7);
  ctx.fill();
  ctx.strokeStyle = curve.colour;
  ctx.stroke();
}

/** A value in words, in its own unit. */
export const valueInWords = (curve: Curve, value: number): string => `${value.toFixed(1)}${shownUnit(curve.data)}`;

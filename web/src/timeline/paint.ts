/** Draws the timeline: everything on one canvas, so that thousands of keys cost a few milliseconds. */

import type { Clip } from "../state/clip";
import type { FigureId } from "../state/part";
import { paintAudit } from "./audit_row";
import { faded } from "./colours";
import { shownKeys, UNMOVED } from "./keys";
import { paintOverview } from "./overview";
import { paintCurveNames, paintCurves } from "./paint_curves";
import { paintStrip } from "./paint_strips";
import { type Context, type Painted, shortened } from "./painted";
import { GRIP, gripsOf } from "./range_tool";
import { KEYS, LABELS, LARGER, LOOP, PICTURE, type Row, RULER } from "./rows";
import { eased, slowGrips } from "./slow_tool";

const FONT = '11px "Inter", "Segoe UI", system-ui, "Noto Sans", "DejaVu Sans", sans-serif';

export function paint(ctx: Context, painted: Painted): void {
  const { rows, colours, width, height } = painted;
  ctx.clearRect(0, 0, width, height);
  ctx.font = FONT;
  ctx.textBaseline = "middle";
  const own = rows.filter(({ kind }) => kind !== "overview");
  for (const row of own) if (row.top < height && row.top + row.height > RULER + LOOP) paintRow(ctx, painted, row);
  // what was scrolled up lies under the ruler
  ctx.fillStyle = colours.panel;
  ctx.fillRect(0, 0, width, RULER + LOOP);
  onLine(ctx, painted, () => {
    paintRuler(ctx, painted);
    paintLoop(ctx, painted);
    paintMarks(ctx, painted);
    paintPlayhead(ctx, painted);
    for (const row of rows) if (row.kind === "overview") paintOverview(ctx, painted, row);
    paintBox(ctx, painted);
    paintLabel(ctx, painted);
  });
  paintScroll(ctx, painted);
  paintHovered(ctx, painted);
}

/** Where there are more rows than fit: a bar at the left edge, as far down as they are scrolled. */
function paintScroll(ctx: Context, { colours, height, scrolled, hidden }: Painted): void {
  if (!hidden) return;
  const [top, room] = [RULER + LOOP + 2, height - RULER - LOOP - 4];
  const tall = Math.max((room * room) / (room + hidden), 16);
  ctx.fillStyle = colours.strong;
  ctx.beginPath();
  ctx.roundRect(2, top + (scrolled / hidden) * (room - tall), 3, tall, 1.5);
  ctx.fill();
}

/** Draws with the line's own pixels, and nothing over the names at its left, or only so many pixels `more`. */
function onLine(ctx: Context, { width, height }: Painted, draw: () => void, more = 0): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(LABELS - more, 0, width - LABELS + more, height);
  ctx.clip();
  ctx.translate(LABELS, 0);
  draw();
  ctx.restore();
}

function paintRow(ctx: Context, painted: Painted, row: Row): void {
  const { state, colours, width } = painted;
  ctx.fillStyle = colours.line;
  ctx.fillRect(0, row.top + row.height - 1, width, row.kind === "keys" ? 0 : 1);
  const middle = row.top + row.height / 2;
  if (row.kind === "keys")
    name(ctx, painted, state.several.value ? row.figure : "Keys", Math.min(row.top + 14, middle), colours.text, 10);
  if (row.kind === "audit") name(ctx, painted, "Audit", middle, colours.dim, 18);
  if (row.kind === "curves") paintCurveNames(ctx, painted, row);
  if (row.kind === "strip") {
    const chosen = row.locks.some((lock) => lock.id === state.selection.value.lock);
    if (chosen) {
      ctx.fillStyle = faded(colours.accent, 0.1);
      ctx.fillRect(0, row.top, width, row.height - 1);
    }
    const off = row.locks.every((lock) => !lock.enabled);
    const colour = off ? colours.faint : chosen ? colours.accent : colours.dim;
    name(ctx, painted, row.label, row.top + row.height / 2, colour, 18);
  }
  onLine(ctx, painted, () => {
    const clip = row.kind === "keys" || row.kind === "bar" ? state.timeline.clips.value.get(row.figure) : undefined;
    if (row.kind === "keys" && !clip?.frames.length) {
      ctx.fillStyle = colours.faint;
      ctx.fillText("no keys of its own: it moves with what holds it", 8, middle);
    } else if (row.kind === "keys" && clip) {
      const grips = gripsIn(painted, row);
      if (grips) paintRange(ctx, painted, row, grips);
      paintKeys(ctx, painted, row, clip);
      if (grips) paintGrips(ctx, painted, row, grips); // above the pictures of other keys
    }
    if (row.kind === "bar" && clip) paintBar(ctx, painted, row, clip);
    if (row.kind === "strip") for (const lock of row.locks) paintStrip(ctx, painted, row, lock);
    if (row.kind === "audit") paintAudit(ctx, painted, row);
  });
  if (row.kind === "curves") onLine(ctx, painted, () => paintCurves(ctx, painted, row), 34);
}

function name(ctx: Context, { colours }: Painted, text: string, y: number, colour: string, x: number): void {
  ctx.fillStyle = colour;
  ctx.fillText(shortened(ctx, text.charAt(0).toUpperCase() + text.slice(1), LABELS - 8 - x), x, y);
  ctx.fillStyle = colours.line;
}

// ---- ruler ----------------------------------------------------------------------------------------------

function paintRuler(ctx: Context, { scale, colours, state }: Painted): void {
  const { labels, ticks } = scale.ticks();
  const [first, last] = state.timeline.extent.value;
  ctx.fillStyle = faded(colours.accent, 0.08);
  if (state.timeline.moves.value) ctx.fillRect(scale.x(first), 0, scale.x(last) - scale.x(first), RULER);
  for (let frame = Math.ceil(scale.frame(0) / ticks) * ticks; frame <= scale.end; frame += ticks) {
    const [x, long] = [Math.round(scale.x(frame)), Math.round(frame / labels) * labels === frame];
    ctx.fillStyle = long ? colours.strong : colours.line;
    ctx.fillRect(x, RULER - (long ? 8 : 4), 1, long ? 8 : 4);
    if (!long) continue;
    ctx.fillStyle = colours.dim;
    ctx.textAlign = "center";
    ctx.fillText(String(frame), x, 7);
  }
  ctx.textAlign = "left";
  ctx.fillStyle = colours.line;
  ctx.fillRect(0, RULER + LOOP - 1, scale.width, 1);
}

function paintLoop(ctx: Context, { scale, colours, state, doing }: Painted): void {
  const range = doing?.range ?? state.timeline.loop.value;
  if (!range) return;
  const [a, b] = [scale.x(range[0]), scale.x(range[1])];
  ctx.fillStyle = faded(colours.accent, 0.35);
  ctx.fillRect(a, RULER + 2, b - a, LOOP - 5);
  ctx.fillStyle = colours.accent;
  for (const x of [a, b]) ctx.fillRect(x - 1, RULER, 2, LOOP - 1);
}

function paintMarks(ctx: Context, { scale, colours, state, height }: Painted): void {
  for (const { frame, name: text } of state.timeline.data.value.marks) {
    const x = Math.round(scale.x(frame));
    ctx.fillStyle = faded(colours.amber, 0.5);
    ctx.fillRect(x, 0, 1, height);
    ctx.fillStyle = colours.amber;
    ctx.fillText(text, x + 4, RULER + 4);
  }
  const waits = state.timeline.data.value.unkeyed;
  if (waits === null) return;
  ctx.strokeStyle = colours.amber;
  ctx.setLineDash([3, 3]);
  ctx.strokeRect(scale.x(waits) - PICTURE.width / 2, RULER + LOOP + 3, PICTURE.width, PICTURE.height);
  ctx.setLineDash([]);
}

function paintPlayhead(ctx: Context, { scale, colours, state, height }: Painted): void {
  const frame = state.timeline.playhead.value;
  const x = Math.round(scale.x(frame));
  const text = Number.isInteger(frame) ? String(frame) : frame.toFixed(2);
  ctx.fillStyle = colours.accent;
  ctx.fillRect(x, RULER - 2, 1, height);
  const wide = ctx.measureText(text).width + 10;
  ctx.beginPath();
  ctx.roundRect(x - wide / 2, 0, wide, 15, 4);
  ctx.fill();
  ctx.fillStyle = colours.back;
  ctx.textAlign = "center";
  ctx.fillText(text, x, 8);
  ctx.textAlign = "left";
}

// ---- keys -----------------------------------------------------------------------------------------------

function paintKeys(ctx: Context, painted: Painted, row: Row & { figure: FigureId }, clip: Clip): void {
  const { state, scale, colours, doing, pictures } = painted;
  const chosen = state.timeline.keys.value.get(row.figure);
  const isMoved = (frame: number): boolean => doing?.keys?.get(row.figure)?.has(frame) ?? false;
  const moves = doing?.moved !== undefined;
  const moved = moves ? (frame: number) => doing?.moved?.(row.figure, frame) ?? frame : UNMOVED;
  const keys = shownKeys(clip, scale, PICTURE.width, (frame) => chosen?.has(frame) ?? false, moved);
  const top = row.top + 4;
  if (doing?.copies) for (const { frame } of keys) if (isMoved(frame)) tick(ctx, scale.x(frame), row, colours.faint, 2);
  for (const key of keys) {
    const isChosen = chosen?.has(key.frame) ?? false;
    const gone = doing?.replaced?.get(row.figure)?.has(key.frame) && !isMoved(key.frame);
    const x = Math.round(key.x);
    const colour = gone ? colours.red : isChosen ? colours.accent : colours.dim;
    if (key.pictured) {
      const left = x - PICTURE.width / 2;
      ctx.globalAlpha = gone ? 0.35 : 1;
      ctx.fillStyle = isChosen ? colours.accentBack : colours.raised;
      ctx.beginPath();
      ctx.roundRect(left, top, PICTURE.width, PICTURE.height, 5);
      ctx.fill();
      const picture = pictures.get(row.figure, key.frame, doing !== null);
      if (picture) ctx.drawImage(picture, left, top, PICTURE.width, PICTURE.height);
      ctx.strokeStyle = isChosen ? colours.accent : colours.line;
      ctx.lineWidth = isChosen ? 2 : 1;
      ctx.stroke();
      ctx.lineWidth = 1;
      ctx.globalAlpha = 1;
    }
    const shape = clip.key(key.place);
    tick(ctx, x, row, colour, isChosen ? 3 : 2);
    if (shape.tracks) diamond(ctx, x, top + PICTURE.height + 2, colour);
    if (shape.name && key.pictured) {
      ctx.fillStyle = colours.text;
      ctx.fillText(shape.name.slice(0, 7), x - PICTURE.width / 2 + 3, top + 7);
    }
  }
}

/** The chosen keys as a range, with a grip at each end. */
function gripsIn({ state, scale, doing }: Painted, row: Row & { figure: FigureId }): readonly [number, number] | null {
  const keys = state.timeline.keys.value;
  return keys.has(row.figure) && !doing ? gripsOf({ scale }, keys) : null;
}

function paintRange(ctx: Context, { colours }: Painted, row: Row, [low, high]: readonly [number, number]): void {
  ctx.fillStyle = faded(colours.accent, 0.1);
  ctx.fillRect(low, row.top + 2, high - low, KEYS - 4);
}

function paintGrips(ctx: Context, { colours }: Painted, row: Row, grips: readonly number[]): void {
  for (const x of grips) {
    ctx.fillStyle = colours.accent;
    ctx.beginPath();
    ctx.roundRect(x - GRIP / 2, row.top + KEYS / 2 - 13, GRIP, 26, 3);
    ctx.fill();
    ctx.fillStyle = colours.back;
    for (const aside of [-2, 1]) ctx.fillRect(x + aside, row.top + KEYS / 2 - 5, 1, 10);
  }
}

function tick(ctx: Context, x: number, row: Row, colour: string, width: number): void {
  ctx.fillStyle = colour;
  ctx.fillRect(Math.round(x - width / 2), row.top + KEYS - 8, width, 8);
}

/** A key of some tracks only. */
function diamond(ctx: Context, x: number, y: number, colour: string): void {
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.moveTo(x, y - 5);
  ctx.lineTo(x + 5, y);
  ctx.lineTo(x, y + 5);
  ctx.lineTo(x - 5, y);
  ctx.fill();
}

function paintHovered(ctx: Context, { state, scale, colours, hovered, pictures, rows, doing, width: whole }: Painted): void {
  const row = rows.find((each) => each.kind === "keys" && each.figure === hovered?.figure);
  if (!hovered || !row || doing || state.playing) return;
  const picture = pictures.get(hovered.figure, hovered.frame);
  if (!picture) return;
  const [width, height] = [LARGER * PICTURE.width, LARGER * PICTURE.height];
  const left = Math.min(Math.max(LABELS + 2, LABELS + scale.x(hovered.frame) - width / 2), whole - width - 2);
  const top = Math.max(2, row.top + KEYS - 6 - height);
  ctx.fillStyle = colours.raised;
  ctx.strokeStyle = colours.accent;
  ctx.beginPath();
  ctx.roundRect(left, top, width, height, 6);
  ctx.fill();
  ctx.stroke();
  ctx.drawImage(picture, left, top, width, height);
  ctx.fillStyle = colours.text;
  ctx.fillText(String(Number(hovered.frame.toFixed(2))), left + 6, top + 9);
}

// ---- segments and strips --------------------------------------------------------------------------------

/** A line between neighbouring keys, dotted where the pose is held, and a tick for each frame where there is room. */
function paintBar(ctx: Context, painted: Painted, row: Row & { figure: FigureId }, clip: Clip): void {
  const { scale, colours, doing } = painted;
  const y = row.top + row.height / 2;
  const moved = (frame: number): number => scale.x(doing?.moved?.(row.figure, frame) ?? frame);
  const from = Math.max(0, clip.placeFrom(scale.frame(0)) - 1);
  const [solid, dotted] = [new Path2D(), new Path2D()];
  ctx.strokeStyle = colours.strong;
  ctx.fillStyle = colours.strong;
  for (let place = doing ? 0 : from; place + 1 < clip.frames.length; place++) {
    const [a, b] = [moved(clip.frames[place]!), moved(clip.frames[place + 1]!)];
    if (!doing && a > scale.width) break;
    if (b < 0 || a > scale.width) continue;
    const line = clip.key(place).curve === "hold" ? dotted : solid; // thousands of strokes would take long
    line.moveTo(a, y);
    line.lineTo(b, y);
    paintSpacing(ctx, painted, row.figure, clip, place, a, b, y);
  }
  ctx.stroke(solid);
  ctx.setLineDash([2, 4]);
  ctx.stroke(dotted);
  ctx.setLineDash([]);
  if (doing && !doing.slow) return;
  for (const grip of slowGrips(clip, row.figure, painted)) {
    const slow = doing?.slow;
    const held = slow?.figure === grip.figure && slow.frame === grip.frame && slow.field === grip.field;
    const x = held ? grip.from + slow.value * (grip.to - grip.from) : grip.x;
    ctx.fillStyle = held || grip.value ? colours.accent : colours.dim;
    ctx.beginPath();
    ctx.arc(x, y, 3.5, 0, 7);
    ctx.fill();
  }
}

/** A tick for each frame of a segment, as far along as the motion is then. */
function paintSpacing(
  ctx: Context,
  { scale, colours, doing }: Painted,
  figure: FigureId,
  clip: Clip,
  place: number,
  a: number,
  b: number,
  y: number,
): void {
  const [first, second] = [clip.frames[place]!, clip.frames[place + 1]!];
  const count = Math.round(second - first);
  if ((b - a) / Math.max(count, 1) < 4) return;
  const slow = doing?.slow?.figure === figure ? doing.slow : null;
  const slowOut = slow?.frame === first && slow.field === "slow_out" ? slow.value : clip.key(place).slow_out;
  const slowIn = slow?.frame === second && slow.field === "slow_in" ? slow.value : clip.key(place + 1).slow_in;
  ctx.fillStyle = colours.strong;
  for (let k = 0; k <= count; k++) {
    const x = a + eased(k / count, slowOut, slowIn) * (b - a);
    if (x >= 0 && x <= scale.width) ctx.fillRect(Math.round(x), y - 2, 1, 4);
  }
}

// ---- gestures -------------------------------------------------------------------------------------------

function paintBox(ctx: Context, { doing, colours }: Painted): void {
  if (!doing?.box) return;
  const { x, y, width, height } = doing.box;
  ctx.fillStyle = faded(colours.accent, 0.14);
  ctx.fillRect(x - LABELS, y, width, height);
  ctx.strokeStyle = colours.accent;
  ctx.strokeRect(x - LABELS + 0.5, y + 0.5, width, height);
}

function paintLabel(ctx: Context, { doing, scale, colours }: Painted): void {
  if (!doing?.label) return;
  const wide = ctx.measureText(doing.label).width + 14;
  const x = Math.min(Math.max(scale.x(doing.at) - wide / 2, 2), scale.width - wide - 2);
  const y = RULER + LOOP - 18; // between the numbers and the pictures: what is dragged stays in sight
  ctx.fillStyle = colours.text;
  ctx.beginPath();
  ctx.roundRect(x, y, wide, 18, 5);
  ctx.fill();
  ctx.fillStyle = colours.back;
  ctx.fillText(doing.label, x + 7, y + 9.5);
}

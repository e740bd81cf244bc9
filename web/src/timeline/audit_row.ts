/** The row of the audit: at each frame how far the worst lock is off, and where the motion pops; a click goes there. */

import type { FigureId } from "../state/part";
import type { Gesture, Tool } from "../tools/tool";
import { faded } from "./colours";
import type { Line, LineHover, LineSample } from "./line";
import type { Context, Painted } from "./painted";
import { auditInWords, nextProblem, problemFrames } from "./problems";
import { LABELS, type Row } from "./rows";

const [LEAST, MOST] = [0.01, 1000]; // shares of what counts as held, from the foot of the row to its top

/** Bars as high as the error, on a scale of powers of ten, and a triangle where the motion pops. */
export function paintAudit(ctx: Context, { state, scale, colours }: Painted, row: Row & { figure: FigureId }): void {
  const frames = state.timeline.frames.get(row.figure);
  if (!frames) return;
  const { audit } = frames;
  const [top, height] = [row.top + 2, row.height - 4];
  const step = Math.max(1, Math.floor(1 / scale.scale));
  const first = Math.max(Math.floor(scale.frame(0)), frames.first);
  const last = Math.min(Math.ceil(scale.end), frames.first + frames.count - 1);
  const tint = [faded(colours.held, 0.75), colours.amber, colours.red];
  for (let frame = first; frame <= last; frame += step) {
    const [worst, pops] = worstOf(audit, frame - frames.first, Math.min(step, last + 1 - frame));
    const level = worst < 0 ? null : audit.level(worst);
    const x = scale.x(frame - 0.5);
    const wide = Math.max(scale.scale * step - (scale.scale > 5 ? 1 : 0), 1);
    if (level !== null) {
      const share = Math.log10(Math.max(audit.share[worst]!, LEAST) / LEAST) / Math.log10(MOST / LEAST);
      const tall = Math.max(2, Math.min(share, 1) * height);
      ctx.fillStyle = tint[level]!;
      ctx.fillRect(x, top + height - tall, wide, tall);
    }
    if (pops) {
      ctx.fillStyle = colours.red;
      ctx.beginPath();
      ctx.moveTo(x + wide / 2 - 4, top);
      ctx.lineTo(x + wide / 2 + 4, top);
      ctx.lineTo(x + wide / 2, top + 6);
      ctx.fill();
    }
  }
}

/** Of several rows that share a pixel the one that is off most, -1 for none; and whether one of them pops. */
function worstOf(
  audit: { share: Float32Array; pops(row: number): boolean },
  first: number,
  count: number,
): readonly [number, boolean] {
  let [found, pops] = [-1, false];
  for (let row = first; row < first + count; row++) {
    pops ||= audit.pops(row);
    const share = audit.share[row] ?? Number.NaN;
    if (!Number.isNaN(share) && (found < 0 || share > audit.share[found]!)) found = row;
  }
  return [found, pops];
}

export class AuditTool implements Tool<LineSample, LineHover> {
  readonly name = "audit";

  constructor(private readonly line: Line) {}

  hover({ row, x, frame }: LineSample): LineHover | null {
    if (row?.kind !== "audit") return null;
    if (x < LABELS) return { cursor: "pointer", say: "Go to the next frame that is off (N)" };
    return { cursor: "pointer", say: auditInWords(this.line.state, row.figure, Math.round(frame)) };
  }

  down(start: LineSample): Gesture<LineSample> | null {
    const { row } = start;
    if (row?.kind !== "audit" || start.button !== 0) return null;
    const { state } = this.line;
    const click = (): void => {
      if (start.x >= LABELS) state.timeline.go(Math.round(start.frame));
      else {
        const next = nextProblem(problemFrames(state), state.timeline.playhead.value, 1);
        if (next !== null) state.timeline.go(next);
      }
    };
    return { move: () => {}, up: () => {}, cancel: () => {}, click };
  }
}

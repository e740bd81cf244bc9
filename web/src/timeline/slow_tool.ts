/** Grips in the bar between two keys: how slowly the motion leaves the first and comes to the second. */

import type { Clip } from "../state/clip";
import type { FigureId } from "../state/part";
import type { Gesture, Tool } from "../tools/tool";
import type { Line, LineHover, LineSample } from "./line";
import { LABELS } from "./rows";

const NARROWEST = 46; // [pixels] of a segment that has grips
const [FROM, TO] = [0.06, 0.42]; // shares of a segment between which a grip goes
export const SLOW_GRIP = 5; // [pixels] around a grip

export interface Slow {
  readonly figure: FigureId;
  readonly frame: number; // of the key that it belongs to
  readonly field: "slow_in" | "slow_out";
  readonly value: number;
  readonly x: number; // on the line
  readonly from: number; // where it would be at 0
  readonly to: number; // and at 1
}

/** How far a motion is at a share of the time between two keys (see SEQUENCES: the double interpolant). */
export function eased(share: number, slowOut: number, slowIn: number): number {
  const [a, b] = [1 - slowOut, 1 - slowIn];
  return share ** 3 * (a + b - 2) + share ** 2 * (3 - 2 * a - b) + share * a;
}

/** The grips of a figure that are seen. */
export function slowGrips(clip: Clip, figure: FigureId, line: Pick<Line, "scale">): Slow[] {
  const { scale } = line;
  const found: Slow[] = [];
  for (let place = Math.max(0, clip.placeFrom(scale.frame(0)) - 1); place + 1 < clip.frames.length; place++) {
    const [first, second] = [clip.frames[place]!, clip.frames[place + 1]!];
    const [a, b] = [scale.x(first), scale.x(second)];
    if (a > scale.width) break;
    if (b - a < NARROWEST || clip.key(place).curve === "hold") continue;
    const grip = (frame: number, field: Slow["field"], value: number, at: number, sign: number): Slow => {
      const [from, to] = [at + sign * FROM * (b - a), at + sign * TO * (b - a)];
      return { figure, frame, field, value, from, to, x: from + value * (to - from) };
    };
    found.push(grip(first, "slow_out", clip.key(place).slow_out, a, 1));
    found.push(grip(second, "slow_in", clip.key(place + 1).slow_in, b, -1));
  }
  return found;
}

export class SlowTool implements Tool<LineSample, LineHover> {
  readonly name = "slow";

  constructor(private readonly line: Line) {}

  hover(at: LineSample): LineHover | null {
    const grip = this.gripUnder(at);
    const word = grip?.field === "slow_out" ? "Slow out" : "Slow in";
    return grip && { cursor: "ew-resize", say: `${word}: ${Math.round(100 * grip.value)} %` };
  }

  down(start: LineSample): Gesture<LineSample> | null {
    const grip = start.button === 0 ? this.gripUnder(start) : null;
    if (!grip) return null;
    const { line } = this;
    let value = grip.value;
    const word = grip.field === "slow_out" ? "slow out" : "slow in";
    const command = () => ({
      kind: "change_keys" as const,
      keys: { [grip.figure]: [grip.frame] },
      changes: { [grip.field]: value },
    });
    return {
      move: ({ x }) => {
        const share = (x - LABELS - grip.from) / (grip.to - grip.from);
        value = Number(Math.min(Math.max(share, 0), 1).toFixed(2));
        line.show({
          label: `${word} ${Math.round(100 * value)} %`,
          at: grip.frame,
          command: value === grip.value ? null : command(),
          slow: { ...grip, value },
        });
      },
      up: () => void line.keep(value === grip.value ? null : command()),
      cancel: () => line.cancel(),
    };
  }

  private gripUnder({ row, x, reach }: LineSample): Slow | null {
    if (row?.kind !== "bar" || x < LABELS) return null;
    const clip = this.line.state.timeline.clips.value.get(row.figure);
    const grips = clip ? slowGrips(clip, row.figure, this.line) : [];
    const away = (grip: Slow): number => Math.abs(grip.x - (x - LABELS));
    const nearest = grips.reduce<Slow | null>((a, b) => (a && away(a) <= away(b) ? a : b), null);
    return nearest && away(nearest) <= SLOW_GRIP * reach ? nearest : null;
  }
}

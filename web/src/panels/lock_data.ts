/** What the panel reads from a lock's goal, and how a change is written back into it. */

import type { Figure } from "../state/figure";
import type { Lock } from "../state/scene";

const EVEN = 180 / Math.PI; // degrees per metre at which a radian weighs as much as a metre

export type Triple<T> = [T, T, T];
type Goal = Readonly<Record<string, unknown>>;
type Weights = Triple<number | null>;

/** How much each of x, y, z counts in a goal; null for a goal that knows no axes. What a goal leaves out is its default. */
function weights(goal: Goal): Weights | null {
  if (goal.goal === "position") return weightsFrom(goal.axes, [1, 1, 1]);
  if (goal.goal === "orientation_axes" || goal.goal === "pose_axes")
    return weightsFrom(goal.degrees_per_metre, [EVEN, EVEN, null]);
  return null;
}

function weightsFrom(given: unknown, otherwise: Weights): Weights {
  if (!Array.isArray(given)) return otherwise;
  const number = (x: unknown): number | null => (typeof x === "number" || typeof x === "boolean" ? Number(x) : null);
  return [number(given[0]), number(given[1]), number(given[2])];
}

/** Which of x, y, z a goal holds; null for a goal that knows no axes. */
export function heldAxes(goal: Goal): Triple<boolean> | null {
  const found = weights(goal);
  return found && [Boolean(found[0]), Boolean(found[1]), Boolean(found[2])];
}

/** The goal with other axes held; weights of those that stay are kept. */
export function withAxes(goal: Goal, held: Triple<boolean>): Record<string, unknown> {
  const before = weights(goal) ?? [null, null, null];
  if (goal.goal === "position") return { ...goal, axes: held.map((on, k) => (on ? before[k] || 1 : 0)) };
  return { ...goal, degrees_per_metre: held.map((on, k) => (on ? (before[k] ?? EVEN) : null)) };
}

/** The range of a distance [m]; no upper end where it has none. */
export function rangeOf(goal: Goal): { lo: number; hi: number | null } {
  const { lo, hi } = goal;
  return { lo: typeof lo === "number" ? lo : 0, hi: typeof hi === "number" ? hi : null };
}

export interface ChainChoice {
  label: string;
  chain: string[] | null; // null: up to the nearest branch
  chosen: boolean;
}

/** The IK chains a lock may have: to the nearest branch, the part alone, up to each joint above it; and its own, if it is another. */
export function chainChoices(figure: Figure, lock: Pick<Lock, "part" | "chain">): ChainChoice[] {
  const above = figure.above(lock.part);
  const same = (chain: readonly string[]): boolean =>
    lock.chain !== null && [...chain].sort().join("\n") === [...lock.chain].sort().join("\n");
  const choices: ChainChoice[] = [{ label: "up to the nearest branch", chain: null, chosen: lock.chain === null }];
  choices.push({ label: "part only", chain: [lock.part], chosen: same([lock.part]) });
  for (let k = above.length - 2; k >= 0; k--) {
    const joint = above[k];
    if (!joint || joint.kind === "fixed") continue;
    const chain = above.slice(k).map((each) => each.name);
    choices.push({ label: `up to ${joint.label}`, chain, chosen: same(chain) });
  }
  if (lock.chain && !choices.some((each) => each.chosen))
    choices.push({ label: `${lock.chain.length} selected joints`, chain: lock.chain, chosen: true });
  return choices;
}

/** What the panel reads from a lock's goal, and how a change is written back into it. */

import type { FigureData, LockData } from "../messages";

const EVEN = 180 / Math.PI; // degrees per metre at which a radian weighs as much as a metre

type Three<T> = [T, T, T];

/** Which of x, y, z a goal holds; null for a goal that knows no axes. */
export function heldAxes(goal: Record<string, unknown>): Three<boolean> | null {
  if (Array.isArray(goal.degrees_per_metre)) return goal.degrees_per_metre.map((each) => each !== null) as Three<boolean>;
  if (goal.kind === "position" && Array.isArray(goal.axes)) return goal.axes.map((each) => each !== 0) as Three<boolean>;
  return null;
}

/** The goal with other axes held; weights of those that stay are kept. */
export function withAxes(goal: Record<string, unknown>, held: Three<boolean>): Record<string, unknown> {
  if (Array.isArray(goal.degrees_per_metre)) {
    const before = goal.degrees_per_metre as (number | null)[];
    return { ...goal, degrees_per_metre: held.map((on, k) => (on ? (before[k] ?? EVEN) : null)) };
  }
  const before = goal.axes as number[];
  return { ...goal, axes: held.map((on, k) => (on ? before[k] || 1 : 0)) };
}

export interface ChainChoice {
  label: string;
  chain: string[] | null; // null: up to the nearest branch
  chosen: boolean;
}

/** The chains a lock may be served by: to the nearest branch, the part alone, up to each joint above it; and its own, if it is another. */
export function chainChoices(figure: FigureData, lock: LockData): ChainChoice[] {
  const byName = new Map(figure.joints.map((joint) => [joint.name, joint]));
  const above: string[] = [];
  for (let joint = byName.get(lock.part); joint; joint = byName.get(joint.parent ?? "")) above.unshift(joint.name);
  const same = (chain: readonly string[]): boolean =>
    lock.chain !== null && [...chain].sort().join("\n") === [...lock.chain].sort().join("\n");
  const choices: ChainChoice[] = [{ label: "up to the nearest branch", chain: null, chosen: lock.chain === null }];
  choices.push({ label: "this part alone", chain: [lock.part], chosen: same([lock.part]) });
  for (let k = above.length - 2; k >= 0; k--) {
    const chain = above.slice(k);
    const joint = byName.get(above[k])!;
    if (joint.kind === "fixed") continue;
    choices.push({ label: `up to ${joint.label}`, chain, chosen: same(chain) });
  }
  if (!choices.some((each) => each.chosen)) choices.push({ label: `${lock.chain!.length} chosen joints`, chain: lock.chain, chosen: true });
  return choices;
}

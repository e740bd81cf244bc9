/** What the panel reads from a lock's goal, and how a change is written back into it. */

import type { FigureData, LockData } from "../messages";

const EVEN = 180 / Math.PI; // degrees per metre at which a radian weighs as much as a metre

type Three<T> = [T, T, T];

/** How much each of x, y, z counts in a goal; null for a goal that knows no axes. What a goal leaves out is its default. */
function weights(goal: Record<string, unknown>): Three<number | null> | null {
  if (goal.goal === "position") return (goal.axes ?? [1, 1, 1]) as Three<number>;
  if (goal.goal === "orientation_axes" || goal.goal === "pose_axes")
    return (goal.degrees_per_metre ?? [EVEN, EVEN, null]) as Three<number | null>;
  return null;
}

/** Which of x, y, z a goal holds; null for a goal that knows no axes. */
export function heldAxes(goal: Record<string, unknown>): Three<boolean> | null {
  return (weights(goal)?.map((weight) => Boolean(weight)) ?? null) as Three<boolean> | null;
}

/** The goal with other axes held; weights of those that stay are kept. */
export function withAxes(goal: Record<string, unknown>, held: Three<boolean>): Record<string, unknown> {
  const before = weights(goal)!;
  if (goal.goal === "position") return { ...goal, axes: held.map((on, k) => (on ? before[k] || 1 : 0)) };
  return { ...goal, degrees_per_metre: held.map((on, k) => (on ? (before[k] ?? EVEN) : null)) };
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
  if (!choices.some((each) => each.chosen))
    choices.push({ label: `${lock.chain!.length} chosen joints`, chain: lock.chain, chosen: true });
  return choices;
}

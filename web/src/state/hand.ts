/** Hands: which a figure has, and whether their fingers are moved one by one. */

import type { Figure } from "./figure";

export interface Hand {
  readonly part: string;
  readonly side: "left" | "right";
  /** Whether its fingers are moved one by one. */
  readonly single: boolean;
}

/** The hand of a limb, if its fingers move. */
export function handOf(figure: Figure, limb: string): Hand | null {
  const joint = figure.data.joints.find((each) => each.limb === limb && /^[lr]_hand$/.test(each.name));
  if (!joint) return null;
  const side = joint.name.startsWith("l") ? "left" : "right";
  const has = (name: string): boolean => figure.data.parameters.some((each) => each.name === `${side[0]}_${name}`);
  if (has("knuckles")) return { part: joint.name, side, single: false };
  if (has("index_knuckle") || has("index1")) return { part: joint.name, side, single: true };
  return null;
}

/** The joint that is grabbed where another one is pressed: the hand for its fingers, unless they are moved one by one. */
export function grabbedJoints(figure: Figure): readonly number[] {
  return figure.data.joints.map(({ name, limb }, joint) => {
    const hand = handOf(figure, limb);
    const isOfHand = hand && !hand.single && figure.above(name).some((above) => above.name === hand.part);
    return isOfHand ? figure.jointIndex(hand.part) : joint;
  });
}

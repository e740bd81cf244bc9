import { describe, expect, it } from "vitest";
import { Figure } from "../src/state/figure";
import { grabbedJoints, handOf } from "../src/state/hand";
import { FIGURE, JOINT, PARAMETER } from "./support/figures";

/** An arm with a hand of two fingers, moved by some parameters. */
function arm(...parameters: string[]): Figure {
  const names = [
    ["r_arm", null],
    ["r_hand", "r_arm"],
    ["r_index1", "r_hand"],
    ["r_index2", "r_index1"],
    ["r_thumb1", "r_hand"],
  ] as const;
  const joints = names.map(([name, parent]) => ({ ...JOINT, name, parent }));
  return new Figure("one", { ...FIGURE, joints, parameters: parameters.map((name) => ({ ...PARAMETER, name })) });
}

describe("a hand", () => {
  it("is grabbed as a whole while its fingers are moved together", () => {
    expect(grabbedJoints(arm("r_knuckles", "r_finger_curl"))).toEqual([0, 1, 1, 1, 1]);
  });

  it("has fingers that are grabbed where they are single, or not a hand's", () => {
    expect(handOf(arm("r_index_knuckle"), "Arm")?.single).toBe(true);
    expect(grabbedJoints(arm("r_index_knuckle"))).toEqual([0, 1, 2, 3, 4]);
    expect(grabbedJoints(arm("bend"))).toEqual([0, 1, 2, 3, 4]);
  });
});

import { describe, expect, it } from "vitest";
import { fitView } from "../src/stage/framing";
import { Figure } from "../src/state/figure";
import { FIGURE } from "./support/figures";
import { aside, LIVE, over, stageOf, standing } from "./support/stage";

describe("a stage of several figures", () => {
  it("picks the part that is nearest to the eye, of whichever figure", () => {
    const stage = stageOf({ ann: -1, bob: 1 });
    const pick = (place: [number, number, number]) => {
      const { view, x, y } = over(stage, place);
      return stage.pick(view, x, y);
    };
    expect(pick([-1, 0.5, 0])).toMatchObject({ figure: "ann", part: "root" });
    expect(pick([1, 1.5, 0])).toMatchObject({ figure: "bob", part: "tip" });
    expect(pick([0, 1, 0])).toBeNull();
    // bob steps in front of ann
    const bob = standing(-1);
    bob[11] = bob[23] = 0.7;
    stage.setLive({ ...LIVE, poses: new Map([["bob", aside(bob)]]) });
    expect(pick([-1, 0.5, 0])).toMatchObject({ figure: "bob", part: "root" });
  });

  it("keeps the bodies of figures that stay, and drops those that go", () => {
    const stage = stageOf({ ann: 0, bob: 1 });
    const [ann, bob] = [stage.bodies.get("ann"), stage.bodies.get("bob")];
    const other = new Figure("bob", { ...FIGURE, name: "another bob" });
    const figures = new Map([
      ["ann", ann!.figure],
      ["bob", other],
    ]);
    expect(stage.setFigures(figures)).toBe(true);
    expect(stage.bodies.get("ann")).toBe(ann);
    expect(stage.bodies.get("bob")).not.toBe(bob);
    expect(stage.bodies.get("bob")?.posed).toBe(false);
    expect(stage.setFigures(figures)).toBe(false);
    stage.setFigures(new Map([["ann", ann!.figure]]));
    expect([...stage.bodies.keys()]).toEqual(["ann"]);
  });

  it("fits all figures into a view, or one part", () => {
    const stage = stageOf({ ann: -3, bob: 3 });
    for (const x of [-3.2, 3.2]) {
      const at = stage.project("front", [x, 1, 0])!;
      expect(at.x).toBeGreaterThan(0);
      expect(at.x).toBeLessThan(400);
    }
    fitView(stage, "front", { figure: "bob", part: "tip" });
    const at = stage.project("front", [3, 1.5, 0])!;
    expect(Math.hypot(at.x - 200, at.y - 150)).toBeLessThan(1);
  });

  it("does not pick hidden parts, nor figures without a pose", () => {
    const stage = stageOf({ ann: 0 });
    const { view, x, y } = over(stage, [0, 0.5, 0]);
    stage.bodies.get("ann")?.look(Uint8Array.of(16, 0));
    expect(stage.pick(view, x, y)).toBeNull();
    stage.bodies.get("ann")?.look(Uint8Array.of(0, 0));
    expect(stage.pick(view, x, y)?.part).toBe("root");
    stage.setFigures(new Map([["ann", new Figure("ann", FIGURE)]]));
    expect(stage.pick(view, x, y)).toBeNull();
  });

  it("finds no part of a figure that is not there", () => {
    const stage = stageOf({ ann: 0 });
    expect(stage.find({ figure: "bob", part: "tip" })).toBeNull();
    expect(stage.find({ figure: "ann", part: "tail" })).toBeNull();
    expect(stage.find(null)).toBeNull();
    expect(stage.find({ figure: "ann", part: "tip" })?.joint).toBe(1);
  });
});

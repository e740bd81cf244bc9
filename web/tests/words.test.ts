import { describe, expect, it } from "vitest";

import { Actions } from "../src/actions/action";
import { chainChoices, heldAxes, withAxes } from "../src/panels/lock_data";
import { parseOption } from "../src/panels/solver_options";
import { cellSize } from "../src/stage/ground";
import { Figure } from "../src/state/figure";
import { chordOf } from "../src/widgets/keys";
import { parseNumber } from "../src/widgets/slider";
import { inWords } from "../src/widgets/units";
import { FIGURE, JOINT } from "./support/figures";

describe("key chords", () => {
  const press = (key: string, more: Partial<KeyboardEvent> = {}): string =>
    chordOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });

  it.each([
    ["z", { ctrlKey: true }, "Ctrl+Z"],
    ["Z", { metaKey: true, shiftKey: true }, "Ctrl+Shift+Z"],
    ["?", { shiftKey: true }, "?"],
    [" ", { shiftKey: true }, "Shift+Space"],
    ["Tab", { shiftKey: true }, "Shift+Tab"],
    ["g", {}, "G"],
    ["1", { altKey: true }, "Alt+1"],
    ["+", { shiftKey: true }, "+"],
  ])("%s with %o is %s", (key, more, chord) => {
    expect(press(key, more)).toBe(chord);
  });

  it("find their action, unless it cannot be done now", () => {
    const run = (): void => {};
    const area = {
      a: { label: "A", keys: "Delete Backspace", group: "", run },
      b: { label: "B", keys: "G", group: "", run, enabled: () => false },
    };
    const actions = new Actions();
    actions.register(area);
    expect(actions.find("Backspace")).toBe(area.a);
    expect(actions.find("G")).toBeNull();
    expect(actions.find("X")).toBeNull();
  });

  it("belong to one action, and names to one", () => {
    const run = (): void => {};
    const actions = new Actions();
    actions.register({ a: { label: "A", keys: "G", group: "", run } });
    expect(() => actions.register({ b: { label: "B", keys: "H G", group: "", run } })).toThrow("b and a both have the key G");
    expect(() => actions.register({ a: { label: "A", group: "", run } })).toThrow("two actions are called a");
    expect(() => actions.get("c")).toThrow("no action is called c; there are a");
  });
});

describe("numbers in words", () => {
  it.each([
    [0.0341, "m", "34 mm"],
    [0.0042, "m", "4.2 mm"],
    [0.0004, "m", "0.40 mm"],
    [1.234, "m", "1.23 m"],
    [0.05, "rad", "2.9°"],
    [0.5, "rad", "29°"],
  ] as const)("%d %s is %s", (value, unit, words) => {
    expect(inWords(value, unit)).toBe(words);
  });

  it.each([
    ["23", 23],
    ["−4,5°", -4.5],
    [" 30 cm", 30],
    ["1e-3", 0.001],
    ["", null],
    ["abc", null],
    ["∞", null],
  ])("typed “%s” is %s", (text, number) => {
    expect(parseNumber(text)).toBe(number);
  });

  it.each([
    ["45", "rad", 45],
    ["45°", "rad", 45],
    ["45 deg", "rad", 45],
    ["10 cm", "rad", null],
    ["2 m", "rad", null],
    ["10", "m", 10],
    ["10 cm", "m", 10],
    ["5 mm", "m", 0.5],
    ["1.2 m", "m", 120],
    ["0.5 rad", "m", null],
    ["45°", "m", null],
  ])("typed “%s” where %s is meant is %s", (text, unit, number) => {
    expect(parseNumber(text, unit)).toBe(number);
  });
});

describe("options of a solver", () => {
  const option = (type: string, value: unknown) => ({ name: "x", type, default: value });

  it("are typed as their type asks", () => {
    expect(parseOption(option("int", 3), "4.6")).toBe(5);
    expect(parseOption(option("float", 3), "4.6")).toBe(4.6);
    expect(parseOption(option("float | None", null), "")).toBeNull();
    expect(parseOption(option("float", 0.5), " ")).toBe(0.5);
    expect(parseOption(option("float", 0.5), "many")).toBeUndefined();
    expect(parseOption(option("tuple[float, ...]", null), "[1, 2]")).toEqual([1, 2]);
    expect(parseOption(option("tuple[float, ...]", null), "[1, 2")).toBeUndefined();
  });
});

describe("the goal of a lock", () => {
  it("says which axes it holds and takes others, keeping its weights", () => {
    const position = { goal: "position", axes: [1, 0, 0.5] };
    expect(heldAxes(position)).toEqual([true, false, true]);
    expect(withAxes(position, [true, true, true])).toEqual({ goal: "position", axes: [1, 1, 0.5] });
    const turn = { goal: "orientation_axes", degrees_per_metre: [30, null, null] };
    expect(heldAxes(turn)).toEqual([true, false, false]);
    expect(withAxes(turn, [true, false, true]).degrees_per_metre).toEqual([30, null, 180 / Math.PI]);
    expect(heldAxes({ goal: "position" })).toEqual([true, true, true]);
    expect(heldAxes({ goal: "pose_axes" })).toEqual([true, true, false]);
    expect(heldAxes({ goal: "plane" })).toBeNull();
  });

  it("has an IK chain of the part alone or of any joints above it", () => {
    const joint = (name: string, parent: string | null, kind = "hinge") => ({ ...JOINT, name, label: name, parent, kind });
    const joints = [joint("a", null), joint("b", "a"), joint("mid", "b", "fixed"), joint("c", "mid")];
    const figure = new Figure("figure", { ...FIGURE, joints });
    const lock = (chain: string[] | null) => ({ part: "c", chain });
    const choices = chainChoices(figure, lock(["c", "mid", "b"]));
    expect(choices.map((each) => each.label)).toEqual(["up to the nearest branch", "part only", "up to b", "up to a"]);
    expect(choices.find((each) => each.chosen)?.label).toBe("up to b");
    expect(chainChoices(figure, lock(["a", "c"])).at(-1)).toMatchObject({ label: "2 selected joints", chosen: true });
  });
});

describe("the grid", () => {
  it.each([
    [1.75, 0.25],
    [0.6, 0.1],
    [30, 5],
    [7, 1],
  ])("of a figure %d m tall has cells of %d m", (height, cell) => {
    expect(cellSize(height)).toBeCloseTo(cell);
  });
});

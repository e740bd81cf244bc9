import * as THREE from "three";
import { beforeEach, describe, expect, it } from "vitest";
import { FigureEdits, figureActions } from "../src/actions/figures";
import type { Editor } from "../src/editor";
import { Body } from "../src/stage/body";
import { Figure } from "../src/state/figure";
import { shownUnit } from "../src/timeline/curves";
import { ACTOR, FIGURE, JOINT, PARAMETER } from "./support/figures";
import { connectedEditor, type FakeSocket } from "./support/server";

const PALETTE = { centre: new THREE.Color(), left: new THREE.Color(), right: new THREE.Color() };
const PLACE = (y: number): number[] => [1, 0, 0, 0, 0, 1, 0, y, 0, 0, 1, 0];

/** The root, a metre long, with a joint that slides along it; the tip hangs from that. */
const LONG = {
  ...FIGURE,
  joints: [
    FIGURE.joints[0]!,
    { ...JOINT, name: "root slide", parent: "root", kind: "fixed" },
    { ...FIGURE.joints[1]!, parent: "root slide" },
  ],
  parameters: [{ ...PARAMETER, name: "stretch", unit: "%" as const, lo: 0, hi: 0.5 }, ...FIGURE.parameters],
  shapes: [FIGURE.shapes[0]!, { ...FIGURE.shapes[1]!, joint: 2 }],
  stretches: [{ part: 0, slide: 1, along: [0, 1, 0] as [number, number, number] }],
};

describe("limbs that stretch", () => {
  let editor: Editor;
  let socket: FakeSocket;

  beforeEach(() => {
    ({ editor, socket } = connectedEditor());
  });

  it("have joints that are no parts, and sliders in percent without a limit that is shown", () => {
    const figure = new Figure("two", LONG);
    expect(figure.parts.map(({ name }) => name)).toEqual(["root", "tip"]);
    expect(figure.jointsAtLimits([0, 0, 0])).toEqual([]);
    expect(figure.jointsAtLimits([0, 1, 0])).toEqual(["root"]);
    expect(shownUnit(LONG.parameters[0]!)).toBe(" %");
  });

  it("are drawn and picked as far as they reach", () => {
    const body = new Body(new Figure("two", LONG), PALETTE, true);
    body.pose(new Float32Array([...PLACE(0), ...PLACE(0), ...PLACE(1)]));
    const at = (y: number): number | undefined => body.pick({ origin: [0, y, 5], direction: [0, 0, -1] })?.joint;
    expect([at(0.7), at(0.9)]).toEqual([0, undefined]); // a ball from 0.25 to 0.75
    body.pose(new Float32Array([...PLACE(0), ...PLACE(0.5), ...PLACE(1.5)]));
    expect([at(0.9), at(1.1), at(0.3)]).toEqual([0, 0, undefined]); // from 0.375 to 1.125
    expect(body.place(0)).toEqual([0, 0, 0]); // joints are where they are
    expect(body.middle(0)[1]).toBeCloseTo(0.75);
    body.dispose();
  });

  it("are switched on and off, and asked how far", () => {
    const actions = figureActions(editor.state, new FigureEdits(editor, () => {}));
    expect([actions.stretch?.checked?.(), actions.stretchFar?.enabled?.()]).toEqual([false, false]);
    actions.stretch?.run();
    expect(socket.command).toEqual({ kind: "set_stretch", figure: "two", most: 0.5 });
    socket.tell(4, { actors: [{ ...ACTOR, q: [0, 0, 0] }], figures: { "2f": LONG } });
    expect([actions.stretch?.checked?.(), actions.stretchFar?.enabled?.()]).toEqual([true, true]);
    actions.stretchFar?.run();
    const field = document.body.querySelector<HTMLInputElement>("dialog input")!;
    expect(field.value).toBe("50");
    field.value = "80";
    document.body.querySelector("dialog form")!.dispatchEvent(new Event("submit"));
    expect(socket.command).toEqual({ kind: "set_stretch", figure: "two", most: 0.8 });
    actions.stretch?.run();
    expect(socket.command).toEqual({ kind: "set_stretch", figure: "two", most: 0 });
  });
});

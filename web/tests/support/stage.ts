/** A stage without a graphics card, and the pointer on its views. */

import { fitView } from "../../src/stage/framing";
import type { Renderer } from "../../src/stage/renderer";
import { Stage } from "../../src/stage/stage";
import { Figure } from "../../src/state/figure";
import type { FigureId } from "../../src/state/part";
import type { Live, LivePose } from "../../src/state/scene";
import type { ViewName } from "../../src/state/view";
import type { ViewSample } from "../../src/tools/views_pointer";
import { FIGURE } from "./figures";
import { lifted } from "./packets";

export const RECT = { left: 0, top: 0, width: 400, height: 300 };

function fakeRenderer(): Renderer {
  const nothing = (): void => {};
  return {
    domElement: document.createElement("canvas"),
    autoClear: true,
    clear: nothing,
    render: nothing,
    getScissorTest: () => true,
    getSize: (target) => target.set(400, 300),
    setClearColor: nothing,
    setPixelRatio: nothing,
    setRenderTarget: nothing,
    setScissor: nothing,
    setScissorTest: nothing,
    setSize: nothing,
    setViewport: nothing,
    readRenderTargetPixels: nothing,
  };
}

export function emptyStage(): Stage {
  const stage = new Stage({ low: true, theme: "dark" }, fakeRenderer());
  for (const view of ["perspective", "front", "side", "top"] as const) stage.rects[view] = RECT;
  return stage;
}

/** What comes with every pose. */
export const LIVE: Live = {
  revision: 3,
  dragging: false,
  conflict: false,
  chasing: false,
  moving: false,
  milliseconds: 1,
  poses: new Map(),
  locks: new Map(),
  goal: [0, 0, 0],
  effector: [0, 0, 0],
  frame: null,
};

/** The pose of a figure that stands aside. */
export const aside = (transforms: Float32Array): LivePose => ({
  transforms,
  parameters: Float32Array.of(0, 0),
  centreOfMass: [0, 0, 0],
  balance: null,
});

/** The two joints of a figure above each other, moved aside. */
export function standing(x: number): Float32Array {
  const transforms = [...lifted(0), ...lifted(1)];
  transforms[3] = transforms[15] = x;
  return Float32Array.from(transforms);
}

/** A stage with figures side by side. */
export function stageOf(figures: Readonly<Record<FigureId, number>>): Stage {
  const stage = emptyStage();
  const ids = Object.keys(figures);
  stage.setFigures(new Map(ids.map((id) => [id, new Figure(id, FIGURE)])));
  const poses = ids.map((id) => [id, aside(standing(figures[id] ?? 0))] as const);
  stage.setLive({ ...LIVE, poses: new Map(poses) });
  for (const view of ["perspective", "front", "side", "top"] as const) fitView(stage, view);
  return stage;
}

/** The pointer at a pixel of a view. */
export const at = (x: number, y: number, more: Partial<ViewSample> = {}): ViewSample => ({
  view: "front",
  x,
  y,
  clientX: x,
  clientY: y,
  button: 0,
  shift: false,
  ctrl: false,
  alt: false,
  ...more,
});

/** The pointer over a place of the world. */
export function over(
  stage: Stage,
  place: [number, number, number],
  more: Partial<ViewSample> = {},
  view: ViewName = "front",
): ViewSample {
  const found = stage.project(view, place);
  if (!found) throw new Error("the place is not seen");
  return at(found.x, found.y, { view, ...more });
}

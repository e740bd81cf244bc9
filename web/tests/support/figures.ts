/** Small figures, and what the server says of them. */

import type { DocumentData, FigureData, JointData, LockData, ParameterData, ShapeData, Welcome } from "../../src/messages";

export const JOINT: JointData = {
  name: "root",
  label: "root",
  parent: null,
  limb: "Arm",
  side: "centre",
  mirror: null,
  branch: false,
  kind: "hinge",
  effector: [0, 0.5, 0],
};

export const PARAMETER: ParameterData = {
  name: "bend",
  label: "bend",
  joint: "root",
  limb: "Arm",
  unit: "rad",
  lo: -1,
  hi: 1,
  rest: 0,
  stiffness: 0,
  mirror: null,
};

/** A ball of half a metre around the middle of a joint's part. */
export const BALL: ShapeData = {
  joint: 0,
  kind: "ellipsoid",
  local: [1, 0, 0, 0, 0, 1, 0, 0.5, 0, 0, 1, 0],
  colour: null,
  start: null,
  end: null,
  radius: null,
  end_radius: null,
  radii: [0.25, 0.25, 0.25],
  length: null,
  size: null,
  vertices: null,
  triangles: null,
};

/** Two joints above each other, each with a ball and a parameter. */
export const FIGURE: FigureData = {
  name: "two",
  up: "y",
  joints: [JOINT, { ...JOINT, name: "tip", label: "the tip", parent: "root", limb: "Hand" }],
  parameters: [PARAMETER, { ...PARAMETER, name: "turn", label: "turn", joint: "tip", limb: "Hand" }],
  shapes: [BALL, { ...BALL, joint: 1 }],
  height: 2,
  lowest: [-0.5, 0, -0.5],
  highest: [0.5, 2, 0.5],
  unsuited: { fabrik: "it knows no limits" },
};

export const LOCK: LockData = {
  id: 7,
  name: "the tip's place",
  part: "tip",
  kind: "position",
  hard: true,
  weight: 1,
  enabled: true,
  chain: null,
  serving: ["tip"],
  goal: { goal: "position", axes: [1, 1, 1] },
  mark: { shape: "pin", place: [0, 1.5, 0], axes: [1, 0, 0, 0, 1, 0, 0, 0, 1], on: null },
};

export const DOCUMENT: DocumentData = {
  name: "trial",
  q: [0.1, 0.2],
  poses: [{ name: "bent", q: [1, 1] }],
  locks: [LOCK],
  stiffness: {},
  settings: {
    solver: "lm",
    options: {},
    iterations_per_refresh: 20,
    continuous: true,
    drag_mode: "branch",
    drag_base: null,
    balance: false,
    comfort: false,
    collision: false,
  },
};

export const WELCOME: Welcome = {
  op: "hello",
  client: "test",
  version: "0.1.0",
  revision: 3,
  figure: FIGURE,
  document: DOCUMENT,
  view: {},
  history: { undo: "Set bend", redo: null, entries: ["Set bend"], place: 1 },
  solvers: [
    { kind: "lm", summary: "`lm` solves", honours: [], options: [{ name: "damping", type: "float", default: 0.5 }] },
    { kind: "fabrik", summary: "fabrik", honours: [], options: [] },
  ],
  figures: [{ name: "human", summary: "a human" }],
  lock_kinds: [
    { kind: "position", label: "Position", mark: "pin", options: ["axes"] },
    { kind: "attach", label: "Attach", mark: "link", options: ["other"] },
    { kind: "line", label: "Line", mark: "rail", options: ["along"] },
  ],
};

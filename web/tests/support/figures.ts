/** Small figures, and what the server says of them. */

import type {
  ActorData,
  ClipData,
  DocumentParts,
  FigureData,
  JointData,
  LockData,
  ParameterData,
  Settings,
  ShapeData,
  Welcome,
} from "../../src/messages";

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
  skin: null,
  poles: [],
  stretches: [],
  unsuited: { fabrik: "it knows no limits" },
};

const LEVEL = {
  kind: "level" as const,
  at: 0,
  count: 5,
  rise: 0.17,
  tread: 0.29,
  start: [0, 1] as [number, number],
  heading: 0,
  heights: [],
  spacing: [0.25, 0.25] as [number, number],
};

export const LOCK: LockData = {
  id: 7,
  name: "the tip's place",
  figure: "two",
  part: "tip",
  kind: "position",
  hard: true,
  weight: 1,
  enabled: true,
  chain: null,
  spans: null,
  moving: null,
  serving: { two: ["tip"] },
  goal: { goal: "position", axes: [1, 1, 1] },
  mark: { shape: "pin", place: [0, 1.5, 0], axes: [1, 0, 0, 0, 1, 0, 0, 0, 1], figure: null, part: null },
};

export const SETTINGS: Settings = {
  solver: "lm",
  options: {},
  iterations_per_refresh: 20,
  continuous: true,
  drag_mode: "branch",
  drag_base: null,
  balance: false,
  comfort: false,
  collision: false,
  floor: false,
};

export const ACTOR: ActorData = {
  name: "two",
  figure: "2f",
  q: [0.1, 0.2],
  poses: [{ name: "bent", stamp: "1", locks: 0 }],
  stiffness: {},
  tint: null,
  hidden: false,
  hidden_parts: [],
  frozen: false,
  smooth: false,
  script: "",
};

/** A part of the figure that is called "two". */
export const TIP = { figure: "two", part: "tip" };

export interface DocumentContent {
  name?: string;
  settings?: Settings;
  actors?: ActorData[];
  locks?: LockData[];
  figures?: Record<string, FigureData>;
  clips?: Record<string, ClipData>;
}

/** A whole document in parts; what is left out is as it began. */
export function documentParts(content: DocumentContent = {}): DocumentParts {
  const {
    name = "trial",
    settings = SETTINGS,
    actors = [ACTOR],
    locks = [LOCK],
    figures = { "2f": FIGURE },
    clips = {},
  } = content;
  return {
    head: { name, actors: actors.map((actor) => actor.name), locks: locks.map((lock) => lock.id), ground: LEVEL, terrain: null },
    settings,
    timeline: { rate: 30, marks: [], unkeyed: null },
    shelves: [],
    backdrops: [],
    figures,
    clips,
    actors: Object.fromEntries(actors.map((actor) => [actor.name, actor])),
    locks: Object.fromEntries(locks.map((lock) => [String(lock.id), lock])),
  };
}

export const WELCOME: Welcome = {
  op: "welcome",
  client: "test",
  version: "0.1.0",
  file: "/projects/trial.manikin",
  revision: 3,
  document: documentParts(),
  view: {},
  history: { undo: "Set bend", redo: null, entries: ["Set bend"], place: 1, older: 0 },
  solvers: [
    { kind: "lm", summary: "`lm` solves", honours: [], options: [{ name: "damping", type: "float", default: 0.5 }] },
    { kind: "fabrik", summary: "fabrik", honours: [], options: [] },
  ],
  shipped: [
    { name: "human", summary: "a human", prop: false, sizes: {} },
    { name: "tube", summary: "a tube", prop: true, sizes: { length: 1.2, diameter: 0.04 } },
  ],
  lock_kinds: [
    { kind: "position", label: "Position", mark: "pin", options: ["axes"] },
    { kind: "attach", label: "Attach", mark: "link", options: ["other"] },
    { kind: "line", label: "Line", mark: "rail", options: ["along"] },
  ],
};

// Made from the server's messages by python -m manikin.editor.typescript; do not edit.

/** The first message of a window; ``client`` is a random name that it keeps when it comes back. */
export interface Hello {
  op: "hello";
  id?: number;
  client: string;
  last_revision?: number | null;
}

/** Do a command. */
export interface Edit {
  op: "command";
  id?: number;
  command: Command;
}

/** Take the last step back. */
export interface Undo {
  op: "undo";
  id?: number;
}

/** Do the step again that was taken back. */
export interface Redo {
  op: "redo";
  id?: number;
}

/** Take hold of something; ``mode`` and ``base`` are those of the settings where they are left out. */
export interface DragBegin {
  op: "drag.begin";
  id?: number;
  what: "part" | "rotate" | "root" | "lock" | "goal" | "slider";
  part?: string | null;
  lock?: number | null;
  parameter?: string | null;
  mode?: "part" | "branch" | "joint" | null;
  base?: string | null;
}

/** Where the cursor is now.  Never answered one by one: the newest wins. */
export interface DragMove {
  op: "drag.move";
  id?: number;
  seq: number;
  ray?: Ray | null;
  turn?: Turn | null;
  value?: number | null;
}

/** The line of sight through the cursor. */
export interface Ray {
  origin: [number, number, number];
  direction: [number, number, number];
}

/** So far from where the gesture began, about an axis of the world [rad]. */
export interface Turn {
  axis: [number, number, number];
  angle: number;
}

/** Let go, and keep what came of it as one step. */
export interface DragEnd {
  op: "drag.end";
  id?: number;
}

/** Let go, and go back to where it was. */
export interface DragCancel {
  op: "drag.cancel";
  id?: number;
}

/** Let a part go after a star (B): slowly off, slowly there; ``speed`` scales the joints' own. */
export interface Chase {
  op: "chase";
  id?: number;
  on: boolean;
  part?: string | null;
  target?: [number, number, number] | null;
  speed?: number;
  held?: boolean;
}

/** Keep the locks, however long it takes. */
export interface Solve {
  op: "solve";
  id?: number;
}

/** Stop a solve. */
export interface Cancel {
  op: "cancel";
  id?: number;
}

/** The page's own state, kept but neither undone nor told to others. */
export interface View {
  op: "view";
  id?: number;
  view: Record<string, unknown>;
}

/** Are you there? */
export interface Ping {
  op: "ping";
  id?: number;
  t?: number;
}

/** Everything a window needs to begin; a pose frame follows. */
export interface Welcome {
  op: "hello";
  client: string;
  version: string;
  revision: number;
  figure: FigureData;
  document: DocumentData;
  view: Record<string, unknown>;
  history: HistoryData;
  solvers: SolverData[];
  figures: FigureSummary[];
  lock_kinds: LockKindData[];
}

/** A figure as it is drawn; the box, and ``height``, are those of the rest pose. */
export interface FigureData {
  name: string;
  up: "y" | "z";
  joints: JointData[];
  parameters: ParameterData[];
  shapes: ShapeData[];
  height: number;
  lowest: [number, number, number];
  highest: [number, number, number];
  unsuited: Record<string, string>;
}

/** A joint and its body part; ``branch`` where several limbs hang from it. */
export interface JointData {
  name: string;
  label: string;
  parent: string | null;
  limb: string;
  side: "left" | "right" | "centre";
  mirror: string | null;
  branch: boolean;
  kind: string;
  effector: [number, number, number];
}

/** A slider.  ``lo`` and ``hi`` are null where there is no limit. */
export interface ParameterData {
  name: string;
  label: string;
  joint: string;
  limb: string;
  unit: "rad" | "m";
  lo: number | null;
  hi: number | null;
  rest: number;
  stiffness: number;
  mirror: string | null;
}

/** A solid in the frame of a joint, placed by ``local``; which numbers it has depends on its kind. */
export interface ShapeData {
  joint: number;
  kind: "capsule" | "ellipsoid" | "cylinder" | "box" | "mesh";
  local: number[];
  colour: [number, number, number] | null;
  start: [number, number, number] | null;
  end: [number, number, number] | null;
  radius: number | null;
  end_radius: number | null;
  radii: [number, number, number] | null;
  length: number | null;
  size: [number, number, number] | null;
  vertices: number[] | null;
  triangles: number[] | null;
}

/** A document without its figure. */
export interface DocumentData {
  name: string;
  q: number[];
  poses: KeptPose[];
  locks: LockData[];
  stiffness: Record<string, number>;
  settings: Settings;
}

/** A state kept under a name. */
export interface KeptPose {
  name: string;
  q: number[];
}

/** A lock; ``goal`` is the goal's own data. */
export interface LockData {
  id: number;
  name: string;
  part: string;
  kind: string;
  hard: boolean;
  weight: number;
  enabled: boolean;
  chain: string[] | null;
  serving: string[];
  goal: Record<string, unknown>;
  mark: Mark;
}

/** How a lock is drawn: a shape at a ``place`` [m] with ``axes`` (9, row by row), in the frame of the part ``on``. */
export interface Mark {
  shape: "pin" | "triad" | "disc" | "rail" | "cone" | "link" | "ring";
  place: number[];
  axes: number[];
  on: string | null;
}

/** How the figure is solved and pulled; part of the document, so that it is undone with it. */
export interface Settings {
  solver: string;
  options: Record<string, unknown>;
  iterations_per_refresh: number;
  continuous: boolean;
  drag_mode: "part" | "branch" | "joint";
  drag_base: string | null;
  balance: boolean;
  comfort: boolean;
  collision: boolean;
}

/** What undo and redo would do, and the labels of all steps; ``place`` steps of them are done. */
export interface HistoryData {
  undo: string | null;
  redo: string | null;
  entries: string[];
  place: number;
}

/** A solver that may be chosen. */
export interface SolverData {
  kind: string;
  summary: string;
  honours: string[];
  options: OptionData[];
}

/** An option of a solver, its default as JSON. */
export interface OptionData {
  name: string;
  type: string;
  default: unknown;
}

/** A shipped figure. */
export interface FigureSummary {
  name: string;
  summary: string;
}

/** A kind of lock that a menu offers, and the options of ``add_lock`` that it knows. */
export interface LockKindData {
  kind: string;
  label: string;
  mark: "pin" | "triad" | "disc" | "rail" | "cone" | "link" | "ring";
  options: string[];
}

/** Done, and on disk. */
export interface Ack {
  op: "ack";
  id: number;
  revision: number;
}

/** Not done, why, and what would help. */
export interface Refusal {
  op: "error";
  id: number;
  message: string;
  remedy: string | null;
}

/** The document after an edit, whoever made it. */
export interface DocumentChanged {
  op: "document";
  revision: number;
  document: DocumentData;
  history: HistoryData;
}

/** Another figure; the document follows. */
export interface FigureChanged {
  op: "figure";
  figure: FigureData;
}

/** What follows a drag: the joints of the chain, the place that is pulled. */
export interface DragStarted {
  op: "drag";
  id: number;
  chain: string[];
  effector: [number, number, number];
  base: string | null;
}

/** How far a solve is: iterations so far, the largest error of a lock [m, rad]. */
export interface Progress {
  op: "progress";
  iterations: number;
  error: number;
}

/** Here. */
export interface Pong {
  op: "pong";
  t: number;
}

/** Something to know. */
export interface Notice {
  op: "notice";
  level: "info" | "warning" | "error";
  message: string;
  remedy: string | null;
}

/** Locks that cannot hold together; an empty sentence when the conflict is over. */
export interface Conflict {
  op: "conflict";
  sentence: string;
  members: ConflictMember[];
  relaxations: Relaxation[];
}

/** A lock (or the drag: null) that cannot hold beside the others, and by how much. */
export interface ConflictMember {
  lock: number | null;
  name: string;
  error: number;
  unit: "m" | "rad";
}

/** A way out of a conflict: what a button says, and the command that it sends. */
export interface Relaxation {
  label: string;
  command: Command;
}

/** Lock a part as it stands.  ``lock`` is the kind of lock; see ``LockOptions`` for what else may be said. */
export interface AddLock {
  kind: "add_lock";
  at?: [number, number, number] | null;
  axes?: [boolean, boolean, boolean];
  along?: [number, number, number] | null;
  target?: [number, number, number] | null;
  other?: string | null;
  lo?: number | null;
  hi?: number | null;
  part: string;
  lock?: string;
  name?: string | null;
  hard?: boolean;
  weight?: number;
  chain?: string[] | null;
}

/** Change what is given of a lock; ``free_chain`` goes back to the joints up to the nearest branch. */
export interface ChangeLock {
  kind: "change_lock";
  id: number;
  name?: string | null;
  hard?: boolean | null;
  weight?: number | null;
  enabled?: boolean | null;
  chain?: string[] | null;
  free_chain?: boolean;
  goal?: Record<string, unknown> | null;
}

/** Take a lock off. */
export interface RemoveLock {
  kind: "remove_lock";
  id: number;
}

/** Move a lock's target to another place [m], or turn it to another orientation (9 numbers, row by row). */
export interface MoveLock {
  kind: "move_lock";
  id: number;
  target?: [number, number, number] | null;
  turn?: number[] | null;
  q?: number[] | null;
}

/** Set the whole state [rad, m], brought inside the limits.  Without ``keep`` locks are left alone. */
export interface SetPose {
  kind: "set_pose";
  q: number[];
  keep?: boolean;
  what?: string;
}

/** Set some parameters [rad, m] by name. */
export interface SetParameters {
  kind: "set_parameters";
  values: Record<string, number>;
}

/** Bring some parameters, or all, back to rest. */
export interface Reset {
  kind: "reset";
  names?: string[] | null;
}

/** Turn the pose into its mirror image; with a part, give its limb's pose to the limb of the other side. */
export interface Mirror {
  kind: "mirror";
  part?: string | null;
}

/** Change what is given of the settings; ``free_base`` forgets the named joint. */
export interface ChangeSettings {
  kind: "settings";
  solver?: string | null;
  options?: Record<string, unknown> | null;
  iterations_per_refresh?: number | null;
  continuous?: boolean | null;
  drag_mode?: "part" | "branch" | "joint" | null;
  drag_base?: string | null;
  balance?: boolean | null;
  comfort?: boolean | null;
  collision?: boolean | null;
  free_base?: boolean;
}

/** Make a parameter, or all parameters of a joint, stiff: 0 (free) … 1 (rigid). */
export interface SetStiffness {
  kind: "stiffness";
  name: string;
  value: number;
}

/** Begin anew with a shipped figure (``name``), or with the content of a file (``file``, ``content`` in base64). */
export interface NewFigure {
  kind: "new_figure";
  name?: string | null;
  file?: string | null;
  content?: string | null;
  grouped?: boolean;
}

/** Go on with the document of another project: ``content`` as ``Document.to_data`` has it, from ``file``. */
export interface OpenProject {
  kind: "open_project";
  file: string;
  content: Record<string, unknown>;
}

/** Give the project another name. */
export interface RenameProject {
  kind: "rename_project";
  name: string;
}

/** Keep the present pose under a name; one of that name is replaced. */
export interface StorePose {
  kind: "store_pose";
  name: string;
}

/** Bring the figure to a kept pose, as far as the locks allow. */
export interface ApplyPose {
  kind: "apply_pose";
  name: string;
}

/** Forget a kept pose. */
export interface DeletePose {
  kind: "delete_pose";
  name: string;
}

/** Give a kept pose another name. */
export interface RenamePose {
  kind: "rename_pose";
  name: string;
  new_name: string;
}

export type ClientMessage =
  | Hello
  | Edit
  | Undo
  | Redo
  | DragBegin
  | DragMove
  | DragEnd
  | DragCancel
  | Chase
  | Solve
  | Cancel
  | View
  | Ping;

export type ServerMessage =
  | Welcome
  | Ack
  | Refusal
  | DocumentChanged
  | FigureChanged
  | DragStarted
  | Progress
  | Pong
  | Notice
  | Conflict;

export type Command =
  | AddLock
  | ChangeLock
  | RemoveLock
  | MoveLock
  | SetPose
  | SetParameters
  | Reset
  | Mirror
  | ChangeSettings
  | SetStiffness
  | NewFigure
  | OpenProject
  | RenameProject
  | StorePose
  | ApplyPose
  | DeletePose
  | RenamePose;

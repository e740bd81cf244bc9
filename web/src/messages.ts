// Made from the server's messages by python -m manikin.editor.typescript; do not edit.

/** The first message of a window; ``client`` is a random name that it keeps when it reconnects. */
export interface Hello {
  op: "hello";
  id?: number;
  client: string;
  last_revision?: number | null;
}

/** Apply a command. */
export interface Edit {
  op: "edit";
  id?: number;
  command: Command;
}

/** Stop the edit of this window that is being done, if there is one; it is then refused.  Not answered itself. */
export interface EditCancel {
  op: "edit_cancel";
  id?: number;
}

/** Undo the last step. */
export interface Undo {
  op: "undo";
  id?: number;
}

/** Redo the step that was undone. */
export interface Redo {
  op: "redo";
  id?: number;
}

/** Begin a drag. */
export interface DragBegin {
  op: "drag_begin";
  id?: number;
  frame?: number | null;
  key?: boolean;
  what: "part" | "rotate" | "root" | "lock" | "slider" | "pole" | "pose" | "foot" | "hand";
  figure?: string | null;
  part?: string | null;
  at?: [number, number, number] | null;
  exact?: boolean;
  lock?: number | null;
  parameter?: string | null;
  mode?: "part" | "branch" | "joint" | null;
  base?: string | null;
  others?: string[];
  pose?: string | null;
  parts?: string[] | null;
  mirrored?: boolean;
  locks?: "own" | "asleep" | "hold";
}

/** The present position of the cursor.  Not answered one by one: the newest wins. */
export interface DragMove {
  op: "drag_move";
  id?: number;
  seq: number;
  ray?: Ray | null;
  place?: [number, number, number] | null;
  turn?: Turn | null;
  value?: number | null;
}

/** The line of sight through the cursor. */
export interface Ray {
  origin: [number, number, number];
  direction: [number, number, number];
}

/** An angle [rad] about an axis of the world, relative to the start of the gesture. */
export interface Turn {
  axis: [number, number, number];
  angle: number;
}

/** End the drag, and keep its result as one step. */
export interface DragEnd {
  op: "drag_end";
  id?: number;
}

/** Cancel the drag; everything is as before. */
export interface DragCancel {
  op: "drag_cancel";
  id?: number;
}

/** Let a part follow a star, or the star at its new position. */
export interface ChaseBegin {
  op: "chase_begin";
  id?: number;
  frame?: number | null;
  key?: boolean;
  figure?: string | null;
  part?: string | null;
  target?: [number, number, number] | null;
  speed?: number;
  held?: boolean;
}

/** Stop the chase, and keep its result as one step. */
export interface ChaseEnd {
  op: "chase_end";
  id?: number;
}

/** Solve until the locks hold, without a time limit. */
export interface Solve {
  op: "solve";
  id?: number;
  frame?: number | null;
  key?: boolean;
}

/** Stop a solve. */
export interface SolveCancel {
  op: "solve_cancel";
  id?: number;
}

/** Show this window the frames of clips as a command would make them; null ends it.  The newest wins. */
export interface Preview {
  op: "preview";
  id?: number;
  seq?: number;
  command?: Command | null;
}

/** Give some keys, named by figures and frames, for a clipboard. */
export interface CopyKeys {
  op: "copy_keys";
  id?: number;
  keys: Record<string, number[]>;
}

/** The page's own state; stored, but not part of undo and not sent to other windows. */
export interface View {
  op: "view";
  id?: number;
  view: Record<string, unknown>;
}

/** Is the server alive? */
export interface Ping {
  op: "ping";
  id?: number;
  t?: number;
}

/** Everything that a window needs at the start; a pose packet follows.  ``file`` is the project's path: where it is */
export interface Welcome {
  op: "welcome";
  client: string;
  version: string;
  file: string;
  revision: number;
  document: DocumentParts;
  view: Record<string, unknown>;
  history: HistoryData;
  solvers: SolverData[];
  shipped: FigureSummary[];
  lock_kinds: LockKindData[];
}

/** Parts of a document by key: figures as they are drawn, actors and their clips by name, locks by id. */
export interface DocumentParts {
  head: DocumentHead | null;
  settings: Settings | null;
  timeline: Timeline | null;
  shelves: ShelfData[] | null;
  backdrops: BackdropData[] | null;
  figures: Record<string, FigureData | null>;
  actors: Record<string, ActorData | null>;
  locks: Record<string, LockData | null>;
  clips: Record<string, ClipData | null>;
}

/** The document's name, the names of its figures and the ids of its locks in their order; its ground, and how that */
export interface DocumentHead {
  name: string;
  actors: string[];
  locks: number[];
  ground: GroundShape;
  terrain: FigureData | null;
}

/** What figures stand and walk on; y is up, places are (x, z) [m]. */
export interface GroundShape {
  kind: "level" | "stairs" | "field";
  at: number;
  count: number;
  rise: number;
  tread: number;
  start: [number, number];
  heading: number;
  heights: number[][];
  spacing: [number, number];
}

/** A figure as it is drawn; several actors may share one.  The box, and ``height``, are those of the rest pose. */
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
  skin: string | null;
  poles: string[];
  stretches: BoneData[];
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

/** A slider.  ``lo`` and ``hi`` are null where there is no limit.  A value in "%" is a share, 1 for all of it. */
export interface ParameterData {
  name: string;
  label: string;
  joint: string;
  limb: string;
  unit: "rad" | "m" | "%";
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

/** A part that is drawn longer, by as far as a joint slides along it; ``along`` is its direction over its length. */
export interface BoneData {
  part: number;
  slide: number;
  along: [number, number, number];
}

/** How the figures are solved and pulled; part of the document, so it can be undone. */
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
  floor: boolean;
}

/** How time is counted in a document. */
export interface Timeline {
  rate: number;
  marks: Mark[];
  unkeyed: number | null;
}

/** A frame with a name. */
export interface Mark {
  name: string;
  frame: number;
}

/** A clip on a shelf of the document; ``stamp`` differs where clips do. */
export interface ShelfData {
  shelf: string;
  name: string;
  stamp: string;
}

/** A picture behind a view: ``picture`` names it at /api/picture, ``aspect`` is its width over its height. */
export interface BackdropData {
  middle: [number, number, number];
  height: number;
  opacity: number;
  sight: "perspective" | "front" | "back" | "side" | "left side" | "top" | "bottom";
  picture: string;
  aspect: number;
}

/** A figure that stands in the document: ``figure`` is the key of what is drawn, ``poses`` are the stored ones. */
export interface ActorData {
  stiffness: Record<string, number>;
  tint: [number, number, number] | null;
  hidden: boolean;
  hidden_parts: string[];
  frozen: boolean;
  smooth: boolean;
  script: string;
  name: string;
  figure: string;
  q: number[];
  poses: PoseData[];
}

/** A stored pose: ``stamp`` differs where its state does, ``locks`` counts those that it has. */
export interface PoseData {
  name: string;
  stamp: string;
  locks: number;
}

/** A lock with its goal's weight, the joints that may serve it by figure, and its mark. */
export interface LockData {
  id: number;
  name: string;
  figure: string;
  part: string;
  kind: string;
  goal: Record<string, unknown>;
  hard: boolean;
  enabled: boolean;
  chain: string[] | null;
  spans: Span[] | null;
  moving: MovingTarget | null;
  weight: number;
  serving: Record<string, string[]>;
  mark: LockMark;
}

/** Frames over which a goal holds, both included, and the windows in which it comes and goes. */
export interface Span {
  start: number;
  end: number;
  ease_in: number | null;
  ease_out: number | null;
  cut_in: boolean;
  cut_out: boolean;
}

/** A target that moves: the numbers of one field of a goal at some frames, with curves between them. */
export interface MovingTarget {
  field: string;
  frames: number[];
  values: number[][];
}

/** A shape at the position ``place`` [m] with ``axes`` (9, row by row), in the frame of a ``part`` of a */
export interface LockMark {
  shape: "pin" | "triad" | "disc" | "rail" | "cone" | "link" | "ring";
  place: number[];
  axes: number[];
  figure: string | null;
  part: string | null;
}

/** The keys of a figure: their frames, and by the place of a key what is not as usual with it. */
export interface ClipData {
  frames: number[];
  shapes: Record<string, KeyData>;
  before: "hold" | "loop" | "carry" | "back_and_forth" | "go_on";
  after: "hold" | "loop" | "carry" | "back_and_forth" | "go_on";
}

/** A key without its frame and its pose; see ``manikin.clips.key``. */
export interface KeyData {
  curve: "smooth" | "linear" | "hold" | "squad";
  tension: number;
  continuity: number;
  bias: number;
  slow_in: number;
  slow_out: number;
  name: string;
  tracks: string[] | null;
}

/** The labels of undo and redo, and of the steps around the place; the first ``place`` of them are done. */
export interface HistoryData {
  undo: string | null;
  redo: string | null;
  entries: string[];
  place: number;
  older: number;
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

/** A shipped figure: a body, or a prop with the sizes [m] that may follow its name, by label in their order. */
export interface FigureSummary {
  name: string;
  summary: string;
  prop: boolean;
  sizes: Record<string, number>;
}

/** A kind of lock that a menu offers, and the options of ``add_lock`` that it knows. */
export interface LockKindData {
  kind: string;
  label: string;
  mark: "pin" | "triad" | "disc" | "rail" | "cone" | "link" | "ring";
  options: string[];
}

/** The request is done and on disk; ``made`` has the new locks and figures. */
export interface Ack {
  op: "ack";
  id: number;
  revision: number;
  made: Made;
}

/** What an edit added to the document: locks by their ids, figures by their names. */
export interface Made {
  locks: number[];
  figures: string[];
}

/** The request is refused: the reason, and a remedy. */
export interface Refusal {
  op: "refusal";
  id: number;
  message: string;
  remedy: string | null;
}

/** The parts of the document that differ from what this window knows; null for a part that was deleted. */
export interface DocumentChanged {
  op: "document_changed";
  revision: number;
  document: DocumentParts;
  history: HistoryData;
}

/** The drag has begun: the joints of its IK chain, and the point that is pulled. */
export interface DragStarted {
  op: "drag_started";
  id: number;
  figure: string;
  chain: string[];
  effector: [number, number, number];
  base: string | null;
}

/** Keys for a clipboard. */
export interface KeysCopied {
  op: "keys_copied";
  id: number;
  keys: Record<string, Key[]>;
}

/** A whole pose at a frame, as it stood when the key was made. */
export interface Key {
  frame: number;
  q: number[];
  tracks: string[] | null;
  curve: "smooth" | "linear" | "hold" | "squad";
  tension: number;
  continuity: number;
  bias: number;
  slow_in: number;
  slow_out: number;
  rates: number[] | null;
  rates_out: number[] | null;
  name: string;
}

/** Progress of a solve: iterations so far, the largest error of a lock [m, rad]. */
export interface Progress {
  op: "progress";
  iterations: number;
  error: number;
}

/** How much of the smooth answer of clips is done: 1 at its end. */
export interface Smoothing {
  op: "smoothing";
  share: number;
}

/** The answer to a ping. */
export interface Pong {
  op: "pong";
  t: number;
}

/** A message for the user. */
export interface Notice {
  op: "notice";
  level: "info" | "warning" | "error";
  message: string;
  remedy: string | null;
}

/** Frames at which locks cannot hold; none when all do again. */
export interface ClipConflicts {
  op: "clip_conflicts";
  conflicts: ClipConflict[];
}

/** Frames of clips at which locks cannot hold, the worst of them, in words, and what could give way. */
export interface ClipConflict {
  start: number;
  end: number;
  frame: number;
  sentence: string;
  remedies: Remedy[];
}

/** A remedy for a conflict: the label of a button, and the command that it sends. */
export interface Remedy {
  label: string;
  command: Command;
}

/** Locks that cannot hold together, and remedies; the sentence is empty when the conflict is over. */
export interface ConflictChanged {
  op: "conflict_changed";
  sentence: string;
  members: ConflictMember[];
  remedies: Remedy[];
}

/** A lock that cannot hold beside the others, and by how much. */
export interface ConflictMember {
  lock: number;
  name: string;
  error: number;
  unit: "m" | "rad";
}

/** Do an edit at a frame: figures with keys stand as their clips have them there. */
export interface AtFrame {
  kind: "at_frame";
  frame: number;
  edit: Command;
  key?: boolean;
}

/** Put a picture behind a view; one that was there goes. */
export interface SetBackdrop {
  kind: "set_backdrop";
  sight: "perspective" | "front" | "back" | "side" | "left side" | "top" | "bottom";
  file: string;
  place?: BackdropPlace;
}

/** Where a picture is, and how strongly it is drawn. */
export interface BackdropPlace {
  middle: [number, number, number];
  height: number;
  opacity: number;
}

/** Move a picture behind a view, make it larger or smaller, fainter or stronger. */
export interface ChangeBackdrop {
  kind: "change_backdrop";
  sight: "perspective" | "front" | "back" | "side" | "left side" | "top" | "bottom";
  changes: Partial<BackdropPlace>;
}

/** Take the picture behind a view away. */
export interface RemoveBackdrop {
  kind: "remove_backdrop";
  sight: "perspective" | "front" | "back" | "side" | "left side" | "top" | "bottom";
}

/** Set the whole state [rad, m] of a figure, clipped to the limits.  Without ``keep`` the locks are not solved */
export interface SetPose {
  kind: "set_pose";
  q: number[];
  figure?: string | null;
  keep?: boolean;
  what?: string;
}

/** Set the states [rad, m] that are the result of a gesture, clipped to the limits; locks are not solved for. */
export interface SetStates {
  kind: "set_states";
  states: Record<string, number[]>;
  what: string;
}

/** Set some parameters [rad, m] of a figure by name. */
export interface SetParameters {
  kind: "set_parameters";
  values: Record<string, number>;
  figure?: string | null;
}

/** Bring some parameters of a figure, or all, back to rest. */
export interface Reset {
  kind: "reset";
  figure?: string | null;
  names?: string[] | null;
}

/** Mirror a pose and its locks; with a part, copy the pose of its limb to the limb on the other side. */
export interface Mirror {
  kind: "mirror";
  figure?: string | null;
  part?: string | null;
}

/** Roll a foot by an angle [rad], with its locks: below 0 about the heel, above it about the ball, then the toes. */
export interface RollFoot {
  kind: "roll_foot";
  part: string;
  angle: number;
  figure?: string | null;
}

/** Lock a part as it is now.  ``lock`` is the kind of lock; see ``LockOptions`` for the other fields. */
export interface AddLock {
  kind: "add_lock";
  at?: [number, number, number] | null;
  axes?: [boolean, boolean, boolean];
  along?: [number, number, number] | null;
  target?: [number, number, number] | null;
  other?: string | null;
  other_figure?: string | null;
  lo?: number | null;
  hi?: number | null;
  part: string;
  figure?: string | null;
  lock?: string;
  name?: string | null;
  hard?: boolean;
  weight?: number;
  chain?: string[] | null;
  spans?: Span[] | null;
}

/** Change fields of a lock: its name, hard, enabled, chain, goal (of the same kind), spans, the goal's weight. */
export interface ChangeLock {
  kind: "change_lock";
  id: number;
  changes: Partial<Pick<LockData, "name" | "hard" | "enabled" | "chain" | "goal" | "weight" | "spans">>;
}

/** Remove a lock. */
export interface RemoveLock {
  kind: "remove_lock";
  id: number;
}

/** Move a lock's target to another position [m], or rotate it to another orientation (9 numbers, row by row). */
export interface MoveLock {
  kind: "move_lock";
  id: number;
  target?: [number, number, number] | null;
  turn?: number[] | null;
  goal?: Record<string, unknown> | null;
  states?: Record<string, number[]> | null;
  what?: string | null;
}

/** Move several locks and figures at once, as when a figure is carried with its locks. */
export interface MoveLocks {
  kind: "move_locks";
  ids: number[];
  goals: Record<string, unknown>[];
  states?: Record<string, number[]>;
  what?: string;
}

/** Switch all locks of a figure off, so that nothing holds it, or on again; the only figure by default. */
export interface SwitchLocks {
  kind: "switch_locks";
  figure?: string | null;
  enabled: boolean;
}

/** Add a figure to the document; see ``FigureSource``. */
export interface AddFigure {
  kind: "add_figure";
  name?: string | null;
  file?: string | null;
  grouped?: boolean;
  as_name?: string | null;
  at?: [number, number, number] | null;
}

/** Add a copy of a figure beside the others, in the same pose; its locks are not copied. */
export interface DuplicateFigure {
  kind: "duplicate_figure";
  figure?: string | null;
}

/** Rename a figure, also in the locks that refer to it. */
export interface RenameFigure {
  kind: "rename_figure";
  name: string;
  figure?: string | null;
}

/** Change how a figure is shown and moved: its tint, whether it or some of its parts are hidden, whether it is */
export interface ChangeFigure {
  kind: "change_figure";
  figure?: string | null;
  changes: Partial<Pick<ActorData, "tint" | "hidden" | "hidden_parts" | "frozen" | "smooth">>;
}

/** Remove a figure from the document, and the locks that refer to it. */
export interface RemoveFigure {
  kind: "remove_figure";
  figure: string;
}

/** Set the stiffness of a parameter, or of all parameters of a joint: 0 (free) … 1 (rigid). */
export interface SetStiffness {
  kind: "set_stiffness";
  name: string;
  value: number;
  figure?: string | null;
}

/** Key a figure as it stands at a frame: the whole pose, or the limb of a part. */
export interface KeyPose {
  kind: "key_pose";
  frame: number;
  figure?: string | null;
  part?: string | null;
}

/** Drop the pose that waits at a frame without a key. */
export interface DropPose {
  kind: "drop_pose";
}

/** Remove keys; time stays as it is.  Without its last key a figure has no clip any more. */
export interface RemoveKeys {
  kind: "remove_keys";
  keys: Record<string, number[]>;
}

/** Change fields of keys: their curve, tension, continuity, bias, slow_in, slow_out, name, tracks. */
export interface ChangeKeys {
  kind: "change_keys";
  keys: Record<string, number[]>;
  changes: Partial<KeyData>;
}

/** Move some keys in time, or with ``copy`` put copies of them there; keys that are met are replaced. */
export interface MoveKeys {
  kind: "move_keys";
  keys: Record<string, number[]>;
  by: number;
  copy?: boolean;
}

/** Move all that stands at a frame or after it, some frames later or earlier. */
export interface SlideTime {
  kind: "slide_time";
  figures?: string[] | null;
  start: number;
  by: number;
}

/** Make a range longer or shorter; what follows keeps its distance to the end of it. */
export interface StretchTime {
  kind: "stretch_time";
  figures?: string[] | null;
  start: number;
  end: number;
  new_start: number;
  new_end: number;
}

/** Take a range of time away: what stands at its end comes to its start, and all after it moves up. */
export interface DeleteTime {
  kind: "delete_time";
  figures?: string[] | null;
  start: number;
  end: number;
}

/** Turn a range around: what was last comes first. */
export interface ReverseTime {
  kind: "reverse_time";
  figures?: string[] | null;
  start: number;
  end: number;
}

/** Put a key between its neighbours: share 0 is the pose before, 1 the one after; others lie beyond. */
export interface Breakdown {
  kind: "breakdown";
  frame: number;
  share: number;
  figure?: string | null;
}

/** Put copied keys at a frame, in place of what is there, or with the mode "insert" between what is there. */
export interface PasteKeys {
  kind: "paste_keys";
  keys: Record<string, Key[]>;
  frame: number;
  mode?: "replace" | "insert" | "merge";
  mirrored?: boolean;
  relative?: boolean;
}

/** Store the motion of a figure between two frames on a shelf, with the locks that hold it; by default all of it. */
export interface StoreClip {
  kind: "store_clip";
  shelf: string;
  name: string;
  figure?: string | null;
  start?: number | null;
  end?: number | null;
}

/** Put the clips of a file on a shelf; none that is there is replaced. */
export interface ImportClips {
  kind: "import_clips";
  file: string;
  shelf?: string;
  figure?: string | null;
}

/** Give a clip on a shelf of the document another name, or put it on another shelf. */
export interface RenameClip {
  kind: "rename_clip";
  shelf: string;
  name: string;
  new_shelf?: string | null;
  new_name?: string | null;
}

/** Delete a clip from a shelf of the document. */
export interface DeleteClip {
  kind: "delete_clip";
  shelf: string;
  name: string;
}

/** Put a clip from a shelf on the timeline of a figure, from where the figure is on the ground at the frame. */
export interface InsertClip {
  kind: "insert_clip";
  shelf: string;
  name: string;
  frame: number;
  figure?: string | null;
  mode?: "insert" | "replace";
  blend?: number;
  mirrored?: boolean;
  adds?: boolean;
  on_the_spot?: boolean;
  retargets?: boolean;
}

/** Take a file in as one more figure, with its skin and its first motion; all its motions go on a shelf. */
export interface ImportCharacter {
  kind: "import_character";
  file: string;
  onto?: string | null;
  frame?: number;
}

/** Give a figure human limits, masses, joint groups and bends; its skin and its motion go along. */
export interface DressFigure {
  kind: "dress_figure";
  figure?: string | null;
  roles?: Record<string, string | null>;
}

/** Make the feet of a moving figure stand where they slide; when and where they stand become locks with strips. */
export interface CleanFeet {
  kind: "clean_feet";
  figure?: string | null;
}

/** Put another ground under the figures; they stay where they are. */
export interface SetGround {
  kind: "set_ground";
  ground: GroundShape;
}

/** Move the joints of a group one by one, or together; then each takes the mean of what they had, in all keys. */
export interface SetGroup {
  kind: "set_group";
  group: string;
  single: boolean;
  figure?: string | null;
}

/** Bring a hand to a shape, or a share (0 … 1) of the way there; fingers that must move one by one do so then. */
export interface SetHand {
  kind: "set_hand";
  side: "left" | "right";
  shape: "fist" | "point" | "flat" | "grip" | "relaxed";
  share?: number;
  figure?: string | null;
}

/** Move the fingers of a hand one by one, or together; then each takes the mean of what they had, in all keys. */
export interface SetFingers {
  kind: "set_fingers";
  side: "left" | "right";
  single: boolean;
  figure?: string | null;
}

/** Move keys in time ``by`` some frames, and parameters in them by some amounts [rad, m], as far as limits allow. */
export interface ShiftKeys {
  kind: "shift_keys";
  keys: Record<string, number[]>;
  by?: number;
  values?: Record<string, number>;
}

/** Set the rates [rad, m per frame] with which parameters pass through keys; None: again as the neighbours have it. */
export interface SetKeyRates {
  kind: "set_key_rates";
  keys: Record<string, number[]>;
  rates: Record<string, number> | null;
  side?: "both" | "in" | "out";
}

/** Change some of the settings.  They are no step: undo leaves them as they are. */
export interface ChangeSettings {
  kind: "change_settings";
  changes: Partial<Settings>;
}

/** Replace all figures by one new figure; see ``FigureSource``.  A human has its feet locked, as in a new project. */
export interface NewFigure {
  kind: "new_figure";
  name?: string | null;
  file?: string | null;
  grouped?: boolean;
}

/** Replace the document by that of another project, read from ``file``. */
export interface OpenProject {
  kind: "open_project";
  file: string;
}

/** Rename the project. */
export interface RenameProject {
  kind: "rename_project";
  name: string;
}

/** A part of a figure takes a prop at a frame and carries it to another one, as it lies in the part at the first. */
export interface TakeProp {
  kind: "take_prop";
  prop: string;
  figure: string;
  part: string;
  frame: number;
  until?: number | null;
}

/** Let go of a prop at a frame: it stays where it is then. */
export interface ReleaseProp {
  kind: "release_prop";
  prop: string;
  frame: number;
}

/** Let go of a prop at a frame, so that it flies to a place [m] in so many frames, as gravity has it. */
export interface ThrowProp {
  kind: "throw_prop";
  prop: string;
  frame: number;
  to: [number, number, number];
  frames: number;
}

/** Let a figure move as a motion script says, instead of as it did: keys, locks over frames and marks are new. */
export interface RunScript {
  kind: "run_script";
  text: string;
  figure?: string | null;
}

/** Store the present pose of a figure under a name, with its locks or without; one of that name is replaced. */
export interface StorePose {
  kind: "store_pose";
  name: string;
  figure?: string | null;
  locks?: boolean;
}

/** Bring a figure to a stored pose; see ``PoseShare``. */
export interface ApplyPose {
  kind: "apply_pose";
  name: string;
  figure?: string | null;
  locks?: "own" | "asleep" | "hold";
  parts?: string[] | null;
  share?: number;
  mirrored?: boolean;
}

/** Delete a stored pose. */
export interface DeletePose {
  kind: "delete_pose";
  name: string;
  figure?: string | null;
}

/** Rename a stored pose. */
export interface RenamePose {
  kind: "rename_pose";
  name: string;
  figure?: string | null;
  new_name: string;
}

/** Let the limbs of a figure stretch by at most a share of their length, or no longer (0). */
export interface SetStretch {
  kind: "set_stretch";
  most?: number;
  figure?: string | null;
}

/** Change the rate of the timeline, or its marks.  Keys stay at their frames, so another rate is another speed. */
export interface ChangeTimeline {
  kind: "change_timeline";
  changes: Partial<Pick<Timeline, "rate" | "marks">>;
}

/** Let a figure walk from where it stands at a frame: so far ahead and so far to its left [m]. */
export interface Walk {
  kind: "walk";
  frame: number;
  ahead?: number;
  aside?: number;
  figure?: string | null;
  through?: [number, number][];
  gait?: Record<string, number>;
}

export type ClientMessage =
  | Hello
  | Edit
  | EditCancel
  | Undo
  | Redo
  | DragBegin
  | DragMove
  | DragEnd
  | DragCancel
  | ChaseBegin
  | ChaseEnd
  | Solve
  | SolveCancel
  | Preview
  | CopyKeys
  | View
  | Ping;

export type ServerMessage =
  | Welcome
  | Ack
  | Refusal
  | DocumentChanged
  | DragStarted
  | KeysCopied
  | Progress
  | Smoothing
  | Pong
  | Notice
  | ClipConflicts
  | ConflictChanged;

export type Command =
  | AtFrame
  | SetBackdrop
  | ChangeBackdrop
  | RemoveBackdrop
  | SetPose
  | SetStates
  | SetParameters
  | Reset
  | Mirror
  | RollFoot
  | AddLock
  | ChangeLock
  | RemoveLock
  | MoveLock
  | MoveLocks
  | SwitchLocks
  | AddFigure
  | DuplicateFigure
  | RenameFigure
  | ChangeFigure
  | RemoveFigure
  | SetStiffness
  | KeyPose
  | DropPose
  | RemoveKeys
  | ChangeKeys
  | MoveKeys
  | SlideTime
  | StretchTime
  | DeleteTime
  | ReverseTime
  | Breakdown
  | PasteKeys
  | StoreClip
  | ImportClips
  | RenameClip
  | DeleteClip
  | InsertClip
  | ImportCharacter
  | DressFigure
  | CleanFeet
  | SetGround
  | SetGroup
  | SetHand
  | SetFingers
  | ShiftKeys
  | SetKeyRates
  | ChangeSettings
  | NewFigure
  | OpenProject
  | RenameProject
  | TakeProp
  | ReleaseProp
  | ThrowProp
  | RunScript
  | StorePose
  | ApplyPose
  | DeletePose
  | RenamePose
  | SetStretch
  | ChangeTimeline
  | Walk;

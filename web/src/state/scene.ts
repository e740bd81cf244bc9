/** The document as the page holds it: several figures, and all that belongs to them together. Made by `wire/receive`. */

import type { Point } from "../math/vector";
import type {
  ActorData,
  BackdropData,
  FigureData,
  FigureSummary,
  GroundShape,
  HistoryData,
  LockData,
  LockKindData,
  LockMark,
  Settings,
  ShelfData,
  SolverData,
  Timeline as TimelineData,
} from "../messages";
import type { Clip } from "./clip";
import type { FigureId, PartRef } from "./part";

/** A lock and the part that it holds; its mark may be carried by another part. */
export interface Lock extends Readonly<Omit<LockData, "mark">>, PartRef {
  readonly mark: Omit<LockMark, "figure" | "part"> & { readonly on: PartRef | null };
}

/** The figures that a lock is about, its own first. */
export const figuresOf = ({ figure, mark, serving }: Lock): FigureId[] => [
  ...new Set([figure, ...(mark.on ? [mark.on.figure] : []), ...Object.keys(serving)]),
];

/** The lock as it stands at a frame: a target that moves is marked where it is then. */
export function lockAt(lock: Lock, frame: number): Lock {
  if (!lock.moving || (lock.mark.shape !== "pin" && lock.mark.shape !== "triad")) return lock;
  const { frames, values } = lock.moving;
  const next = frames.findIndex((each) => each >= frame);
  const [low, high] = next < 0 ? [frames.length - 1, frames.length - 1] : [Math.max(next - 1, 0), next];
  const [before, after] = [placeIn(values[low]), placeIn(values[high])];
  if (!before || !after) return lock;
  const share = high > low ? Math.min(Math.max((frame - frames[low]!) / (frames[high]! - frames[low]!), 0), 1) : 0;
  return { ...lock, mark: { ...lock.mark, place: before.map((each, k) => each + share * (after[k]! - each)) } };
}

/** The place among the numbers of a target: of a point itself, of a frame its last column; directions and turns have none. */
function placeIn(numbers: readonly number[] = []): readonly number[] | null {
  if (numbers.length === 3) return numbers;
  return numbers.length === 12 ? [numbers[3]!, numbers[7]!, numbers[11]!] : null;
}

/** What the document says of one figure: its state, stored poses, stiffness, and how it is shown and moved. */
export type FigureState = Readonly<Omit<ActorData, "name">>;

export interface Scene {
  readonly name: string;
  readonly revision: number;
  readonly figures: ReadonlyMap<FigureId, FigureState>; // in the order of the document
  readonly locks: readonly Lock[];
  readonly settings: Settings;
  readonly timeline: TimelineData;
  readonly clips: ReadonlyMap<FigureId, Clip>; // of the figures that move
  readonly shelves: readonly ShelfData[]; // clips that are kept for later
  readonly backdrops: readonly BackdropData[]; // pictures behind views
  readonly ground: GroundShape;
  readonly terrain: FigureData | null; // how the ground is drawn where it is not level
}

export type History = Readonly<HistoryData>;
export const NO_HISTORY: History = { undo: null, redo: null, entries: [], place: 0, older: 0 };

/** What the server can do: solvers, shipped bodies and props, kinds of locks. */
export interface Catalogue {
  readonly version: string;
  readonly solvers: readonly SolverData[];
  readonly figures: readonly FigureSummary[];
  readonly lockKinds: readonly LockKindData[];
}
export const NO_CATALOGUE: Catalogue = { version: "", solvers: [], figures: [], lockKinds: [] };

export type LockStatus = "held" | "violated" | "off";

/** How well a lock holds; `anchor` is where its part is [m]. */
export interface LockReading {
  readonly error: number; // [m] or [rad]
  readonly unit: "m" | "rad";
  readonly state: LockStatus;
  readonly anchor: Point;
}

/** The pose of one figure as it is drawn: 12 numbers a joint (row-major 3×4), and the parameters' values. */
export interface LivePose {
  readonly transforms: Float32Array;
  readonly parameters: Float32Array;
  readonly centreOfMass: Point;
  readonly balance: number | null; // [m] inside the support polygon, negative outside
}

/** The newest state of the figures, in a drag too. */
export interface Live {
  readonly revision: number; // of the document that it belongs to
  readonly dragging: boolean;
  readonly conflict: boolean;
  readonly chasing: boolean;
  readonly moving: boolean; // more poses follow by themselves
  readonly milliseconds: number; // that the solve took
  readonly poses: ReadonlyMap<FigureId, LivePose>;
  readonly locks: ReadonlyMap<number, LockReading>; // by the lock's id
  readonly goal: Point;
  readonly effector: Point;
  readonly frame: number | null; // of the timeline, at which figures are being posed
}

/** The state of a lock, switched off or as it was last measured. */
export const statusOf = (lock: Lock, reading: LockReading | undefined): LockStatus =>
  lock.enabled ? (reading?.state ?? "held") : "off";

/** Edits of the document, as the page means them and as the server takes them. */

import type { AddLock, ChangeFigure, ChangeLock, Command, Settings } from "../messages";
import type { FigureId, PartRef } from "../state/part";

/** Other values of some fields; the chain null is the one up to the nearest branch. */
export type LockChanges = ChangeLock["changes"];
export type FigureChanges = ChangeFigure["changes"];
export type LockOptions = Pick<AddLock, "axes" | "along"> & { other?: PartRef };

export const addLock = (part: PartRef, lock: string, { other, ...options }: LockOptions = {}): AddLock => ({
  kind: "add_lock",
  ...part,
  lock,
  ...options,
  ...(other && { other: other.part, other_figure: other.figure }),
});

export const changeLock = (id: number, changes: LockChanges): Command => ({ kind: "change_lock", id, changes });
export const removeLock = (id: number): Command => ({ kind: "remove_lock", id });
export const switchLocks = (figure: FigureId, enabled: boolean): Command => ({ kind: "switch_locks", figure, enabled });

/** Hides a part, or shows it again. */
export function hidePart({ figure, part }: PartRef, hidden: readonly string[]): Command {
  const others = hidden.filter((each) => each !== part);
  return { kind: "change_figure", figure, changes: { hidden_parts: others.length < hidden.length ? others : [...hidden, part] } };
}
/** Shows all parts of a figure. */
export const showParts = (figure: FigureId): Command => ({ kind: "change_figure", figure, changes: { hidden_parts: [] } });
/** Other values of some settings; the root of the IK chain may be null. */
export const changeSettings = (changes: Partial<Settings>): Command => ({ kind: "change_settings", changes });

export const mirrorLimb = (part: PartRef): Command => ({ kind: "mirror", ...part });
export const mirrorFigure = (figure: FigureId): Command => ({ kind: "mirror", figure });

/** Brings some parameters, or all of a figure, back to rest. */
export const reset = (figure: FigureId, names: string[] | null = null): Command => ({
  kind: "reset",
  figure,
  ...(names && { names }),
});

export const setParameter = (figure: FigureId, name: string, value: number): Command => ({
  kind: "set_parameters",
  figure,
  values: { [name]: value },
});

export const setStiffness = (figure: FigureId, name: string, value: number): Command => ({
  kind: "set_stiffness",
  figure,
  name,
  value: Math.min(Math.max(value, 0), 1),
});

export const storePose = (figure: FigureId, name: string): Command => ({ kind: "store_pose", figure, name });
export const deletePose = (figure: FigureId, name: string): Command => ({ kind: "delete_pose", figure, name });
export const renamePose = (figure: FigureId, name: string, given: string): Command => ({
  kind: "rename_pose",
  figure,
  name,
  new_name: given,
});

/** Adds a shipped body or prop, whose sizes may follow its name: "box:0.4x0.3x0.2". */
export const addFigure = (name: string): Command => ({ kind: "add_figure", name });
export const duplicateFigure = (figure: FigureId): Command => ({ kind: "duplicate_figure", figure });
export const renameFigure = (figure: FigureId, name: string): Command => ({ kind: "rename_figure", figure, name });
export const changeFigure = (figure: FigureId, changes: FigureChanges): Command => ({ kind: "change_figure", figure, changes });
/** Lets limbs stretch by a share of their length at most; 0: no longer. */
export const setStretch = (figure: FigureId, most: number): Command => ({ kind: "set_stretch", figure, most });
export const removeFigure = (figure: FigureId): Command => ({ kind: "remove_figure", figure });

export const renameProject = (name: string): Command => ({ kind: "rename_project", name });

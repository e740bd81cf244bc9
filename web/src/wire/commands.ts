/** Edits of the document, as the page means them and as the server takes them. */

import type { AddLock, Command, LockData, Settings } from "../messages";
import type { FigureId, PartRef } from "../state/part";
import { ofFigure, ofPart } from "./address";

/** Other values of some fields; the chain null is the one up to the nearest branch. */
export type LockChanges = Partial<Pick<LockData, "name" | "hard" | "weight" | "enabled" | "chain" | "goal">>;
export type LockOptions = Pick<AddLock, "axes" | "along"> & { other?: PartRef };

export const addLock = (part: PartRef, lock: string, { other, ...options }: LockOptions = {}): Command => ({
  kind: "add_lock",
  ...ofPart(part),
  lock,
  ...options,
  ...(other && { other: other.part }),
});

export const changeLock = (id: number, { chain, ...others }: LockChanges): Command => ({
  kind: "change_lock",
  id,
  ...others,
  ...(chain === null ? { free_chain: true } : chain && { chain }),
});

export const removeLock = (id: number): Command => ({ kind: "remove_lock", id });

/** Other values of some settings; the root of the IK chain may be null. */
export const changeSettings = ({ drag_base, ...others }: Partial<Settings>): Command => ({
  kind: "settings",
  ...others,
  ...(drag_base === null ? { free_base: true } : drag_base !== undefined && { drag_base }),
});

export const mirrorLimb = (part: PartRef): Command => ({ kind: "mirror", ...ofPart(part) });
export const mirrorFigure = (figure: FigureId): Command => ({ kind: "mirror", ...ofFigure(figure) });

/** Brings some parameters, or all of a figure, back to rest. */
export const reset = (figure: FigureId, names: string[] | null = null): Command => ({
  kind: "reset",
  ...ofFigure(figure),
  ...(names && { names }),
});

export const setParameter = (figure: FigureId, name: string, value: number): Command => ({
  kind: "set_parameters",
  ...ofFigure(figure),
  values: { [name]: value },
});

export const setStiffness = (figure: FigureId, name: string, value: number): Command => ({
  kind: "stiffness",
  ...ofFigure(figure),
  name,
  value: Math.min(Math.max(value, 0), 1),
});

export const storePose = (figure: FigureId, name: string): Command => ({ kind: "store_pose", ...ofFigure(figure), name });
export const applyPose = (figure: FigureId, name: string): Command => ({ kind: "apply_pose", ...ofFigure(figure), name });
export const deletePose = (figure: FigureId, name: string): Command => ({ kind: "delete_pose", ...ofFigure(figure), name });
export const renamePose = (figure: FigureId, name: string, given: string): Command => ({
  kind: "rename_pose",
  ...ofFigure(figure),
  name,
  new_name: given,
});

export const newFigure = (name: string): Command => ({ kind: "new_figure", name });
export const renameProject = (name: string): Command => ({ kind: "rename_project", name });

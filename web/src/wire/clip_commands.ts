/** Edits of the shelves, as the page means them and as the server takes them. */

import type { Command, InsertClip } from "../messages";
import type { FigureId } from "../state/part";
import type { Range } from "../state/timeline";

/** A clip by its place. */
export interface ClipRef {
  readonly shelf: string;
  readonly name: string;
}

export type InsertHow = Pick<InsertClip, "mode" | "blend" | "mirrored" | "adds" | "on_the_spot">;

export const insertClip = ({ shelf, name }: ClipRef, figure: FigureId, frame: number, how: InsertHow = {}): InsertClip => ({
  kind: "insert_clip",
  shelf,
  name,
  frame,
  figure,
  retargets: true,
  ...how,
});
export const storeClip = ({ shelf, name }: ClipRef, figure: FigureId, range: Range | null): Command => ({
  kind: "store_clip",
  shelf,
  name,
  figure,
  ...(range && { start: range[0], end: range[1] }),
});
export const renameClip = ({ shelf, name }: ClipRef, given: Partial<ClipRef>): Command => ({
  kind: "rename_clip",
  shelf,
  name,
  ...(given.shelf !== undefined && { new_shelf: given.shelf }),
  ...(given.name !== undefined && { new_name: given.name }),
});
export const deleteClip = ({ shelf, name }: ClipRef): Command => ({ kind: "delete_clip", shelf, name });

/** Edits of keys and of time, as the page means them and as the server takes them. */

import type { ChangeTimeline, Command, KeyData, PasteKeys } from "../messages";
import { type KeySet, namedKeys } from "../state/clip";
import type { FigureId, PartRef } from "../state/part";

export const keyPose = (figure: FigureId, frame: number): Command => ({ kind: "key_pose", figure, frame });
export const keyLimb = (part: PartRef, frame: number): Command => ({ kind: "key_pose", ...part, frame });
export const dropPose = (): Command => ({ kind: "drop_pose" });
export const removeKeys = (keys: KeySet): Command => ({ kind: "remove_keys", keys: namedKeys(keys) });
export const moveKeys = (keys: KeySet, by: number): Command => ({ kind: "move_keys", keys: namedKeys(keys), by });
export const changeKeys = (keys: KeySet, changes: Partial<KeyData>): Command => ({
  kind: "change_keys",
  keys: namedKeys(keys),
  changes,
});
export const deleteTime = (keys: KeySet, start: number, end: number): Command => ({
  kind: "delete_time",
  figures: [...keys.keys()],
  start,
  end,
});
export const pasteKeys = (
  keys: PasteKeys["keys"],
  frame: number,
  how: Pick<PasteKeys, "mode" | "mirrored" | "relative">,
): Command => ({
  kind: "paste_keys",
  keys,
  frame,
  ...how,
});
export const changeTimeline = (changes: ChangeTimeline["changes"]): Command => ({ kind: "change_timeline", changes });

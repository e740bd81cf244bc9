/** What is seen at the playhead: figures that move stand as their clips have them, all others as the server said last. */

import { read } from "../math/vector";
import type { FigureFrames } from "./frames";
import { worst } from "./held";
import type { Live, LivePose, LockReading } from "./scene";
import type { State } from "./state";

/** `posedAt` is the frame at which figures were posed last. */
export function shownAt(state: State, live: Live, posedAt: number | null): Live {
  const { timeline } = state;
  const clips = timeline.clips.value;
  if (!clips.size) return live;
  const frame = timeline.playhead.value;
  const here = live.frame === frame; // a drag goes on, at the frame that is seen
  const poses = new Map(live.poses);
  const locks = new Map(live.locks);
  for (const id of clips.keys()) {
    const frames = timeline.frames.get(id);
    const old = (frames?.revision ?? -1) < live.revision && posedAt === frame; // the frames of this edit are still to come
    const waits = timeline.data.value.unkeyed === frame;
    if (here || waits || old) continue;
    const pose = frames?.pose(frame);
    if (!frames || !pose) continue;
    poses.set(id, pose);
    readLocks(state, frames, frame, pose, locks);
  }
  return { ...live, dragging: live.dragging && (live.frame === null || here), poses, locks };
}

/** How well the locks of a figure hold at a frame. */
function readLocks(state: State, frames: FigureFrames, frame: number, pose: LivePose, locks: Map<number, LockReading>): void {
  const row = frames.row(Math.round(frame));
  frames.locks.forEach((id, place) => {
    const lock = state.lock(id);
    const joint = lock ? (state.figures.value.get(lock.figure)?.jointIndex(lock.part) ?? -1) : -1;
    if (joint < 0) return;
    const errors = frames.error(row, place);
    const { error, unit, share } = worst(errors ?? [0, 0]);
    const status = errors === null ? "off" : share <= 1 ? "held" : "violated";
    locks.set(id, { error, unit, state: status, anchor: read(pose.transforms, 12 * joint + 3, 4) });
  });
}

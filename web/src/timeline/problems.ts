/** Frames at which a lock does not hold, and all locks in one sentence. */

import { worst } from "../state/shown";
import type { State } from "../state/state";
import { inWords } from "../widgets/units";

/** The frames where some lock of some figure is off, in order. */
export function problemFrames(state: State): number[] {
  const found = new Set<number>();
  for (const figure of state.timeline.clips.value.keys()) {
    const frames = state.timeline.frames.get(figure);
    for (let row = 0; frames && row < frames.count; row++) {
      const off = frames.locks.some((_, place) => {
        const errors = frames.has(row) ? frames.error(row, place) : null;
        return errors !== null && worst(errors).share > 1;
      });
      if (off) found.add(frames.first + row);
    }
  }
  return [...found].sort((a, b) => a - b);
}

/** The next one after a frame, or the last one before it, around the end. */
export function nextProblem(frames: readonly number[], now: number, step: 1 | -1): number | null {
  if (!frames.length) return null;
  const found = step > 0 ? frames.find((frame) => frame > now) : frames.filter((frame) => frame < now).at(-1);
  return found ?? (step > 0 ? frames[0]! : frames.at(-1)!);
}

/** "2 locks held, worst 0.0 mm", or how many frames are off. */
export function heldInWords(state: State): string {
  let [locks, worstShare, said] = [0, -1, ""];
  for (const figure of state.timeline.clips.value.keys()) {
    const frames = state.timeline.frames.get(figure);
    locks += frames?.locks.length ?? 0;
    for (let row = 0; frames && row < frames.count; row++) {
      frames.locks.forEach((_, place) => {
        const errors = frames.has(row) ? frames.error(row, place) : null;
        const found = errors && worst(errors);
        if (found && found.share > worstShare) [worstShare, said] = [found.share, inWords(found.error, found.unit)];
      });
    }
  }
  if (!locks || worstShare < 0) return "";
  const off = worstShare > 1 ? problemFrames(state).length : 0;
  const what = locks === 1 ? "1 lock" : `${locks} locks`;
  return off ? `${what}: ${off} ${off === 1 ? "frame" : "frames"} off, worst ${said}` : `${what} held, worst ${said}`;
}

/** Frames at which a lock does not hold, and all locks in one sentence. */

import { worst } from "../state/held";
import type { FigureId } from "../state/part";
import type { State } from "../state/state";
import { inWords } from "../widgets/units";

/** The frames where some lock of some figure is off, or the motion pops, in order. */
export function problemFrames(state: State): number[] {
  const found = new Set<number>();
  for (const figure of state.timeline.clips.value.keys()) {
    const frames = state.timeline.frames.get(figure);
    for (let row = 0; frames && row < frames.count; row++)
      if ((frames.audit.level(row) ?? 0) > 0 || frames.audit.pops(row)) found.add(frames.first + row);
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
  let [locks, worstShare, said, off, popping] = [0, -1, "", 0, 0];
  for (const figure of state.timeline.clips.value.keys()) {
    const frames = state.timeline.frames.get(figure);
    locks += frames?.locks.length ?? 0;
    for (let row = 0; frames && row < frames.count; row++) {
      if ((frames.audit.level(row) ?? 0) > 0) off += 1;
      if (frames.audit.pops(row)) popping += 1;
      const share = frames.audit.share[row]!;
      if (!(share > worstShare)) continue;
      const { error, unit } = worst(frames.error(row, frames.audit.culprit[row]!) ?? [0, 0]);
      [worstShare, said] = [share, inWords(error, unit)];
    }
  }
  if (!locks || worstShare < 0) return "";
  const what = locks === 1 ? "1 lock" : `${locks} locks`;
  const pops = popping ? `, ${popping} ${popping === 1 ? "pop" : "pops"}` : "";
  return `${off ? `${what}: ${off} ${off === 1 ? "frame" : "frames"} off` : `${what} held`}, worst ${said}${pops}`;
}

/** What the audit says of one frame of a figure. */
export function auditInWords(state: State, figure: FigureId, frame: number): string {
  const frames = state.timeline.frames.get(figure);
  const row = frame - (frames?.first ?? 0);
  if (!frames?.has(row)) return `Frame ${frame}: not solved yet`;
  const { audit } = frames;
  const lock = state.lock(frames.locks[audit.culprit[row]!] ?? null);
  const { error, unit } = worst(frames.error(row, audit.culprit[row]!) ?? [0, 0]);
  const [level, much] = [audit.level(row), inWords(error, unit)];
  const holds = level === null ? "nothing is to hold" : level ? `${lock?.name} is off by ${much}` : `all is held, worst ${much}`;
  return `Frame ${frame}: ${holds}${audit.pops(row) ? `; pops, ${audit.pop(row).toFixed(1)} times the keys' own` : ""}`;
}

/** The clip packet: frames of a clip that this window does not have yet, as raw little-endian numbers. */

import type { FrameNews, Island } from "../state/frames";

export const CLIP_PACKET = 3;
const HEADER = 12; // numbers

/** Reads a packet; throws where its length does not fit its own counts. */
export function readClipPacket(buffer: ArrayBuffer): FrameNews {
  const [ints, signed, numbers] = [new Uint32Array(buffer), new Int32Array(buffer), new Float32Array(buffer)];
  if (ints.length < HEADER || ints[0] !== CLIP_PACKET) throw new Error("not a clip packet");
  const [, revision = 0, answers = 0, flags = 0, , count = 0, joints = 0, parameters = 0, locks = 0, islands = 0, letters = 0] =
    ints;
  let at = HEADER;
  /** Where the next so many numbers begin. */
  const take = (size: number): number => {
    const start = at;
    at += size;
    if (at > numbers.length) throw new Error("a clip packet of the wrong length");
    return start;
  };
  const name = take(letters / 4);
  const figure = new TextDecoder().decode(new Uint8Array(buffer, 4 * name, letters)).trimEnd();
  const ids = [...signed.subarray(take(locks), at)]; // negative where a lock is soft
  const found: Island[] = [];
  for (let k = 0; k < islands; k++) {
    const head = take(2);
    const [first, frames] = [signed[head] ?? 0, ints[head + 1] ?? 0];
    const rows = numbers.subarray(take(frames * (12 * joints + 2 * parameters)), at);
    const errors = numbers.subarray(take(2 * frames * locks), at);
    found.push({ first, count: frames, rows, errors });
  }
  if (at !== numbers.length) throw new Error("a clip packet of the wrong length");
  const [complete, provisional] = [(flags & 1) !== 0, (flags & 2) !== 0];
  return {
    figure,
    revision,
    answers,
    complete,
    provisional,
    first: signed[4] ?? 0,
    count,
    joints,
    parameters,
    locks: ids.map(Math.abs),
    soft: ids.map((id) => id < 0),
    islands: found,
  };
}

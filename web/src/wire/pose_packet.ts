/** The pose packet: the state that the server sends at every step of a drag, as raw little-endian numbers. */

import { type Point, read } from "../math/vector";
import type { LivePose, LockReading, LockStatus } from "../state/scene";

/** The pose of the figure that has this place in the document. */
export interface PlacedPose extends LivePose {
  place: number;
}

export interface PosePacket {
  seq: number; // of the move that it answers
  revision: number;
  dragging: boolean;
  conflict: boolean;
  chasing: boolean;
  moving: boolean; // more poses follow by themselves
  milliseconds: number; // that the solve took
  poses: PlacedPose[]; // of the figures that have moved
  locks: Map<number, LockReading>; // by the lock's id
  goal: Point;
  effector: Point;
  frame: number | null; // of the timeline, at which figures are being posed
}

const KIND = 2;
const HEADER = 14; // numbers
const PER_FIGURE = 8; // before its transforms
const PER_LOCK = 8;
const STATES: readonly LockStatus[] = ["held", "violated", "off"];

/** Reads a packet; throws where its length does not fit its own counts. */
export function readPosePacket(buffer: ArrayBuffer): PosePacket {
  const [ints, numbers] = [new Uint32Array(buffer), new Float32Array(buffer)];
  if (ints.length < HEADER || ints[0] !== KIND) throw new Error("not a pose packet");
  const [, seq = 0, revision = 0, figures = 0, locks = 0, flags = 0] = ints;
  let at = HEADER;
  /** Where the next so many numbers begin. */
  const take = (count: number): number => {
    const start = at;
    at += count;
    if (at > numbers.length) throw new Error("a pose packet of the wrong length");
    return start;
  };
  const poses: PlacedPose[] = [];
  for (let k = 0; k < figures; k++) {
    const head = take(PER_FIGURE);
    const [place = 0, joints = 0, parameters = 0] = ints.subarray(head);
    const balance = numbers[head + 7] ?? Number.NaN;
    const [start, values] = [take(12 * joints), take(parameters)];
    poses.push({
      place,
      transforms: numbers.subarray(start, values),
      parameters: numbers.subarray(values, at),
      centreOfMass: read(numbers, head + 4),
      balance: Number.isNaN(balance) ? null : balance,
    });
  }
  const readings = new Map<number, LockReading>();
  for (let k = 0; k < locks; k++) {
    const start = take(PER_LOCK);
    const [id = 0, state = 0, unit] = ints.subarray(start);
    readings.set(id, {
      error: numbers[start + 3] ?? 0,
      unit: unit === 1 ? "rad" : "m",
      state: STATES[state] ?? "held",
      anchor: read(numbers, start + 4),
    });
  }
  if (at !== numbers.length) throw new Error("a pose packet of the wrong length");
  const frame = numbers[7] ?? Number.NaN;
  return {
    seq,
    revision,
    milliseconds: numbers[6] ?? 0,
    poses,
    locks: readings,
    goal: read(numbers, 8),
    effector: read(numbers, 11),
    dragging: (flags & 1) !== 0,
    conflict: (flags & 2) !== 0,
    chasing: (flags & 4) !== 0,
    moving: (flags & 8) !== 0,
    frame: Number.isNaN(frame) ? null : frame,
  };
}

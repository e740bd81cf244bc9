/** The pose packet: the state that the server sends at every step of a drag, as raw little-endian numbers. */

import { type Point, read } from "../math/vector";
import type { LockReading, LockStatus } from "../state/scene";

export interface PosePacket {
  seq: number; // of the move that it answers
  revision: number;
  dragging: boolean;
  conflict: boolean;
  chasing: boolean;
  moving: boolean; // more poses follow by themselves
  milliseconds: number; // that the solve took
  transforms: Float32Array; // 12 a joint, row-major 3×4
  parameters: Float32Array;
  locks: LockReading[];
  goal: Point;
  effector: Point;
  centreOfMass: Point;
  balance: number | null; // metres inside the support polygon, negative outside
}

const HEADER = 8; // numbers
const PER_LOCK = 8;
const STATES: readonly LockStatus[] = ["held", "violated", "off"];

/** Reads a packet; throws where its length does not fit its own counts. */
export function readPosePacket(buffer: ArrayBuffer): PosePacket {
  const ints = new Uint32Array(buffer, 0, Math.min(HEADER, buffer.byteLength >> 2));
  if (ints.length < HEADER || ints[0] !== 1) throw new Error("not a pose packet");
  const [, seq = 0, revision = 0, joints = 0, parameters = 0, locks = 0, flags = 0] = ints;
  const numbers = new Float32Array(buffer);
  if (numbers.length !== HEADER + 12 * joints + parameters + PER_LOCK * locks + 10)
    throw new Error("a pose packet of the wrong length");
  let at = HEADER;
  const take = (count: number): Float32Array => numbers.subarray(at, (at += count));
  const transforms = take(12 * joints);
  const values = take(parameters);
  const readings: LockReading[] = [];
  for (let k = 0; k < locks; k++) {
    const lock = take(PER_LOCK);
    const [error = 0, unit, state = 0] = lock;
    readings.push({ error, unit: unit === 1 ? "rad" : "m", state: STATES[state] ?? "held", anchor: read(lock, 3) });
  }
  const [goal, effector, centreOfMass] = [read(take(3)), read(take(3)), read(take(3))];
  const [balance = Number.NaN] = take(1);
  return {
    seq,
    revision,
    milliseconds: numbers[7] ?? 0,
    transforms,
    parameters: values,
    locks: readings,
    goal,
    effector,
    centreOfMass,
    dragging: (flags & 1) !== 0,
    conflict: (flags & 2) !== 0,
    chasing: (flags & 4) !== 0,
    moving: (flags & 8) !== 0,
    balance: Number.isNaN(balance) ? null : balance,
  };
}

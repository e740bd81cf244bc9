/** The pose frame: what the server sends at every step of a drag, as raw little-endian numbers. */

export interface LockReading {
  error: number; // in metres or radians
  unit: "m" | "rad";
  state: "held" | "giving way" | "off";
  anchor: [number, number, number];
}

export interface PoseFrame {
  seq: number;
  revision: number;
  dragging: boolean;
  conflict: boolean;
  chasing: boolean;
  moving: boolean; // more poses follow by themselves
  milliseconds: number; // that the solve took
  transforms: Float32Array; // 12 a joint, row-major 3×4
  parameters: Float32Array;
  locks: LockReading[];
  goal: [number, number, number];
  effector: [number, number, number];
  centreOfMass: [number, number, number];
  balance: number | null; // metres inside the support polygon, negative outside
}

const HEADER = 8; // numbers
const PER_LOCK = 8;
const STATES = ["held", "giving way", "off"] as const;

/** Reads a frame; throws where its length does not fit its own counts. */
export function readFrame(buffer: ArrayBuffer): PoseFrame {
  const ints = new Uint32Array(buffer, 0, Math.min(HEADER, buffer.byteLength >> 2));
  if (ints.length < HEADER || ints[0] !== 1) throw new Error("not a pose frame");
  const [, seq, revision, joints, parameters, locks, flags] = ints;
  const numbers = new Float32Array(buffer);
  if (numbers.length !== HEADER + 12 * joints + parameters + PER_LOCK * locks + 10)
    throw new Error("a pose frame of the wrong length");
  let at = HEADER;
  const take = (count: number): Float32Array => numbers.subarray(at, (at += count));
  const transforms = take(12 * joints);
  const values = take(parameters);
  const readings: LockReading[] = [];
  for (let k = 0; k < locks; k++) {
    const [error, unit, state, x, y, z] = take(PER_LOCK);
    readings.push({ error, unit: unit === 1 ? "rad" : "m", state: STATES[state] ?? "held", anchor: [x, y, z] });
  }
  const point = (): [number, number, number] => [...take(3)] as [number, number, number];
  const [goal, effector, centreOfMass] = [point(), point(), point()];
  const balance = take(1)[0];
  return {
    seq,
    revision,
    milliseconds: numbers[7],
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

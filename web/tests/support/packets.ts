/** Pose packets as the server packs them. */

export interface PacketNumbers {
  joints?: number;
  parameters?: readonly number[];
  locks?: readonly (readonly number[])[]; // error, unit, state, anchor (3), and two that are kept free
  transforms?: readonly number[];
  seq?: number;
  revision?: number;
  flags?: number; // 1 dragging, 2 conflict, 4 chasing, 8 moving
  goal?: readonly [number, number, number];
  effector?: readonly [number, number, number];
  balance?: number;
}

/** A joint that is not moved, at some height. */
export const lifted = (height: number): number[] => [1, 0, 0, 0, 0, 1, 0, height, 0, 0, 1, 0];

export function packetBuffer(given: PacketNumbers = {}): ArrayBuffer {
  const { parameters = [0.1, 0.2], locks = [], seq = 0, revision = 3, flags = 0, balance = Number.NaN } = given;
  const transforms = given.transforms ?? [...lifted(0), ...lifted(1)];
  const joints = transforms.length / 12;
  const count = 8 + transforms.length + parameters.length + 8 * locks.length + 10;
  const buffer = new ArrayBuffer(4 * count);
  new Uint32Array(buffer).set([1, seq, revision, joints, parameters.length, locks.length, flags]);
  const numbers = new Float32Array(buffer);
  numbers[7] = 1.5; // milliseconds
  const places = [...(given.goal ?? [1, 2, 3]), ...(given.effector ?? [4, 5, 6]), 7, 8, 9];
  numbers.set([...transforms, ...parameters, ...locks.flat(), ...places, balance], 8);
  return buffer;
}

/** Pose packets as the server packs them. */

export interface LockNumbers {
  id?: number;
  error?: number;
  unit?: 0 | 1; // m, rad
  state?: 0 | 1 | 2; // held, violated, off
  anchor?: readonly [number, number, number];
}

export interface FigureNumbers {
  place?: number;
  transforms?: readonly number[];
  parameters?: readonly number[];
  balance?: number;
}

export interface PacketNumbers extends FigureNumbers {
  figures?: readonly FigureNumbers[]; // else one, of the numbers beside this
  locks?: readonly LockNumbers[];
  seq?: number;
  revision?: number;
  flags?: number; // 1 dragging, 2 conflict, 4 chasing, 8 moving
  goal?: readonly [number, number, number];
  effector?: readonly [number, number, number];
}

/** A joint that is not moved, at some height. */
export const lifted = (height: number): number[] => [1, 0, 0, 0, 0, 1, 0, height, 0, 0, 1, 0];

export function packetBuffer(given: PacketNumbers = {}): ArrayBuffer {
  const { figures = [given], locks = [], seq = 0, revision = 3, flags = 0 } = given;
  const bytes: ArrayBuffer[] = [];
  const ints = (...numbers: number[]): void => void bytes.push(Uint32Array.from(numbers).buffer);
  const floats = (...numbers: number[]): void => void bytes.push(Float32Array.from(numbers).buffer);
  ints(2, seq, revision, figures.length, locks.length, flags);
  floats(1.5); // milliseconds
  floats(Number.NaN); // frame
  floats(...(given.goal ?? [1, 2, 3]), ...(given.effector ?? [4, 5, 6]));
  for (const figure of figures) {
    const { place = 0, transforms = [...lifted(0), ...lifted(1)], parameters = [0.1, 0.2], balance = Number.NaN } = figure;
    ints(place, transforms.length / 12, parameters.length, 0);
    floats(7, 8, 9, balance, ...transforms, ...parameters);
  }
  for (const { id = 7, state = 0, unit = 0, error = 0, anchor = [0, 0, 0] } of locks) {
    ints(id, state, unit);
    floats(error, ...anchor);
    ints(0);
  }
  const whole = new Uint8Array(bytes.reduce((sum, each) => sum + each.byteLength, 0));
  let at = 0;
  for (const each of bytes) {
    whole.set(new Uint8Array(each), at);
    at += each.byteLength;
  }
  return whole.buffer;
}

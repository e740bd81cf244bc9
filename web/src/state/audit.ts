/** What an audit finds at each frame: the hard lock that is off most, and whether the motion pops there. */

import type { FigureFrames } from "./frames";
import { worst } from "./held";

const POP = 1.25; // times the largest bend of the in-betweens before locks are held
const LEAST_BEND = 2e-3; // [rad or m per frame²] below which nothing pops

export class FrameAudit {
  share = new Float32Array(0); // of the worst lock's error in what counts as held; NaN where none holds
  culprit = new Int16Array(0); // its place among the locks, -1 for none
  private bends = new Float32Array(0); // the largest second difference of a parameter
  private plainBends = new Float32Array(0); // the same before locks are held
  private calm = LEAST_BEND; // the largest of the latter
  private keyed = false; // whether its own keys move it; what is only carried has nothing to be compared with

  /** Looks again at rows that have changed. */
  update(frames: FigureFrames, islands: readonly (readonly [first: number, end: number])[]): void {
    const { count } = frames;
    const whole = count !== this.share.length;
    if (whole) {
      this.keyed = false;
      this.share = new Float32Array(count).fill(Number.NaN);
      this.culprit = new Int16Array(count).fill(-1);
      [this.bends, this.plainBends] = [new Float32Array(count), new Float32Array(count)];
    }
    for (const [first, end] of whole ? [[0, count] as const] : islands) {
      for (let row = first; row < end; row++) this.look(frames, row);
      for (let row = Math.max(first - 1, 1); row < Math.min(end + 1, count - 1); row++) this.bend(frames, row);
    }
    this.calm = LEAST_BEND;
    for (const bend of this.plainBends) if (bend > this.calm) this.calm = bend;
  }

  /** How much more the motion bends at a row than the in-betweens do anywhere before locks are held; 0 where locks change nothing. */
  pop(row: number): number {
    const [held, plain] = [this.bends[row] ?? 0, this.plainBends[row] ?? 0];
    return this.keyed && held > 1.02 * plain ? held / this.calm : 0;
  }

  pops(row: number): boolean {
    return this.pop(row) > POP;
  }

  /** 0 held, 1 nearly, 2 not; null where nothing is to hold. */
  level(row: number): 0 | 1 | 2 | null {
    const share = this.share[row] ?? Number.NaN;
    return Number.isNaN(share) ? null : share <= 1 ? 0 : share <= 10 ? 1 : 2;
  }

  private look(frames: FigureFrames, row: number): void {
    this.share[row] = Number.NaN;
    this.culprit[row] = -1;
    if (!frames.has(row)) return;
    for (let place = 0; place < frames.locks.length; place++) {
      if (frames.soft[place]) continue;
      const errors = frames.error(row, place);
      if (!errors) continue;
      const { share } = worst(errors);
      if (this.culprit[row]! < 0 || share > this.share[row]!) [this.share[row], this.culprit[row]] = [share, place];
    }
  }

  private bend(frames: FigureFrames, row: number): void {
    this.bends[row] = 0;
    this.plainBends[row] = 0;
    if (!frames.has(row - 1) || !frames.has(row) || !frames.has(row + 1)) return;
    const { rows, width, joints, parameters } = frames;
    const at = row * width + 12 * joints;
    for (let k = 0; k < 2 * parameters; k++) {
      const bend = Math.abs(rows[at - width + k]! - 2 * rows[at + k]! + rows[at + width + k]!);
      if (k >= parameters && rows[at + k] !== rows[at - width + k]) this.keyed = true;
      const table = k < parameters ? this.bends : this.plainBends;
      if (bend > table[row]!) table[row] = bend;
    }
  }
}

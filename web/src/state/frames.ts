/** The frames of clips, as raw numbers: what is played, and scrubbed, without a word with the server. */

import { type Point, read } from "../math/vector";
import { FrameAudit } from "./audit";
import type { FigureId } from "./part";
import type { LivePose } from "./scene";

/** Some frames in a row, as they came. */
export interface Island {
  readonly first: number;
  readonly count: number;
  readonly rows: Float32Array; // of each frame 12 numbers a joint, the parameters, and the parameters before locks are held
  readonly errors: Float32Array; // of each lock in metres and in radians, of each frame
}

export interface FrameNews {
  readonly figure: FigureId;
  readonly revision: number;
  readonly answers: number; // the preview that it belongs to, 0 for none
  readonly complete: boolean;
  readonly provisional: boolean; // the smooth answer is still to come
  readonly first: number;
  readonly count: number;
  readonly joints: number;
  readonly parameters: number;
  readonly locks: readonly number[];
  readonly soft: readonly boolean[]; // which of them only compete
  readonly islands: readonly Island[];
}

export const WORTH_SAYING = 150; // [ms]
const NOWHERE: Point = [0, 0, 0];

/** The frames of one figure. */
export class FigureFrames {
  first = 0;
  count = 0;
  joints = 0;
  parameters = 0;
  provisional = false;
  complete = false; // none is still to come
  private since = 0; // [ms] when they became provisional
  revision = -1; // of the document that they are whole for
  locks: readonly number[] = [];
  soft: readonly boolean[] = [];
  rows = new Float32Array(0);
  errors = new Float32Array(0);
  readonly audit = new FrameAudit();
  stamps = new Uint32Array(0); // 0 where a frame has not come yet; another number after each change

  /** Whether the smooth answer is still to come, and has been for so long that it is worth saying: no flicker at each edit. */
  waitsForLong(): boolean {
    return this.provisional && performance.now() - this.since > WORTH_SAYING;
  }

  get width(): number {
    return 12 * this.joints + 2 * this.parameters;
  }

  /** The row of a whole frame inside the clip: the nearest one for a frame beyond its ends. */
  row(frame: number): number {
    return Math.min(Math.max(frame - this.first, 0), this.count - 1);
  }

  has(row: number): boolean {
    return (this.stamps[row] ?? 0) > 0;
  }

  transforms(row: number): Float32Array {
    return this.rows.subarray(row * this.width, row * this.width + 12 * this.joints);
  }

  /** The errors of a lock at a row: metres and radians; null where it does not hold. */
  error(row: number, place: number): readonly [number, number] | null {
    const at = 2 * (row * this.locks.length + place);
    const [metres = Number.NaN, radians = Number.NaN] = [this.errors[at], this.errors[at + 1]];
    return Number.isNaN(metres) ? null : [metres, radians];
  }

  /** The pose at a frame; between two whole ones a blend of both. Null where it has not come yet. */
  pose(frame: number): LivePose | null {
    const [low, high] = [this.row(Math.floor(frame)), this.row(Math.ceil(frame))];
    if (!this.count || !this.has(low) || !this.has(high)) return null;
    const own = this.rows.subarray(low * this.width, (low + 1) * this.width);
    const share = low === high ? 0 : frame - Math.floor(frame);
    const shown = share ? this.blend(low, high, share) : own;
    const split = 12 * this.joints;
    const parameters = shown.subarray(split, split + this.parameters);
    return { transforms: shown.subarray(0, split), parameters, centreOfMass: NOWHERE, balance: null };
  }

  /** A parameter at a row, or before locks are held. */
  value(row: number, parameter: number, plain = false): number {
    return this.rows[row * this.width + 12 * this.joints + (plain ? this.parameters : 0) + parameter] ?? Number.NaN;
  }

  /** Where a joint is at a row. */
  place(row: number, joint: number): Point {
    return read(this.rows, row * this.width + 12 * joint + 3, 4);
  }

  take(news: FrameNews, stamp: number): void {
    const same = news.joints === this.joints && news.parameters === this.parameters;
    const sameLocks =
      news.locks.length === this.locks.length &&
      news.locks.every((id, k) => id === this.locks[k] && news.soft[k] === this.soft[k]);
    const moved = news.first !== this.first || news.count !== this.count;
    if (!same || !sameLocks || moved) this.resize(news, same, sameLocks);
    for (const { first, count, rows, errors } of news.islands) {
      const row = first - this.first;
      if (row < 0 || row + count > this.count) throw new Error("a clip packet with frames outside its clip");
      this.rows.set(rows, row * this.width);
      this.errors.set(errors, 2 * row * this.locks.length);
      this.stamps.fill(stamp, row, row + count);
    }
    this.audit.update(
      this,
      same && sameLocks && !moved
        ? news.islands.map(({ first, count }) => [first - this.first, first - this.first + count] as const)
        : [[0, this.count]],
    );
    if (news.provisional && !this.provisional) this.since = performance.now();
    this.provisional = news.provisional;
    this.complete = news.complete;
    if (news.complete) this.revision = news.revision;
  }

  private blend(low: number, high: number, share: number): Float32Array {
    const [a, b] = [low * this.width, high * this.width];
    return Float32Array.from(
      { length: this.width },
      (_, k) => this.rows[a + k]! + share * (this.rows[b + k]! - this.rows[a + k]!),
    );
  }

  /** Makes room for other frames; those that stay are kept. */
  private resize(news: FrameNews, keepRows: boolean, keepErrors: boolean): void {
    const before = { first: this.first, count: this.count, rows: this.rows, errors: this.errors, stamps: this.stamps };
    this.first = news.first;
    this.count = news.count;
    this.joints = news.joints;
    this.parameters = news.parameters;
    this.locks = news.locks;
    this.soft = news.soft;
    const perFrame = 2 * this.locks.length;
    this.rows = new Float32Array(this.count * this.width);
    this.errors = new Float32Array(this.count * perFrame).fill(Number.NaN);
    this.stamps = new Uint32Array(this.count);
    if (!keepRows) return;
    const begin = Math.max(before.first, this.first);
    const end = Math.min(before.first + before.count, this.first + this.count);
    if (end <= begin) return;
    const [from, to] = [begin - before.first, begin - this.first];
    this.rows.set(before.rows.subarray(from * this.width, (from + end - begin) * this.width), to * this.width);
    this.stamps.set(before.stamps.subarray(from, from + end - begin), to);
    if (keepErrors) this.errors.set(before.errors.subarray(from * perFrame, (from + end - begin) * perFrame), to * perFrame);
  }
}

/** The frames of all figures that move. */
export class FrameStore {
  private readonly byFigure = new Map<FigureId, FigureFrames>();
  private stamp = 0;

  get(figure: FigureId): FigureFrames | undefined {
    return this.byFigure.get(figure);
  }

  take(news: FrameNews): void {
    const own = this.byFigure.get(news.figure) ?? new FigureFrames();
    own.take(news, ++this.stamp);
    this.byFigure.set(news.figure, own);
  }

  /** Forgets the frames of figures that are gone or do not move any more. */
  keep(figures: ReadonlySet<FigureId>): void {
    for (const id of this.byFigure.keys()) if (!figures.has(id)) this.byFigure.delete(id);
  }
}

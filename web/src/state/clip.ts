/** Clips as the page holds them: keys by frame, and the frames that the server has sent. */

import type { ClipData, KeyData } from "../messages";
import type { FigureId } from "./part";

export const USUAL_KEY: Readonly<KeyData> = {
  curve: "smooth",
  tension: 0,
  continuity: 0,
  bias: 0,
  slow_in: 0,
  slow_out: 0,
  name: "",
  tracks: null,
};

/** The keys of a figure: their frames in order, and how the motion passes through each. */
export class Clip {
  readonly frames: readonly number[];
  private readonly shapes: Readonly<Record<string, KeyData | undefined>>;

  constructor(data: Pick<ClipData, "frames" | "shapes">) {
    this.frames = data.frames;
    this.shapes = data.shapes;
  }

  get first(): number {
    return this.frames[0] ?? 0;
  }

  get last(): number {
    return this.frames.at(-1) ?? 0;
  }

  key(place: number): Readonly<KeyData> {
    return this.shapes[String(place)] ?? USUAL_KEY;
  }

  /** The place of the first key at or after a frame; the number of keys where there is none. */
  placeFrom(frame: number): number {
    let [low, high] = [0, this.frames.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.frames[middle]! < frame) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  has(frame: number): boolean {
    return this.frames[this.placeFrom(frame)] === frame;
  }
}

/** Keys, by figure the frames of some of its keys. */
export type KeySet = ReadonlyMap<FigureId, ReadonlySet<number>>;
export const NO_KEYS: KeySet = new Map();

export const countKeys = (keys: KeySet): number => [...keys.values()].reduce((sum, frames) => sum + frames.size, 0);

/** The keys as commands name them, in order. */
export const namedKeys = (keys: KeySet): Record<FigureId, number[]> =>
  Object.fromEntries([...keys].filter(([, own]) => own.size).map(([id, own]) => [id, [...own].sort((a, b) => a - b)]));

/** The first and the last frame of some keys; null where there are none. */
export function extentOf(keys: KeySet): readonly [number, number] | null {
  const frames = [...keys.values()].flatMap((own) => [...own]);
  return frames.length ? [Math.min(...frames), Math.max(...frames)] : null;
}

/** Some more keys beside others, or with `toggle` those that are in one of both only. */
export function joined(keys: KeySet, more: KeySet, toggle = false): KeySet {
  const found = new Map([...keys].map(([id, own]) => [id, new Set(own)]));
  for (const [id, own] of more) {
    const there = found.get(id) ?? new Set();
    for (const frame of own) {
      if (toggle && there.has(frame)) there.delete(frame);
      else there.add(frame);
    }
    found.set(id, there);
  }
  return new Map([...found].filter(([, own]) => own.size));
}

/** Where keys are on the line: which of them have room for a picture, and which is under a pixel. */

import type { Clip } from "../state/clip";
import type { TimeScale } from "./scale";

const REACH = 6; // [pixels] beside a tick that still count as the key
const GAP = 2; // [pixels] between two pictures

export interface ShownKey {
  readonly place: number;
  readonly frame: number;
  readonly x: number; // of its middle
  readonly pictured: boolean;
}

export const UNMOVED = (frame: number): number => frame;

/** The keys that are seen; of those that would overlap the first has a picture, chosen ones before others. */
export function shownKeys(
  clip: Clip,
  scale: TimeScale,
  width: number,
  isChosen: (frame: number) => boolean,
  moved: (frame: number) => number = UNMOVED,
): ShownKey[] {
  const half = width / 2 + GAP;
  const from = clip.placeFrom(scale.frame(-2 * half));
  const seen: { place: number; frame: number; x: number }[] = [];
  const still = moved === UNMOVED;
  const end = scale.frame(scale.width + 2 * half);
  for (let place = still ? from : 0; place < clip.frames.length; place++) {
    const frame = clip.frames[place]!;
    if (still && frame > end) break;
    const x = scale.x(moved(frame));
    if (x > -2 * half && x < scale.width + 2 * half) seen.push({ place, frame, x });
  }
  const taken: number[] = [];
  const pictured = new Set<number>();
  const give = (x: number, place: number): void => {
    let low = 0;
    for (let high = taken.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (taken[middle]! < x) low = middle + 1;
      else high = middle;
    }
    if ((taken[low] ?? Infinity) - x < 2 * half || x - (taken[low - 1] ?? -Infinity) < 2 * half) return;
    taken.splice(low, 0, x);
    pictured.add(place);
  };
  for (const { place, frame, x } of seen) if (isChosen(frame)) give(x, place);
  for (const { place, x } of seen) give(x, place);
  return seen.map((key) => ({ ...key, pictured: pictured.has(key.place) }));
}

/** The key under a pixel of the line: the nearest one by its tick, or else the picture. */
export function keyAt(keys: readonly ShownKey[], x: number, width: number): ShownKey | null {
  let best: ShownKey | null = null;
  let least = REACH;
  for (const key of keys) {
    const away = Math.abs(key.x - x);
    if (away <= least) [best, least] = [key, away];
  }
  return best ?? keys.find((key) => key.pictured && Math.abs(key.x - x) <= width / 2) ?? null;
}

/** At which frames a figure is shown beside the one that is seen. */

import type { Clip } from "./clip";

export interface SkinFrame {
  readonly frame: number;
  readonly later: boolean;
  readonly away: number; // 1 for the nearest
}

/** So many on each side: at the neighbouring keys, or with a step every so many frames inside the clip. */
export function skinFrames(clip: Clip, now: number, count: number, step: number): SkinFrame[] {
  const at = clip.placeFrom(now);
  const next = clip.has(now) ? at + 1 : at;
  const found: SkinFrame[] = [];
  for (let away = 1; away <= count; away++) {
    for (const later of [false, true]) {
      const stepped = Math.round(now) + (later ? 1 : -1) * away * step;
      const frame = step ? stepped : clip.frames[later ? next + away - 1 : at - away];
      const inside = frame !== undefined && frame >= clip.first && frame <= clip.last;
      if (inside) found.push({ frame, later, away });
    }
  }
  return found;
}

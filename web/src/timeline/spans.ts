/** When a lock holds: its spans with their windows in frames. */

import type { Lock } from "../state/scene";
import type { TimeScale } from "./scale";

export const USUAL_WINDOW = 0.2; // [s]

export interface Windowed {
  readonly start: number;
  readonly end: number;
  readonly ease_in: number;
  readonly ease_out: number;
}

/** A span with the usual windows. */
export const usualSpan = (start: number, end: number) => ({
  start,
  end,
  ease_in: null,
  ease_out: null,
  cut_in: false,
  cut_out: false,
});

/** One that holds at all times reaches over all that is seen. */
export function windowsOf(lock: Lock, rate: number, scale: TimeScale): Windowed[] {
  if (!lock.spans) return [{ start: scale.frame(0) - 1, end: scale.end + 1, ease_in: 0, ease_out: 0 }];
  return lock.spans.map((span) => ({
    start: span.start,
    end: span.end,
    ease_in: span.ease_in ?? USUAL_WINDOW * rate,
    ease_out: span.ease_out ?? USUAL_WINDOW * rate,
  }));
}

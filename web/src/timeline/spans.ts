/** When a lock holds: its spans with their windows in frames. */

import type { Lock } from "../state/scene";
import type { TimeScale } from "./scale";

const USUAL_WINDOW = 0.2; // [s]

export type Span = NonNullable<Lock["spans"]>[number];

export interface Windowed {
  readonly start: number;
  readonly end: number;
  readonly ease_in: number;
  readonly ease_out: number;
}

/** A span with the usual windows. */
export const usualSpan = (start: number, end: number): Span => ({
  start,
  end,
  ease_in: null,
  ease_out: null,
  cut_in: false,
  cut_out: false,
});

/** A span with its windows in frames; where a range was cut off there is none. */
export const windowed = ({ start, end, ease_in, ease_out, cut_in, cut_out }: Span, rate: number): Windowed => ({
  start,
  end,
  ease_in: cut_in ? 0 : (ease_in ?? USUAL_WINDOW * rate),
  ease_out: cut_out ? 0 : (ease_out ?? USUAL_WINDOW * rate),
});

/** One that holds at all times reaches over all that is seen. */
export function windowsOf(lock: Lock, rate: number, scale: TimeScale): Windowed[] {
  if (!lock.spans) return [{ start: scale.frame(0) - 1, end: scale.end + 1, ease_in: 0, ease_out: 0 }];
  return lock.spans.map((span) => windowed(span, rate));
}

/** What counts as held. */

/** Errors up to these count as held: a millimetre, half a degree. */
export const HELD = [1e-3, Math.PI / 360] as const;

/** A lock's errors in metres and radians as one: that which is worse beside what counts as held. */
export function worst([metres, radians]: readonly [number, number]): { error: number; unit: "m" | "rad"; share: number } {
  return metres / HELD[0] >= radians / HELD[1]
    ? { error: metres, unit: "m", share: metres / HELD[0] }
    : { error: radians, unit: "rad", share: radians / HELD[1] };
}

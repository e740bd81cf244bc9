/** Boxes that are drawn with a pointer. */

interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Place {
  readonly width: number;
  readonly height: number;
}

/** The box between two corners. */
export const boxBetween = (a: Place, b: Place): Box => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(b.x - a.x),
  height: Math.abs(b.y - a.y),
});

export const isInside = ({ x, y, width, height }: Box, at: Place): boolean =>
  x <= at.x && at.x <= x + width && y <= at.y && at.y <= y + height;

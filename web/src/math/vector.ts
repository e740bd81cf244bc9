/** Vectors of three numbers. */

export type Point = [number, number, number];
export type Vector = readonly [number, number, number];
/** Three columns of a rotation: the directions of a frame's own axes. */
export type Axes = readonly [Vector, Vector, Vector];

/** Three numbers of a longer list, `step` apart. */
export const read = (numbers: ArrayLike<number>, at = 0, step = 1): Point => [
  numbers[at] ?? 0,
  numbers[at + step] ?? 0,
  numbers[at + 2 * step] ?? 0,
];

export const add = (a: Vector, b: Vector): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vector, b: Vector): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scaled = (a: Vector, by: number): Point => [a[0] * by, a[1] * by, a[2] * by];
/** The point at a signed distance from another along an axis. */
export const along = (from: Vector, axis: Vector, by: number): Point => [
  from[0] + axis[0] * by,
  from[1] + axis[1] * by,
  from[2] + axis[2] * by,
];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector, b: Vector): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a: Vector): number => Math.hypot(a[0], a[1], a[2]);
export const distance = (a: Vector, b: Vector): number => length(sub(a, b));
/** The unit vector of a direction; zero stays zero. */
export const unit = (a: Vector): Point => scaled(a, 1 / (length(a) || 1));

/** Rays: where they meet triangles, lines, planes and balls. Directions of the world's rays are unit vectors. */

export type Point = [number, number, number];

export interface Ray {
  origin: Point;
  direction: Point;
}

interface Piece {
  start: number;
  count: number;
  centre: { x: number; y: number; z: number };
  radius: number;
}

/** How far along the ray a piece of an indexed mesh is met from outside; infinity where it is not (Möller and Trumbore). */
export function meet(ray: Ray, piece: Piece, position: ArrayLike<number>, index: ArrayLike<number>): number {
  if (!nearBall(ray, piece)) return Infinity;
  const [ox, oy, oz] = ray.origin;
  const [dx, dy, dz] = ray.direction;
  let nearest = Infinity;
  for (let i = piece.start; i < piece.start + piece.count; i += 3) {
    const [a, b, c] = [3 * index[i], 3 * index[i + 1], 3 * index[i + 2]];
    const [ax, ay, az] = [position[a], position[a + 1], position[a + 2]];
    const [ux, uy, uz] = [position[b] - ax, position[b + 1] - ay, position[b + 2] - az];
    const [vx, vy, vz] = [position[c] - ax, position[c + 1] - ay, position[c + 2] - az];
    const [px, py, pz] = [dy * vz - dz * vy, dz * vx - dx * vz, dx * vy - dy * vx];
    const det = ux * px + uy * py + uz * pz;
    if (Math.abs(det) < 1e-18) continue;
    const [sx, sy, sz] = [ox - ax, oy - ay, oz - az];
    const u = (sx * px + sy * py + sz * pz) / det;
    if (u < 0 || u > 1) continue;
    const [qx, qy, qz] = [sy * uz - sz * uy, sz * ux - sx * uz, sx * uy - sy * ux];
    const v = (dx * qx + dy * qy + dz * qz) / det;
    if (v < 0 || u + v > 1) continue;
    const t = (vx * qx + vy * qy + vz * qz) / det;
    if (t > 0 && t < nearest) nearest = t;
  }
  return nearest;
}

function nearBall(ray: Ray, ball: Piece): boolean {
  const [x, y, z] = [ball.centre.x - ray.origin[0], ball.centre.y - ray.origin[1], ball.centre.z - ray.origin[2]];
  const [dx, dy, dz] = ray.direction;
  const length = dx * dx + dy * dy + dz * dz;
  const along = (x * dx + y * dy + z * dz) / length;
  const [ex, ey, ez] = [x - along * dx, y - along * dy, z - along * dz];
  return ex * ex + ey * ey + ez * ez <= ball.radius * ball.radius;
}

/** The point of a ray nearest to a point (W 6.2): where a drag's goal is. */
export function nearestOnRay(ray: Ray, point: Point): Point {
  const [ox, oy, oz] = ray.origin;
  const [dx, dy, dz] = ray.direction;
  const along = Math.max(0, (point[0] - ox) * dx + (point[1] - oy) * dy + (point[2] - oz) * dz);
  return [ox + along * dx, oy + along * dy, oz + along * dz];
}

/** How far a point is from a ray. */
export function distanceToRay(ray: Ray, point: Point): number {
  const near = nearestOnRay(ray, point);
  return Math.hypot(near[0] - point[0], near[1] - point[1], near[2] - point[2]);
}

/** Where a ray meets the plane through a point; null where it runs along it or away from it. */
export function onPlane(ray: Ray, through: Point, normal: Point): Point | null {
  const slope = dot(ray.direction, normal);
  if (Math.abs(slope) < 1e-9) return null;
  const along = (dot(through, normal) - dot(ray.origin, normal)) / slope;
  if (along < 0) return null;
  return [0, 1, 2].map((k) => ray.origin[k] + along * ray.direction[k]) as Point;
}

/** The turn about an axis through a centre that takes one point to another, seen along the axis [rad]. */
export function turnBetween(from: Point, to: Point, centre: Point, axis: Point): number {
  const flat = (p: Point): Point => {
    const d = sub(p, centre);
    const along = dot(d, axis);
    return [d[0] - along * axis[0], d[1] - along * axis[1], d[2] - along * axis[2]];
  };
  const [a, b] = [flat(from), flat(to)];
  return Math.atan2(dot(axis, cross(a, b)), dot(a, b));
}

export const dot = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const sub = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const unit = (a: Point): Point => {
  const size = Math.hypot(a[0], a[1], a[2]) || 1;
  return [a[0] / size, a[1] / size, a[2] / size];
};

/** Rays: where they meet triangles, lines, planes and balls. Directions of rays in the world are unit vectors. */

import { along, cross, distance, dot, type Point, sub, type Vector } from "./vector";

export interface Ray {
  origin: Point;
  direction: Point;
}

/** A run of triangles in an index, and the ball around them. */
interface Piece {
  start: number;
  count: number;
  centre: { x: number; y: number; z: number };
  radius: number;
}

/** Distance along the ray to a piece of an indexed mesh; infinity where the ray misses it (Möller and Trumbore). */
export function meet(ray: Ray, piece: Piece, position: ArrayLike<number>, index: ArrayLike<number>): number {
  if (!nearBall(ray, piece)) return Infinity;
  const [ox, oy, oz] = ray.origin;
  const [dx, dy, dz] = ray.direction;
  let nearest = Infinity;
  for (let i = piece.start; i < piece.start + piece.count; i += 3) {
    const [a, b, c] = [3 * index[i]!, 3 * index[i + 1]!, 3 * index[i + 2]!];
    const [ax, ay, az] = [position[a]!, position[a + 1]!, position[a + 2]!];
    const [ux, uy, uz] = [position[b]! - ax, position[b + 1]! - ay, position[b + 2]! - az];
    const [vx, vy, vz] = [position[c]! - ax, position[c + 1]! - ay, position[c + 2]! - az];
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

/** Whether the line of a ray goes through a ball. */
export function nearBall(ray: Ray, { centre, radius }: Pick<Piece, "centre" | "radius">): boolean {
  const toCentre = sub([centre.x, centre.y, centre.z], ray.origin);
  const share = dot(toCentre, ray.direction) / dot(ray.direction, ray.direction);
  const off = along(toCentre, ray.direction, -share);
  return dot(off, off) <= radius * radius;
}

/** The point of a ray nearest to a point (W 6.2): where a drag's goal is. */
export function nearestOnRay(ray: Ray, point: Vector): Point {
  return along(ray.origin, ray.direction, Math.max(0, dot(sub(point, ray.origin), ray.direction)));
}

/** Distance of a point from a ray. */
export function distanceToRay(ray: Ray, point: Vector): number {
  return distance(nearestOnRay(ray, point), point);
}

/** Where a ray meets the plane through a point; null where it runs parallel to the plane or away from it. */
export function onPlane(ray: Ray, through: Vector, normal: Vector): Point | null {
  const slope = dot(ray.direction, normal);
  if (Math.abs(slope) < 1e-9) return null;
  const by = (dot(through, normal) - dot(ray.origin, normal)) / slope;
  return by < 0 ? null : along(ray.origin, ray.direction, by);
}

/** How far along an axis (a unit vector) through a point the place is that is nearest to a ray; null where they are parallel. */
export function alongAxis(ray: Ray, through: Vector, axis: Vector): number | null {
  const slope = dot(ray.direction, axis);
  const room = dot(ray.direction, ray.direction) - slope * slope;
  if (room < 1e-6) return null;
  const away = sub(through, ray.origin);
  return (slope * dot(away, ray.direction) - dot(ray.direction, ray.direction) * dot(away, axis)) / room;
}

/** The rotation about an axis through a centre that takes one point to another [rad]. */
export function turnBetween(from: Vector, to: Vector, centre: Vector, axis: Vector): number {
  const flat = (p: Vector): Point => {
    const d = sub(p, centre);
    return along(d, axis, -dot(d, axis));
  };
  const [a, b] = [flat(from), flat(to)];
  return Math.atan2(dot(axis, cross(a, b)), dot(a, b));
}

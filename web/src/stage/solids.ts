/** Triangles of the solids that body parts are made of, in the frame of their joint. */

import { cross, dot, length, type Point, read, scaled, sub, unit, type Vector } from "../math/vector";
import type { ShapeData } from "../messages";

/** A triangle mesh: three numbers a vertex, three indices a triangle, counter-clockwise seen from outside. */
export interface Solid {
  positions: number[];
  normals: number[];
  indices: number[];
}

/** Segments around a shape: as many as asked for where it is as thick as a tenth of the figure, fewer the thinner it is. */
export function segmentsOf(shape: ShapeData, height: number, most: number): number {
  const radius = Math.max(shape.radius ?? 0, shape.end_radius ?? 0, ...(shape.radii ?? [0]));
  return Math.max(5, Math.min(most, Math.round(most * (0.45 + (5.5 * radius) / height))));
}

/** The triangles of any shape; `detail` is the number of segments around. */
export function solidOf(shape: ShapeData, detail: number): Solid {
  return placed(localSolid(shape, detail), shape.local);
}

function localSolid(shape: ShapeData, detail: number): Solid {
  switch (shape.kind) {
    case "capsule":
      return capsule(shape.start!, shape.end!, shape.radius!, shape.end_radius!, detail);
    case "ellipsoid":
      return ellipsoid(shape.radii!, detail);
    case "cylinder":
      return cylinder(shape.radius!, shape.length!, detail);
    case "box":
      return box(shape.size!);
    case "mesh":
      return polygons(triples(shape.vertices!), triples(shape.triangles!));
    default:
      return { positions: [], normals: [], indices: [] }; // a solid kept in a file elsewhere
  }
}

/** A rod with round ends whose side meets both ends at a tangent. */
export function capsule(start: Vector, end: Vector, radius: number, endRadius: number, detail: number): Solid {
  const d = sub(end, start);
  const size = length(d);
  const profile: Profile = [];
  let origin = start;
  let axis: Vector = [0, 1, 0];
  if (size <= Math.abs(radius - endRadius) + 1e-12) {
    const large = Math.max(radius, endRadius);
    origin = radius >= endRadius ? start : end;
    arc(profile, -Math.PI / 2, Math.PI / 2, large, 0, detail / 1.5);
  } else {
    axis = unit(d);
    const tilt = Math.asin((radius - endRadius) / size);
    arc(profile, -Math.PI / 2, tilt, radius, 0, detail / 3);
    arc(profile, tilt, Math.PI / 2, endRadius, size, detail / 3);
  }
  return raised(revolve(profile, detail), origin, axis);
}

export function ellipsoid(radii: Vector, detail: number): Solid {
  const profile: Profile = [];
  arc(profile, -Math.PI / 2, Math.PI / 2, 1, 0, detail / 1.5);
  const ball = revolve(profile, detail);
  for (let i = 0; i < ball.positions.length; i += 3) {
    const [p, n] = [read(ball.positions, i), read(ball.normals, i)];
    const tilted = unit([n[0] / Math.max(radii[0], 1e-9), n[1] / Math.max(radii[1], 1e-9), n[2] / Math.max(radii[2], 1e-9)]);
    ball.positions.splice(i, 3, p[0] * radii[0], p[1] * radii[1], p[2] * radii[2]);
    ball.normals.splice(i, 3, ...tilted);
  }
  return ball;
}

export function cylinder(radius: number, length: number, detail: number): Solid {
  const h = length / 2;
  const profile: Profile = [
    [0, -h, 0, -1],
    [radius, -h, 0, -1],
    [radius, -h, 1, 0],
    [radius, h, 1, 0],
    [radius, h, 0, 1],
    [0, h, 0, 1],
  ];
  return revolve(profile, 2 * detail);
}

export function box(size: Vector): Solid {
  const [x, y, z] = scaled(size, 0.5);
  const corner = (i: number): Point => [i & 4 ? x : -x, i & 2 ? y : -y, i & 1 ? z : -z];
  const quads = [
    [0, 1, 3, 2],
    [4, 6, 7, 5],
    [0, 4, 5, 1],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 5, 7, 3],
  ];
  return polygons([0, 1, 2, 3, 4, 5, 6, 7].map(corner), quads);
}

const triples = (flat: readonly number[]): Point[] => Array.from({ length: flat.length / 3 }, (_, k) => read(flat, 3 * k));

/** Convex faces, each with its own flat normal. */
export function polygons(vertices: readonly Vector[], faces: readonly (readonly number[])[]): Solid {
  const solid: Solid = { positions: [], normals: [], indices: [] };
  for (const face of faces) {
    const first = solid.positions.length / 3;
    const corners = face.map((i) => vertices[i]).filter((corner) => corner !== undefined);
    const n = newell(corners);
    for (const corner of corners) {
      solid.positions.push(...corner);
      solid.normals.push(...n);
    }
    for (let i = 1; i + 1 < corners.length; i++) solid.indices.push(first, first + i, first + i + 1);
  }
  return solid;
}

/** The unit normal of a polygon (Newell's method). */
function newell(corners: readonly Vector[]): Point {
  const n: Point = [0, 0, 0];
  let q = corners[corners.length - 1];
  for (const p of corners) {
    if (q) {
      n[0] += (q[1] - p[1]) * (q[2] + p[2]);
      n[1] += (q[2] - p[2]) * (q[0] + p[0]);
      n[2] += (q[0] - p[0]) * (q[1] + p[1]);
    }
    q = p;
  }
  return unit(n);
}

/** Radius, height, and the normal's part outward and upward, from the bottom to the top. */
type Profile = [number, number, number, number][];

function arc(profile: Profile, from: number, to: number, radius: number, height: number, segments: number): void {
  const count = Math.max(2, Math.round(segments));
  for (let i = 0; i <= count; i++) {
    const t = from + ((to - from) * i) / count;
    const [c, s] = [Math.cos(t), Math.sin(t)];
    profile.push([radius * c, height + radius * s, c, s]);
  }
}

/** The surface that a profile sweeps about the y axis. */
function revolve(profile: Profile, around: number): Solid {
  const solid: Solid = { positions: [], normals: [], indices: [] };
  for (const [r, h, out, up] of profile) {
    for (let k = 0; k < around; k++) {
      const t = (2 * Math.PI * k) / around;
      solid.positions.push(r * Math.sin(t), h, r * Math.cos(t));
      solid.normals.push(out * Math.sin(t), up, out * Math.cos(t));
    }
  }
  for (let level = 0; level + 1 < profile.length; level++) {
    const [below, above] = [profile[level]![0], profile[level + 1]![0]];
    for (let k = 0; k < around; k++) {
      const [low, high] = [level * around, (level + 1) * around];
      const next = (k + 1) % around;
      if (below > 0) solid.indices.push(low + k, low + next, high + next);
      if (above > 0) solid.indices.push(low + k, high + next, high + k);
    }
  }
  return solid;
}

/** Rotates y to `axis` and moves the origin. */
function raised(solid: Solid, origin: Vector, axis: Vector): Solid {
  const w = unit(cross(Math.abs(axis[0]) < 0.9 ? [1, 0, 0] : [0, 0, 1], axis));
  const u = cross(axis, w);
  return placed(solid, [u[0], axis[0], w[0], origin[0], u[1], axis[1], w[1], origin[1], u[2], axis[2], w[2], origin[2]]);
}

/** A solid carried by a 3×4 affine map (row-major); a reflection reverses its triangles. */
function placed(solid: Solid, map: readonly number[]): Solid {
  const rows = [read(map, 0), read(map, 4), read(map, 8)] as const;
  const offset = read(map, 3, 4);
  const cofactors = [cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1])] as const;
  const flipped = dot(rows[0], cofactors[0]) < 0;
  const times = (m: readonly [Vector, Vector, Vector], v: Vector): Point => [dot(m[0], v), dot(m[1], v), dot(m[2], v)];
  const positions: number[] = [];
  const normals: number[] = [];
  for (let i = 0; i < solid.positions.length; i += 3) {
    const p = times(rows, read(solid.positions, i));
    positions.push(p[0] + offset[0], p[1] + offset[1], p[2] + offset[2]);
    normals.push(...unit(scaled(times(cofactors, read(solid.normals, i)), flipped ? -1 : 1)));
  }
  return { positions, normals, indices: flipped ? solid.indices.slice().reverse() : solid.indices };
}

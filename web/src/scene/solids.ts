/** Triangles of the solids that body parts are made of, in the frame of their joint. */

import type { ShapeData } from "../messages";

/** A triangle mesh: three numbers a vertex, three indices a triangle, counter-clockwise seen from outside. */
export interface Solid {
  positions: number[];
  normals: number[];
  indices: number[];
}

type Vec = readonly [number, number, number] | readonly number[];

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
export function capsule(start: Vec, end: Vec, radius: number, endRadius: number, detail: number): Solid {
  const d = [end[0] - start[0], end[1] - start[1], end[2] - start[2]];
  const length = Math.hypot(d[0], d[1], d[2]);
  const profile: Profile = [];
  let origin = start;
  let axis: Vec = [0, 1, 0];
  if (length <= Math.abs(radius - endRadius) + 1e-12) {
    const large = Math.max(radius, endRadius);
    origin = radius >= endRadius ? start : end;
    arc(profile, -Math.PI / 2, Math.PI / 2, large, 0, detail / 1.5);
  } else {
    axis = [d[0] / length, d[1] / length, d[2] / length];
    const tilt = Math.asin((radius - endRadius) / length);
    arc(profile, -Math.PI / 2, tilt, radius, 0, detail / 3);
    arc(profile, tilt, Math.PI / 2, endRadius, length, detail / 3);
  }
  return along(revolve(profile, detail), origin, axis);
}

export function ellipsoid(radii: Vec, detail: number): Solid {
  const profile: Profile = [];
  arc(profile, -Math.PI / 2, Math.PI / 2, 1, 0, detail / 1.5);
  const ball = revolve(profile, detail);
  for (let i = 0; i < ball.positions.length; i += 3) {
    const n = [0, 1, 2].map((k) => ball.normals[i + k] / Math.max(radii[k], 1e-9));
    const size = Math.hypot(n[0], n[1], n[2]);
    for (let k = 0; k < 3; k++) {
      ball.positions[i + k] *= radii[k];
      ball.normals[i + k] = n[k] / size;
    }
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

export function box(size: Vec): Solid {
  const [x, y, z] = size.map((s) => s / 2);
  const corner = (i: number): number[] => [i & 4 ? x : -x, i & 2 ? y : -y, i & 1 ? z : -z];
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

const triples = (flat: readonly number[]): number[][] =>
  Array.from({ length: flat.length / 3 }, (_, k) => flat.slice(3 * k, 3 * k + 3));

/** Convex faces, each with its own flat normal. */
export function polygons(vertices: readonly Vec[], faces: readonly (readonly number[])[]): Solid {
  const solid: Solid = { positions: [], normals: [], indices: [] };
  for (const face of faces) {
    const first = solid.positions.length / 3;
    const n = newell(face.map((i) => vertices[i]));
    for (const i of face) {
      solid.positions.push(...vertices[i]);
      solid.normals.push(...n);
    }
    for (let i = 1; i + 1 < face.length; i++) solid.indices.push(first, first + i, first + i + 1);
  }
  return solid;
}

/** The unit normal of a polygon (Newell's method). */
function newell(corners: readonly Vec[]): number[] {
  const n = [0, 0, 0];
  corners.forEach((p, i) => {
    const q = corners[(i + 1) % corners.length];
    n[0] += (p[1] - q[1]) * (p[2] + q[2]);
    n[1] += (p[2] - q[2]) * (p[0] + q[0]);
    n[2] += (p[0] - q[0]) * (p[1] + q[1]);
  });
  const size = Math.hypot(n[0], n[1], n[2]) || 1;
  return n.map((x) => x / size);
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
    for (let k = 0; k < around; k++) {
      const [low, high] = [level * around, (level + 1) * around];
      const next = (k + 1) % around;
      if (profile[level][0] > 0) solid.indices.push(low + k, low + next, high + next);
      if (profile[level + 1][0] > 0) solid.indices.push(low + k, high + next, high + k);
    }
  }
  return solid;
}

/** Turns y to `axis` and moves the origin. */
function along(solid: Solid, origin: Vec, axis: Vec): Solid {
  const [x, y, z] = axis;
  const helper = Math.abs(x) < 0.9 ? [1, 0, 0] : [0, 0, 1];
  const side = cross(helper, axis);
  const size = Math.hypot(side[0], side[1], side[2]);
  const w = side.map((s) => s / size);
  const u = cross(axis, w);
  return placed(solid, [u[0], x, w[0], origin[0], u[1], y, w[1], origin[1], u[2], z, w[2], origin[2]]);
}

const cross = (a: Vec, b: Vec): number[] => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/** A solid carried by a 3×4 affine map (row-major); a reflection turns its triangles round. */
function placed(solid: Solid, a: Vec): Solid {
  const rows = [a.slice(0, 3), a.slice(4, 7), a.slice(8, 11)];
  const cofactors = [cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1])];
  const flipped = rows[0][0] * cofactors[0][0] + rows[0][1] * cofactors[0][1] + rows[0][2] * cofactors[0][2] < 0;
  const positions: number[] = [];
  const normals: number[] = [];
  for (let i = 0; i < solid.positions.length; i += 3) {
    const p = solid.positions.slice(i, i + 3);
    const n = solid.normals.slice(i, i + 3);
    const m = cofactors.map((c) => (c[0] * n[0] + c[1] * n[1] + c[2] * n[2]) * (flipped ? -1 : 1));
    const size = Math.hypot(m[0], m[1], m[2]) || 1;
    rows.forEach((r, k) => {
      positions.push(r[0] * p[0] + r[1] * p[1] + r[2] * p[2] + a[4 * k + 3]);
      normals.push(m[k] / size);
    });
  }
  const indices = flipped ? solid.indices.slice().reverse() : solid.indices;
  return { positions, normals, indices };
}

// @vitest-environment node

import { describe, expect, it } from "vitest";
import { meet, nearestOnRay, onPlane, turnBetween } from "../src/math/ray";
import { cross, dot, type Point, read, sub, unit } from "../src/math/vector";
import { box, capsule, cylinder, ellipsoid, polygons, type Solid, solidOf } from "../src/stage/solids";

const corners = (solid: Solid, i: number): [Point, Point, Point] => {
  const [a, b, c] = read(solid.indices, i);
  return [read(solid.positions, 3 * a), read(solid.positions, 3 * b), read(solid.positions, 3 * c)];
};

/** The volume inside a closed surface whose triangles turn outward. */
function volume(solid: Solid): number {
  let sum = 0;
  for (let i = 0; i < solid.indices.length; i += 3) {
    const [a, b, c] = corners(solid, i);
    sum += dot(a, cross(b, c)) / 6;
  }
  return sum;
}

const solids: [string, Solid, number][] = [
  ["a capsule", capsule([0.1, 0.2, 0], [0.1, 0.2, 1], 0.2, 0.2, 64), Math.PI * 0.04 + (4 / 3) * Math.PI * 0.008],
  ["a capsule that is a ball", capsule([1, 2, 3], [1, 2, 3.05], 0.5, 0.1, 64), (4 / 3) * Math.PI * 0.125],
  ["an ellipsoid", ellipsoid([0.1, 0.2, 0.3], 64), (4 / 3) * Math.PI * 0.006],
  ["a cylinder", cylinder(0.3, 2, 48), Math.PI * 0.09 * 2],
  ["a box", box([1, 2, 3]), 6],
];

describe.each(solids)("%s", (_, solid, expected) => {
  it("encloses its volume, counter-clockwise from outside", () => {
    expect(volume(solid)).toBeGreaterThan(0.985 * expected);
    expect(volume(solid)).toBeLessThanOrEqual(expected * (1 + 1e-9));
  });

  it("has unit normals on the side of its triangles", () => {
    let [longest, shortest, worst] = [0, Infinity, Infinity];
    for (let i = 0; i < solid.indices.length; i += 3) {
      const [a, b, c] = corners(solid, i);
      const face = cross(sub(b, a), sub(c, a));
      for (const k of read(solid.indices, i)) {
        const n = read(solid.normals, 3 * k);
        const length = Math.hypot(...n);
        [longest, shortest, worst] = [Math.max(longest, length), Math.min(shortest, length), Math.min(worst, dot(face, n))];
      }
    }
    expect(longest).toBeCloseTo(1, 6);
    expect(shortest).toBeCloseTo(1, 6);
    expect(worst).toBeGreaterThan(-1e-9);
  });
});

describe("a placed shape", () => {
  const shape = {
    joint: 0,
    kind: "box",
    colour: null,
    size: [1, 1, 1],
    start: null,
    end: null,
    radius: null,
    end_radius: null,
    radii: null,
    length: null,
    vertices: null,
    triangles: null,
  } as const;

  it("is moved and scaled", () => {
    const solid = solidOf({ ...shape, size: [1, 1, 1], local: [2, 0, 0, 5, 0, 1, 0, 6, 0, 0, 1, 7] }, 8);
    expect(volume(solid)).toBeCloseTo(2);
    expect(Math.max(...solid.positions.filter((_, i) => i % 3 === 0))).toBeCloseTo(6);
  });

  it("still turns outward when it is mirrored", () => {
    const solid = solidOf({ ...shape, size: [1, 1, 1], local: [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0] }, 8);
    expect(volume(solid)).toBeCloseTo(1);
  });

  it("has nothing to show where its mesh is empty", () => {
    expect(solidOf({ ...shape, size: null, kind: "mesh", vertices: [], triangles: [], local: [] }, 8).indices).toEqual([]);
  });
});

describe("a ray", () => {
  const ball = ellipsoid([0.5, 0.5, 0.5], 32);
  const piece = { start: 0, count: ball.indices.length, centre: { x: 0, y: 0, z: 0 }, radius: 0.5 };

  it("meets a ball where it should, from any side, and misses beside it", () => {
    for (const direction of [
      [0, 0, -1],
      [1, 2, 3],
      [-3, 1, 0.2],
    ].map((d) => unit(d as Point))) {
      const origin = direction.map((x) => -4 * x) as Point;
      expect(meet({ origin, direction }, piece, ball.positions, ball.indices)).toBeCloseTo(3.5, 1);
    }
    expect(meet({ origin: [0, 0.6, 5], direction: [0, 0, -1] }, piece, ball.positions, ball.indices)).toBe(Infinity);
    expect(meet({ origin: [0, 0, -5], direction: [0, 0, -1] }, piece, ball.positions, ball.indices)).toBe(Infinity);
  });

  it("has its nearest point square below the one it is asked for, never behind its origin", () => {
    const ray = { origin: [1, 0, 0] as Point, direction: unit([0, 1, 1]) };
    const near = nearestOnRay(ray, [3, 2, 0]);
    expect(dot(sub(near, [3, 2, 0]), ray.direction)).toBeCloseTo(0);
    expect(nearestOnRay(ray, [1, -5, -5])).toEqual([1, 0, 0]);
  });

  it("meets a plane before it, not one behind it or along it", () => {
    expect(onPlane({ origin: [0, 5, 0], direction: [0, -1, 0] }, [1, 2, 3], [0, 1, 0])).toEqual([0, 2, 0]);
    expect(onPlane({ origin: [0, 5, 0], direction: [0, 1, 0] }, [1, 2, 3], [0, 1, 0])).toBeNull();
    expect(onPlane({ origin: [0, 5, 0], direction: [1, 0, 0] }, [1, 2, 3], [0, 1, 0])).toBeNull();
  });

  it("measures turns about an axis with their sign", () => {
    expect(turnBetween([2, 0, 7], [0, 3, -1], [0, 0, 0], [0, 0, 1])).toBeCloseTo(Math.PI / 2);
    expect(turnBetween([2, 0, 7], [0, 3, -1], [0, 0, 0], [0, 0, -1])).toBeCloseTo(-Math.PI / 2);
  });
});

describe("polygons", () => {
  it("are cut into fans with the polygon's own normal", () => {
    const square = polygons(
      [
        [0, 0, 0],
        [1, 0, 0],
        [1, 1, 0],
        [0, 1, 0],
      ],
      [[0, 1, 2, 3]],
    );
    expect(square.indices).toEqual([0, 1, 2, 0, 2, 3]);
    expect(square.normals.slice(0, 3)).toEqual([0, 0, 1]);
  });
});

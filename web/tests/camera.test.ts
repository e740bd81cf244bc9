// @vitest-environment node

import * as THREE from "three";
import { describe, expect, it } from "vitest";
import { distanceToRay } from "../src/math/ray";
import type { Point } from "../src/math/vector";
import { type Rect, ViewCamera } from "../src/stage/camera";
import { VIEW_NAMES } from "../src/state/view";

const rect: Rect = { left: 30, top: 10, width: 640, height: 420 };
const places: Point[] = [
  [0, 0.9, 0],
  [0.4, 1.6, -0.3],
  [-0.7, 0.05, 0.6],
];

function random(seed: number): () => number {
  return () => {
    seed = (seed * 1664525 + 1013904223) % 2 ** 32;
    return seed / 2 ** 32;
  };
}

describe.each(VIEW_NAMES)("the %s camera", (name) => {
  const next = random(name.length);
  const cameras = Array.from({ length: 6 }, () => {
    const camera = new ViewCamera(name);
    camera.orbit(400 * (next() - 0.5), 200 * (next() - 0.5));
    camera.pan(rect, 100 * next(), 60 * next());
    camera.zoom(rect, 100, 100, 0.5 + next());
    return camera;
  });

  it("casts the ray of a pixel through the places that it draws there", () => {
    for (const camera of cameras) {
      for (const place of places) {
        const { x, y } = camera.project(rect, place)!;
        expect(distanceToRay(camera.ray(rect, x, y), place)).toBeLessThan(1e-9);
      }
    }
  });

  it("projects as three.js does", () => {
    for (const camera of cameras) {
      const drawn = camera.camera(rect);
      for (const place of places) {
        const { x, y } = camera.project(rect, place)!;
        const clip = new THREE.Vector3(...place).applyMatrix4(drawn.matrixWorldInverse).applyMatrix4(drawn.projectionMatrix);
        expect(x).toBeCloseTo(((clip.x + 1) / 2) * rect.width, 6);
        expect(y).toBeCloseTo(((1 - clip.y) / 2) * rect.height, 6);
      }
    }
  });

  it("keeps what is under the cursor there while it zooms", () => {
    const camera = cameras[0]!;
    const target: Point = [...camera.state.target];
    camera.pan(rect, 40, 25);
    const before = camera.project(rect, target)!;
    camera.zoom(rect, before.x, before.y, 1.7);
    const after = camera.project(rect, target)!;
    expect(after.x).toBeCloseTo(before.x, 6);
    expect(after.y).toBeCloseTo(before.y, 6);
  });

  it("moves what it shows with the pointer when it pans", () => {
    const camera = cameras[1]!;
    const target: Point = [...camera.state.target];
    const before = camera.project(rect, target)!;
    camera.pan(rect, 33, -21);
    const after = camera.project(rect, target)!;
    expect([after.x - before.x, after.y - before.y].map((d) => Math.round(d * 1e6) / 1e6)).toEqual([33, -21]);
  });

  it("frames all that it is given, and not from too far", () => {
    const balls = places.map((centre, k) => ({ centre, radius: 0.05 * (k + 1) }));
    const camera = cameras[2]!;
    camera.fitView(rect, balls);
    const seen = balls.map(({ centre, radius }): [number, number, number, number] => {
      const { x, y } = camera.project(rect, centre)!;
      const r = radius / camera.metresPerPixel(rect, centre);
      return [x - r, rect.width - x - r, y - r, rect.height - y - r];
    });
    expect(Math.min(...seen.flat())).toBeGreaterThanOrEqual(-1e-6);
    const widest = Math.min(...seen.map((edges) => Math.min(edges[0], edges[1]))) / rect.width;
    const tallest = Math.min(...seen.map((edges) => Math.min(edges[2], edges[3]))) / rect.height;
    expect(Math.min(widest, tallest)).toBeLessThan(0.2);
  });
});

describe("looking along an axis", () => {
  it.each([
    ["front", 0, 1],
    ["side", 2, 1],
    ["top", 0, 2],
  ] as const)("the %s view has the axes where they belong", (name, across, upward) => {
    const camera = new ViewCamera(name);
    const at = (axis: number): { x: number; y: number } =>
      camera.project(rect, camera.state.target.map((x, k) => x + (k === axis ? 0.3 : 0)) as Point)!;
    expect(at(across).x).toBeGreaterThan(rect.width / 2 + 10);
    if (name === "top") expect(at(upward).y).toBeGreaterThan(rect.height / 2 + 10);
    else expect(at(upward).y).toBeLessThan(rect.height / 2 - 10);
  });

  it("never orbits a view along an axis", () => {
    const camera = new ViewCamera("front");
    camera.orbit(100, 50);
    expect([camera.state.yaw, camera.state.pitch]).toEqual([0, 0]);
  });
});

/** Between a figure's own frame and the stage, whose y axis is up. A figure whose z axis is up is rotated; lengths stay. */

import * as THREE from "three";
import type { Ray } from "./ray";
import type { Point, Vector } from "./vector";

export type Up = "y" | "z";

export const toStage = (p: Vector, up: Up): Point => (up === "y" ? [p[0], p[1], p[2]] : [p[1], p[2], p[0]]);
export const toFigure = (p: Vector, up: Up): Point => (up === "y" ? [p[0], p[1], p[2]] : [p[2], p[0], p[1]]);

export const rayToFigure = (ray: Ray, up: Up): Ray => ({
  origin: toFigure(ray.origin, up),
  direction: toFigure(ray.direction, up),
});

/** The rotation that sets a figure upright. */
export function uprightMatrix(up: Up): THREE.Matrix4 {
  return up === "y" ? new THREE.Matrix4() : new THREE.Matrix4().set(0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1);
}

/** The grid on the ground, and behind the figure in the views from the front and from the side. */

import * as THREE from "three";
import type { ViewName } from "../state/view";
import type { StageTheme } from "./theme";

const HALF = 12; // cells from the middle to the edge
const FINE = 5; // every fifth line is stronger

export class Ground {
  readonly lines: THREE.LineSegments;
  private readonly material: THREE.LineBasicMaterial;

  constructor(height: number) {
    this.material = new THREE.LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false });
    this.lines = new THREE.LineSegments(gridGeometry(cellSize(height)), this.material);
    this.lines.renderOrder = -10;
    this.lines.frustumCulled = false;
  }

  /** Colours are for the screen, or as they are for a picture beside it. */
  paint(theme: StageTheme, beside = false): void {
    this.material.color.copy(theme.grid);
    if (beside) this.material.color.convertLinearToSRGB();
    this.material.opacity = theme.gridStrength;
  }

  /** Lies flat, or stands upright behind the figure. */
  turnTo(view: ViewName): void {
    this.lines.rotation.set(view === "front" ? Math.PI / 2 : 0, 0, view === "side" ? Math.PI / 2 : 0);
    this.lines.updateMatrixWorld();
    this.material.depthTest = view === "perspective";
  }

  dispose(): void {
    this.lines.geometry.dispose();
    this.material.dispose();
  }
}

/** A round length of which about eight make the figure: 0.1, 0.25, 0.5, 1 … [m]. */
export function cellSize(height: number): number {
  const wanted = Math.max(height, 1e-3) / 5;
  const decade = 10 ** Math.floor(Math.log10(wanted));
  return [1, 2.5, 5, 10].map((k) => k * decade).reduce((a, b) => (Math.abs(b - wanted) < Math.abs(a - wanted) ? b : a));
}

/** Lines cut at every crossing, so that they can fade toward the edge. */
function gridGeometry(cell: number): THREE.BufferGeometry {
  const positions: number[] = [];
  const colours: number[] = [];
  const fade = (x: number, z: number): number => Math.max(0, 1 - Math.hypot(x, z) / HALF) ** 1.4;
  const add = (x: number, z: number, strength: number): void => {
    positions.push(x * cell, 0, z * cell);
    colours.push(1, 1, 1, strength * fade(x, z));
  };
  for (let line = -HALF; line <= HALF; line++) {
    const strength = line === 0 ? 1 : line % FINE === 0 ? 0.75 : 0.38;
    for (let at = -HALF; at < HALF; at++) {
      add(line, at, strength);
      add(line, at + 1, strength);
      add(at, line, strength);
      add(at + 1, line, strength);
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(positions, 3));
  geometry.setAttribute("color", new THREE.Float32BufferAttribute(colours, 4));
  return geometry;
}

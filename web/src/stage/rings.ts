/** Three rings around a part, to turn it about its own axes. */

import * as THREE from "three";
import { type Axes, add, along, dot, type Point, scaled, type Vector } from "../math/vector";
import type { Rect, ViewCamera } from "./camera";
import { Badge, overlay } from "./pointers";
import { AXIS_COLOURS } from "./theme";

const RADIUS = 62; // [pixels] in a large view
const RING = new THREE.TorusGeometry(RADIUS, 1.5, 8, 72);
const scaleIn = (rect: Rect): number => (rect.height < 330 ? 0.55 : 1);

export class Rings {
  readonly badge = new Badge();
  axes: Axes = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  private readonly meshes: THREE.Mesh[];
  private lively: number | null = null;

  constructor() {
    this.meshes = AXIS_COLOURS.map((colour, k) => {
      const mesh = this.badge.mesh(RING, overlay(colour, 0.85), 24);
      // a torus lies in its x-y plane, about z
      if (k === 0) mesh.rotation.y = Math.PI / 2;
      if (k === 1) mesh.rotation.x = Math.PI / 2;
      return mesh;
    });
    this.badge.object.visible = false;
  }

  get visible(): boolean {
    return this.badge.object.visible;
  }

  /** Around a place, about three unit axes; or not at all. */
  show(place: Point | null, axes?: Axes): void {
    this.badge.object.visible = place !== null;
    if (!place || !axes) return;
    this.badge.place = place;
    this.axes = axes;
    this.badge.turn(axes);
  }

  light(ring: number | null): boolean {
    if (this.lively === ring) return false;
    this.lively = ring;
    this.meshes.forEach((mesh, k) => {
      (mesh.material as THREE.MeshBasicMaterial).opacity = ring === null ? 0.85 : ring === k ? 1 : 0.3;
    });
    return true;
  }

  fit(view: ViewCamera, rect: Rect): void {
    this.badge.fit(view, rect);
    this.badge.object.scale.multiplyScalar(scaleIn(rect));
  }

  /** The ring within some pixels of a place in the view: its points are projected one by one. */
  pick(view: ViewCamera, rect: Rect, x: number, y: number, reach = 9): number | null {
    if (!this.visible) return null;
    const radius = RADIUS * scaleIn(rect) * view.metresPerPixel(rect, this.badge.place);
    let best: number | null = null;
    let nearest = reach;
    const [first, second, third] = this.axes;
    const planes: [Vector, Vector][] = [
      [second, third],
      [third, first],
      [first, second],
    ];
    planes.forEach(([u, v], k) => {
      for (let step = 0; step < 72; step++) {
        const t = (2 * Math.PI * step) / 72;
        const d = along(scaled(u, radius * Math.cos(t)), v, radius * Math.sin(t));
        if (dot(d, view.back()) < -0.15 * radius) continue; // the far half is behind the part
        const at = view.project(rect, add(this.badge.place, d));
        const distance = at ? Math.hypot(at.x - x, at.y - y) : Infinity;
        if (distance < nearest) [best, nearest] = [k, distance];
      }
    });
    return best;
  }
}

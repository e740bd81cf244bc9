/** The goal star that a part chases, and the trail that the part leaves. */

import * as THREE from "three";
import { distance, type Point, read } from "../math/vector";
import type { Rect, ViewCamera } from "./camera";
import { Badge, overlay } from "./pointers";

const POINTS = 600;

function starShape(): THREE.ShapeGeometry {
  const shape = new THREE.Shape();
  for (let k = 0; k < 10; k++) {
    const [radius, t] = [k % 2 ? 5.2 : 12, Math.PI / 2 + (Math.PI * k) / 5];
    const [x, y] = [radius * Math.cos(t), radius * Math.sin(t)];
    if (k === 0) shape.moveTo(x, y);
    else shape.lineTo(x, y);
  }
  return new THREE.ShapeGeometry(shape);
}

export class Star {
  readonly badge = new Badge();
  readonly trail: THREE.Line;
  readonly material = overlay("#ffd166");
  private readonly halo = overlay("#ffd166", 0.2);
  private readonly positions = new Float32Array(3 * POINTS);
  private readonly colours = new Float32Array(4 * POINTS);
  private count = 0;

  constructor() {
    this.badge.mesh(new THREE.CircleGeometry(17, 32), this.halo, 22);
    this.badge.mesh(starShape(), this.material, 23);
    this.badge.object.visible = false;
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(this.positions, 3).setUsage(THREE.DynamicDrawUsage));
    geometry.setAttribute("color", new THREE.BufferAttribute(this.colours, 4).setUsage(THREE.DynamicDrawUsage));
    const line = new THREE.LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false });
    this.trail = new THREE.Line(geometry, line);
    this.trail.frustumCulled = false;
    this.trail.renderOrder = 15;
    this.clear();
  }

  get place(): Point | null {
    return this.badge.object.visible ? this.badge.place : null;
  }

  put(place: Point | null): void {
    this.badge.object.visible = place !== null;
    if (place) this.badge.place = place;
  }

  paint(colour: THREE.Color): void {
    this.material.color.copy(colour);
    this.halo.color.copy(colour);
    (this.trail.material as THREE.LineBasicMaterial).color.copy(colour);
  }

  /** Lengthens the trail; its oldest part fades and is dropped. */
  leave(place: Point): void {
    if (this.count && distance(read(this.positions, 3 * (this.count - 1)), place) < 1e-3) return;
    if (this.count === POINTS) this.positions.copyWithin(0, 3);
    else this.count++;
    this.positions.set(place, 3 * (this.count - 1));
    for (let i = 0; i < this.count; i++) this.colours.set([1, 1, 1, ((i + 1) / this.count) ** 1.5], 4 * i);
    this.trail.geometry.setDrawRange(0, this.count);
    this.trail.geometry.getAttribute("position").needsUpdate = true;
    this.trail.geometry.getAttribute("color").needsUpdate = true;
  }

  clear(): void {
    this.count = 0;
    this.trail.geometry.setDrawRange(0, 0);
  }

  fit(view: ViewCamera, rect: Rect): void {
    this.badge.fit(view, rect);
    this.badge.turn([...view.axes(), view.back()]);
    if (rect.height < 330) this.badge.object.scale.multiplyScalar(0.7);
  }

  pick(view: ViewCamera, rect: Rect, x: number, y: number): boolean {
    const at = this.place && view.project(rect, this.place);
    return Boolean(at && Math.hypot(at.x - x, at.y - y) < 16);
  }
}

/** Small things that keep their size on the screen, whatever the view: dots, rods, arrow tips. Places on the stage. */

import * as THREE from "three";
import type { Axes, Point } from "../math/vector";
import type { Rect, ViewCamera } from "./camera";

const BALL = new THREE.SphereGeometry(1, 14, 10);
const ROD = new THREE.CylinderGeometry(1, 1, 1, 8, 1).translate(0, 0.5, 0);
const TIP = new THREE.ConeGeometry(1, 1, 12).translate(0, -0.5, 0);
const UP = new THREE.Vector3(0, 1, 0);

/** A material that is seen through everything, so that no handle is ever out of reach. */
export function overlay(colour: THREE.ColorRepresentation, opacity = 1): THREE.MeshBasicMaterial {
  return new THREE.MeshBasicMaterial({ color: colour, transparent: true, opacity, depthTest: false, depthWrite: false });
}

/** A mesh that is drawn after those of a lower order. It is scaled for each view, so its size says nothing about what is seen. */
function handle(geometry: THREE.BufferGeometry, material: THREE.Material, order: number): THREE.Mesh {
  const mesh = new THREE.Mesh(geometry, material);
  mesh.renderOrder = order;
  mesh.frustumCulled = false;
  return mesh;
}

const between = (from: Point, to: Point): THREE.Vector3 => new THREE.Vector3(to[0] - from[0], to[1] - from[1], to[2] - from[2]);

/** A ball of so many pixels. */
export class Dot {
  readonly object: THREE.Mesh;
  place: Point = [0, 0, 0];

  constructor(
    material: THREE.Material,
    readonly pixels: number,
    order = 20,
  ) {
    this.object = handle(BALL, material, order);
  }

  fit(view: ViewCamera, rect: Rect): void {
    this.object.position.set(...this.place);
    this.object.scale.setScalar(this.pixels * view.metresPerPixel(rect, this.place));
  }
}

/** A line of so many pixels between two places. */
export class Rod {
  readonly object: THREE.Mesh;
  from: Point = [0, 0, 0];
  to: Point = [0, 0, 0];

  constructor(
    material: THREE.Material,
    readonly pixels: number,
    order = 18,
  ) {
    this.object = handle(ROD, material, order);
  }

  fit(view: ViewCamera, rect: Rect): void {
    const d = between(this.from, this.to);
    const length = d.length();
    const half = (this.pixels / 2) * view.metresPerPixel(rect, this.from);
    this.object.position.set(...this.from);
    this.object.quaternion.setFromUnitVectors(UP, length > 0 ? d.divideScalar(length) : UP);
    this.object.scale.set(half, Math.max(length, 1e-9), half);
  }
}

/** A group in pixels: what is in it is drawn as if a pixel were a metre, turned by `axes` (three columns on the stage). */
export class Badge {
  readonly object = new THREE.Group();
  place: Point = [0, 0, 0];

  turn([x, y, z]: Axes): void {
    const [u, v, w] = [new THREE.Vector3(...x), new THREE.Vector3(...y), new THREE.Vector3(...z)];
    this.object.quaternion.setFromRotationMatrix(new THREE.Matrix4().makeBasis(u, v, w));
  }

  fit(view: ViewCamera, rect: Rect): void {
    this.object.position.set(...this.place);
    this.object.scale.setScalar(view.metresPerPixel(rect, this.place));
  }

  ball(material: THREE.Material, radius: number, at: Point = [0, 0, 0]): this {
    return this.add(BALL, material, at, UP, [radius, radius, radius]);
  }

  /** A rod from one point of the group to another, in pixels. */
  rod(material: THREE.Material, from: Point, to: Point, width: number): this {
    const d = between(from, to);
    const length = d.length();
    return this.add(ROD, material, from, d.normalize(), [width / 2, length, width / 2]);
  }

  /** A cone whose tip is at a point and which points along a direction. */
  tip(material: THREE.Material, at: Point, along: Point, length: number, radius: number): this {
    return this.add(TIP, material, at, new THREE.Vector3(...along).normalize(), [radius, length, radius]);
  }

  mesh(geometry: THREE.BufferGeometry, material: THREE.Material, order = 19): THREE.Mesh {
    const mesh = handle(geometry, material, order);
    this.object.add(mesh);
    return mesh;
  }

  private add(geometry: THREE.BufferGeometry, material: THREE.Material, at: Point, along: THREE.Vector3, scale: Point): this {
    const mesh = this.mesh(geometry, material, 20);
    mesh.position.set(...at);
    mesh.quaternion.setFromUnitVectors(UP, along);
    mesh.scale.set(...scale);
    return this;
  }
}

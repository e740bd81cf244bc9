/** The camera of one view: what it looks at, from where, how large. Angles in radians, lengths in metres, places on the stage (y up). */

import * as THREE from "three";
import type { Ray } from "../math/ray";
import { along, dot, type Point, scaled, sub, unit } from "../math/vector";
import type { CameraState, ViewName } from "../state/view";

export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

const FIELD = THREE.MathUtils.degToRad(26); // [rad] of the perspective view, from its lower to its upper edge
const HALF = Math.tan(FIELD / 2);
const LOOKS: Record<ViewName, [number, number]> = {
  perspective: [0.55, 0.14],
  front: [0, 0],
  side: [-Math.PI / 2, 0],
  top: [0, Math.PI / 2],
};

export class ViewCamera {
  state: CameraState;
  private readonly perspective = new THREE.PerspectiveCamera();
  private readonly parallel = new THREE.OrthographicCamera();

  constructor(readonly name: ViewName) {
    const [yaw, pitch] = LOOKS[name];
    this.state = { target: [0, 0.9, 0], yaw, pitch, height: 2.4 };
  }

  get orbits(): boolean {
    return this.name === "perspective";
  }

  /** The camera for a view of these proportions, ready to draw. */
  camera(rect: Rect): THREE.Camera {
    const { height } = this.state;
    const aspect = rect.width / Math.max(rect.height, 1);
    const eye = this.eye();
    const [right, up] = this.axes();
    const camera = this.orbits ? this.perspective : this.parallel;
    const distance = this.distance();
    if (camera instanceof THREE.PerspectiveCamera) {
      camera.fov = THREE.MathUtils.radToDeg(FIELD);
      camera.aspect = aspect;
      camera.near = distance / 200;
      camera.far = distance * 40;
    } else {
      camera.top = height / 2;
      camera.bottom = -height / 2;
      camera.right = (height / 2) * aspect;
      camera.left = -camera.right;
      camera.near = -distance * 20;
      camera.far = distance * 20;
    }
    const back = this.back();
    camera.matrixAutoUpdate = false;
    camera.matrix.set(
      right[0],
      up[0],
      back[0],
      eye[0],
      right[1],
      up[1],
      back[1],
      eye[1],
      right[2],
      up[2],
      back[2],
      eye[2],
      0,
      0,
      0,
      1,
    );
    camera.matrixWorld.copy(camera.matrix);
    camera.matrixWorldInverse.copy(camera.matrix).invert();
    camera.updateProjectionMatrix();
    return camera;
  }

  /** How far the eye is from the target [m]. */
  distance(): number {
    return this.state.height / (2 * HALF);
  }

  /** From the target to the eye, a unit vector. */
  back(): Point {
    const { yaw, pitch } = this.state;
    return [Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch)];
  }

  /** The directions to the right and upward on the screen. */
  axes(): [Point, Point] {
    const { yaw, pitch } = this.state;
    const right: Point = [Math.cos(yaw), 0, -Math.sin(yaw)];
    const up: Point = [-Math.sin(yaw) * Math.sin(pitch), Math.cos(pitch), -Math.cos(yaw) * Math.sin(pitch)];
    return [right, up];
  }

  eye(): Point {
    return along(this.state.target, this.back(), this.distance());
  }

  /** The ray through a pixel of the view; x and y from its upper left corner. */
  ray(rect: Rect, x: number, y: number): Ray {
    const [right, up] = this.axes();
    const across = this.offset(rect, x, y);
    const onTarget = along(along(this.state.target, right, across[0]), up, across[1]);
    if (!this.orbits) {
      const back = this.back();
      return { origin: along(onTarget, back, this.distance() * 4), direction: scaled(back, -1) };
    }
    const eye = this.eye();
    return { origin: eye, direction: unit(sub(onTarget, eye)) };
  }

  /** Where a place on the stage is in the view [pixels from its upper left corner]; null behind the eye. */
  project(rect: Rect, place: Point): { x: number; y: number } | null {
    const [right, up] = this.axes();
    const d = sub(place, this.state.target);
    const depth = this.distance() - dot(d, this.back());
    if (this.orbits && depth <= 1e-6 * this.distance()) return null;
    const scale = (rect.height / this.state.height) * (this.orbits ? this.distance() / depth : 1);
    return { x: rect.width / 2 + dot(d, right) * scale, y: rect.height / 2 - dot(d, up) * scale };
  }

  /** Metres that a pixel covers at a place. */
  metresPerPixel(rect: Rect, place: Point): number {
    const depth = this.distance() - dot(sub(place, this.state.target), this.back());
    const nearer = this.orbits ? Math.max(depth / this.distance(), 0.02) : 1;
    return (this.state.height / Math.max(rect.height, 1)) * nearer;
  }

  orbit(dx: number, dy: number): void {
    if (!this.orbits) return;
    const { yaw, pitch } = this.state;
    this.state = { ...this.state, yaw: yaw - dx * 0.008, pitch: clamp(pitch + dy * 0.008, -1.55, 1.55) };
  }

  pan(rect: Rect, dx: number, dy: number): void {
    const [right, up] = this.axes();
    const scale = this.state.height / Math.max(rect.height, 1);
    const target = along(along(this.state.target, right, -dx * scale), up, dy * scale);
    this.state = { ...this.state, target };
  }

  /** Makes all larger (factor above 1) and keeps what is under the pixel where it is. */
  zoom(rect: Rect, x: number, y: number, factor: number): void {
    const height = clamp(this.state.height / factor, 1e-3, 1e4);
    const real = this.state.height / height;
    const [right, up] = this.axes();
    const [across, above] = this.offset(rect, x, y);
    const move = 1 - 1 / real;
    const target = along(along(this.state.target, right, across * move), up, above * move);
    this.state = { ...this.state, target, height };
  }

  /** Shows balls in full, without changing the direction of view. */
  fitView(rect: Rect, balls: readonly { centre: Point; radius: number }[], margin = 1.12): void {
    this.state = this.fitted(rect, balls, margin);
  }

  /** The camera that shows balls in full, in the same direction. */
  fitted(rect: Rect, balls: readonly { centre: Point; radius: number }[], margin: number): CameraState {
    if (!balls.length) return this.state;
    let target: Point = [0, 0, 0];
    const span = (axis: Point): number => {
      const low = Math.min(...balls.map((b) => dot(b.centre, axis) - b.radius));
      const high = Math.max(...balls.map((b) => dot(b.centre, axis) + b.radius));
      target = along(target, axis, (low + high) / 2);
      return high - low;
    };
    const [right, up] = this.axes();
    const [width, tall, deep] = [span(right), span(up), span(this.back())];
    const aspect = rect.width / Math.max(rect.height, 1);
    const flat = Math.max(tall, width / aspect, 1e-3) * margin;
    // in perspective what lies nearer than the target is drawn larger
    const height = this.orbits ? flat + deep * HALF : flat;
    return { ...this.state, target, height };
  }

  /** Looks from the opposite side: from the back, the left, below. */
  flip(): void {
    const { yaw, pitch } = this.state;
    this.state = this.name === "top" ? { ...this.state, pitch: -pitch } : { ...this.state, yaw: yaw + Math.PI };
  }

  /** Looks along the view's own direction again. */
  straighten(): void {
    const [yaw, pitch] = LOOKS[this.name];
    this.state = { ...this.state, yaw, pitch };
  }

  private offset(rect: Rect, x: number, y: number): [number, number] {
    const scale = this.state.height / Math.max(rect.height, 1);
    return [(x - rect.width / 2) * scale, (rect.height / 2 - y) * scale];
  }
}

/** A camera for each view. */
export const viewCameras = (): Record<ViewName, ViewCamera> => ({
  perspective: new ViewCamera("perspective"),
  front: new ViewCamera("front"),
  side: new ViewCamera("side"),
  top: new ViewCamera("top"),
});

const clamp = (x: number, lo: number, hi: number): number => Math.min(Math.max(x, lo), hi);

/** Handles beside a part: three arrows to move it along axes, and rings at elbows and knees to swing them. Places on the stage. */

import * as THREE from "three";
import { type Axes, along, type Point, unit } from "../math/vector";
import type { Rect, ViewCamera } from "./camera";
import { Badge, overlay } from "./pointers";
import { AXIS_COLOURS } from "./theme";

const LENGTH = 70; // [pixels] of an arrow in a large view
const FROM = 14; // where it begins
const SMALL = 0.55; // its share in a small view
export const AXIS_NAMES = ["X", "Y", "Z"] as const;
const DIRECTIONS: readonly Point[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const POLE = new THREE.TorusGeometry(8, 1.6, 6, 28);
const scaleIn = (rect: Rect): number => (rect.height < 330 ? SMALL : 1);

/** Arrows along three axes. */
export class Arrows {
  readonly badge = new Badge();
  axes: Axes = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  private readonly materials = AXIS_COLOURS.map((colour) => overlay(colour, 0.9));
  private lively: number | null = null;

  constructor() {
    DIRECTIONS.forEach((axis, k) => {
      const material = this.materials[k]!;
      this.badge.rod(material, along([0, 0, 0], axis, FROM), along([0, 0, 0], axis, LENGTH - 12), 3);
      this.badge.tip(material, along([0, 0, 0], axis, LENGTH), axis, 16, 5.5);
    });
    this.badge.object.visible = false;
  }

  get visible(): boolean {
    return this.badge.object.visible;
  }

  show(place: Point | null, axes?: Axes): void {
    this.badge.object.visible = place !== null;
    if (!place || !axes) return;
    this.badge.place = place;
    this.axes = axes;
    this.badge.turn(axes);
  }

  light(arrow: number | null): boolean {
    if (this.lively === arrow) return false;
    this.lively = arrow;
    this.materials.forEach((material, k) => {
      material.opacity = arrow === null ? 0.9 : arrow === k ? 1 : 0.3;
    });
    return true;
  }

  fit(view: ViewCamera, rect: Rect): void {
    this.badge.fit(view, rect);
    this.badge.object.scale.multiplyScalar(scaleIn(rect));
  }

  /** The tip of an arrow in the view. */
  tip(view: ViewCamera, rect: Rect, arrow: number): { x: number; y: number } | null {
    return this.at(view, rect, arrow, LENGTH);
  }

  /** The arrow within some pixels of a place in the view; one that points at the viewer cannot be dragged. */
  pick(view: ViewCamera, rect: Rect, x: number, y: number, reach = 9): number | null {
    if (!this.visible) return null;
    let best: number | null = null;
    let nearest = reach;
    for (let k = 0; k < 3; k++) {
      const [a, b] = [this.at(view, rect, k, FROM), this.at(view, rect, k, LENGTH)];
      const long = a && b ? Math.hypot(b.x - a.x, b.y - a.y) : 0;
      if (!a || !b || long < 8) continue;
      const share = Math.min(Math.max(((x - a.x) * (b.x - a.x) + (y - a.y) * (b.y - a.y)) / long ** 2, 0), 1);
      const distance = Math.hypot(a.x + share * (b.x - a.x) - x, a.y + share * (b.y - a.y) - y);
      if (distance < nearest) [best, nearest] = [k, distance];
    }
    return best;
  }

  private at(view: ViewCamera, rect: Rect, arrow: number, pixels: number): { x: number; y: number } | null {
    const metres = pixels * scaleIn(rect) * view.metresPerPixel(rect, this.badge.place);
    return view.project(rect, along(this.badge.place, unit(this.axes[arrow] ?? [0, 0, 1]), metres));
  }
}

/** A ring around each elbow and knee that can be swung, facing the viewer. */
export class Poles {
  readonly group = new THREE.Group();
  private readonly material = overlay("#ffd166", 0.95);
  private readonly badges: Badge[] = [];
  private shown: readonly { part: string; place: Point }[] = [];

  show(poles: readonly { part: string; place: Point }[]): void {
    this.shown = poles;
    while (this.badges.length < poles.length) {
      const badge = new Badge();
      badge.mesh(POLE, this.material, 24);
      this.badges.push(badge);
      this.group.add(badge.object);
    }
    this.badges.forEach((badge, k) => {
      const pole = poles[k];
      badge.object.visible = pole !== undefined;
      if (pole) badge.place = pole.place;
    });
  }

  fit(view: ViewCamera, rect: Rect): void {
    const [right, up] = view.axes();
    for (const badge of this.badges) {
      badge.turn([right, up, view.back()]);
      badge.fit(view, rect);
      badge.object.scale.multiplyScalar(scaleIn(rect));
    }
  }

  /** The part whose ring is at a place in the view. */
  pick(view: ViewCamera, rect: Rect, x: number, y: number, reach = 10): { part: string; place: Point } | null {
    const found = this.shown.find(({ place }) => {
      const at = view.project(rect, place);
      return at !== null && Math.hypot(at.x - x, at.y - y) < reach * Math.max(scaleIn(rect), 0.7);
    });
    return found ?? null;
  }
}

export class Gizmo {
  readonly group = new THREE.Group();
  readonly arrows = new Arrows();
  readonly poles = new Poles();

  constructor() {
    this.group.add(this.arrows.badge.object, this.poles.group);
  }

  fit(view: ViewCamera, rect: Rect): void {
    this.arrows.fit(view, rect);
    this.poles.fit(view, rect);
  }
}

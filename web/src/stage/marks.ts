/** Locks in the views: pins, triads, discs, rails, cones and links, green where they hold, red where they are violated, grey when off. */

import * as THREE from "three";
import { toStage, type Up } from "../math/upright";
import { type Axes, add, along, dot, type Point, read, scaled, sub, type Vector } from "../math/vector";
import type { FigureId, PartRef } from "../state/part";
import { type Lock, type LockReading, statusOf } from "../state/scene";
import type { Rect, ViewCamera } from "./camera";
import { Badge, Dot, overlay, Rod } from "./pointers";
import { AXIS_COLOURS, type StageTheme } from "./theme";

const RING = new THREE.RingGeometry(17, 19, 40);
const DISC = new THREE.CircleGeometry(18, 40);
const CONE = new THREE.ConeGeometry(9, 22, 20, 1, true).translate(0, 11, 0);

/** Where something is in the world: a place of the world as it is, one of a part carried by that part. */
export type Locate = (place: Vector, on: PartRef | null) => Point;

/** A lock that is being dragged, and where it is now; or a figure that is carried with its locks, which are where they hold it. */
export type Moving = { readonly id: number; readonly place: Vector } | { readonly carried: FigureId };

/** What is drawn for one lock. Aims and links stand between two places: where the part is, and where their target is. */
class Mark {
  readonly group = new THREE.Group();
  private readonly badge = new Badge();
  private readonly solid = overlay("#ffffff");
  private readonly faint = overlay("#ffffff", 0.22);
  private readonly line: Rod; // from where the part is to where the lock wants it, or to the target
  private readonly end: Dot;
  private readonly axisMaterials = AXIS_COLOURS.map((colour) => overlay(colour));
  private lively = false;
  place: Point = [0, 0, 0]; // of the handle to be dragged, on the stage
  origin: Point = [0, 0, 0]; // of the lock; a plane or a line is shown where its part is nearest
  part: Point = [0, 0, 0]; // where the part is that is held

  constructor(public lock: Lock) {
    this.line = new Rod(this.solid, 1.6);
    this.end = new Dot(this.solid, 4.5);
    this.group.add(this.badge.object, this.line.object, this.end.object);
    this.draw();
  }

  private get between(): boolean {
    return this.lock.mark.shape === "cone" || this.lock.mark.shape === "link";
  }

  show(
    reading: LockReading | undefined,
    theme: StageTheme,
    up: Up,
    locate: Locate,
    lively: boolean,
    moving: Moving | null,
  ): void {
    const { place, axes, on } = this.lock.mark;
    const state = statusOf(this.lock, reading);
    const colour = state === "off" ? theme.off : state === "violated" ? theme.red : theme.held;
    this.solid.color.copy(colour);
    this.faint.color.copy(colour);
    this.solid.opacity = state === "off" ? 0.5 : 0.95;
    this.lively = lively;
    const columns = columnsOf(axes, up);
    this.badge.turn(columns);
    const dragged = moving && "id" in moving && moving.id === this.lock.id ? moving.place : null;
    this.origin = toStage(dragged ?? locate(read(place), on), up);
    const anchor = (this.part = reading ? toStage(reading.anchor, up) : this.origin);
    if (moving && "carried" in moving && moving.carried === this.lock.figure && !on && !this.between) this.origin = anchor;
    this.place = slid(this.lock.mark.shape, this.origin, anchor, columns[2]);
    this.badge.place = this.between ? anchor : this.place;
    this.line.from = anchor;
    this.line.to = this.end.place = this.place;
    this.end.object.visible = this.between;
    this.line.object.visible = this.between || state === "violated";
  }

  fit(view: ViewCamera, rect: Rect): void {
    const small = rect.height < 330 ? 0.55 : 1;
    this.badge.fit(view, rect);
    this.badge.object.scale.multiplyScalar(small * (this.lively ? 1.25 : 1));
    this.line.fit(view, rect);
    this.end.fit(view, rect);
    this.end.object.scale.multiplyScalar(small * (this.lively ? 1.4 : 1));
  }

  dispose(): void {
    for (const material of [this.solid, this.faint, ...this.axisMaterials]) material.dispose();
  }

  private draw(): void {
    const { badge, solid, faint } = this;
    switch (this.lock.mark.shape) {
      case "triad":
        this.triad();
        badge.ball(solid, this.lock.kind.startsWith("pose") ? 6.5 : 4.5);
        break;
      case "disc":
        flat(badge.mesh(DISC, faint));
        flat(badge.mesh(RING, solid));
        badge.rod(solid, [0, 0, 0], [0, 0, 16], 2).tip(solid, [0, 0, 22], [0, 0, 1], 8, 3.5);
        break;
      case "rail":
        badge.rod(solid, [0, 0, -60], [0, 0, 60], 2.4).ball(solid, 4.5);
        badge.ball(solid, 3, [0, 0, -60]).ball(solid, 3, [0, 0, 60]);
        break;
      case "cone": {
        const cone = badge.mesh(CONE, faint);
        cone.rotation.x = Math.PI / 2;
        cone.position.set(0, 0, 0);
        badge.ball(solid, 4.5);
        break;
      }
      case "link":
        badge.ball(solid, 5);
        break;
      case "ring":
        flat(badge.mesh(RING, solid));
        badge.ball(solid, 3.5);
        break;
      default: // a pin: its tip is the place
        badge.tip(solid, [0, 0, 0], [0, -1, 0], 15, 4.4).ball(solid, 6.2, [0, 17, 0]);
    }
  }

  private triad(): void {
    this.axisMaterials.forEach((material, k) => {
      const axis: Point = [k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0];
      this.badge.rod(material, [0, 0, 0], scaled(axis, 24), 2.6).tip(material, scaled(axis, 31), axis, 9, 4);
    });
  }
}

/** The point of a plane or of a line that is nearest to a part; of all else its origin. */
function slid(shape: string, origin: Point, part: Point, axis: Vector): Point {
  if (shape !== "disc" && shape !== "rail") return origin;
  const away = sub(part, origin);
  const by = dot(away, axis);
  return shape === "rail" ? along(origin, axis, by) : along(add(origin, away), axis, -by);
}

/** The axes of a mark (9 numbers, row by row) as columns on the stage. */
export function columnsOf(axes: readonly number[], up: Up): Axes {
  return [toStage(read(axes, 0, 3), up), toStage(read(axes, 1, 3), up), toStage(read(axes, 2, 3), up)];
}

const flat = (mesh: THREE.Mesh): void => {
  (mesh.material as THREE.Material).side = THREE.DoubleSide;
};

const SAME_PLACE = 3; // [pixels]

export class LockMarks {
  readonly group = new THREE.Group();
  private marks = new Map<number, Mark>();

  /** Takes the document's locks; the marks of those that stay are kept. */
  update(locks: readonly Lock[]): void {
    const before = this.marks;
    this.marks = new Map();
    for (const lock of locks) {
      const known = before.get(lock.id);
      const same = known && known.lock.kind === lock.kind && known.lock.mark.shape === lock.mark.shape;
      const mark = same ? known : new Mark(lock);
      mark.lock = lock;
      this.marks.set(lock.id, mark);
      if (same) before.delete(lock.id);
      else this.group.add(mark.group);
    }
    for (const mark of before.values()) {
      this.group.remove(mark.group);
      mark.dispose();
    }
  }

  show(
    readings: ReadonlyMap<number, LockReading>,
    theme: StageTheme,
    up: Up,
    locate: Locate,
    lively: number | null,
    moving: Moving | null,
  ): void {
    for (const [id, mark] of this.marks) mark.show(readings.get(id), theme, up, locate, id === lively, moving);
  }

  /** From where a mark is shown to the origin of its lock. */
  toOrigin(id: number): Point {
    const mark = this.marks.get(id);
    return mark ? sub(mark.origin, mark.place) : [0, 0, 0];
  }

  /** Where the target of a lock is. */
  origin(id: number): Point | null {
    return this.marks.get(id)?.origin ?? null;
  }

  place(id: number): Point | null {
    return this.marks.get(id)?.place ?? null;
  }

  /** Where the part is that a lock holds, on the stage. */
  part(id: number): Point | null {
    return this.marks.get(id)?.part ?? null;
  }

  fit(view: ViewCamera, rect: Rect): void {
    for (const mark of this.marks.values()) mark.fit(view, rect);
  }

  /** The lock whose mark is within some pixels of a place in the view. */
  pick(view: ViewCamera, rect: Rect, x: number, y: number, reach = 12): number | null {
    const found: { id: number; distance: number; height: number }[] = [];
    for (const [id, mark] of this.marks) {
      const at = view.project(rect, mark.place);
      if (!at) continue;
      const pin = mark.lock.mark.shape === "pin" ? 12 : 0; // the head of a pin is above its tip
      const distance = Math.hypot(at.x - x, Math.max(0, Math.abs(at.y - pin / 2 - y) - pin / 2));
      if (distance < reach) found.push({ id, distance, height: dot(mark.place, view.back()) });
    }
    const nearest = Math.min(...found.map((each) => each.distance));
    const alike = found.filter((each) => each.distance < nearest + SAME_PLACE); // one behind the other: feet from the side
    return alike.sort((a, b) => b.height - a.height)[0]?.id ?? null;
  }
}

/** The pointer in the views: what it is over, and what pressing and moving it does. */

import type { Editor } from "../editor";
import { onPlane, type Ray, turnBetween } from "../math/ray";
import { toFigure, toStage } from "../math/upright";
import { type Point, sub } from "../math/vector";
import type { DragBegin } from "../messages";
import type { ViewName } from "../stage/camera";
import type { Stage } from "../stage/stage";
import type { Panes } from "../views/panes";

const STILL = 4; // [pixels] that a click may wander
const LINGER = 300; // [ms] that a trackpad's two-finger move goes on being one

type Target =
  | { kind: "star" }
  | { kind: "ring"; ring: number }
  | { kind: "lock"; id: number }
  | { kind: "part"; part: string }
  | { kind: "nothing" };

/** What a press has become: nothing yet, a move of the camera, or a drag. */
interface Press {
  view: ViewName;
  x: number; // where it began, in the view
  y: number;
  target: Target;
  button: number;
  acts: "" | "orbit" | "pan" | "drag" | "ring" | "star";
  modifiers: { shift: boolean; ctrl: boolean; alt: boolean };
  lastX: number;
  lastY: number;
  angle: number; // turned so far by a ring
  from: Point | null; // where a ring was pressed, on its plane; where a star was
  offset: Point; // from where the figure was grasped to what is pulled, in the figure's frame
}

export interface PointerHooks {
  contextMenu: (part: string | null, lock: number | null, at: { x: number; y: number }) => void;
  starMoved: (held: boolean) => void;
  starLeft: (place: Point) => void; // back where its drag began
}

export class Pointer {
  private press: Press | null = null;
  private readonly touches = new Map<number, { x: number; y: number }>();
  private pannedAt = -Infinity;
  private hoverDue = 0;

  constructor(
    private readonly editor: Editor,
    private readonly stage: Stage,
    private readonly panes: Panes,
    private readonly hooks: PointerHooks,
  ) {
    for (const [name, cell] of Object.entries(panes.cells) as [ViewName, HTMLElement][]) {
      cell.addEventListener("pointerdown", (event) => this.down(name, cell, event));
      cell.addEventListener("pointermove", (event) => this.moveEvent(name, cell, event));
      cell.addEventListener("pointerup", (event) => this.up(cell, event));
      cell.addEventListener("pointercancel", () => this.cancel());
      cell.addEventListener("pointerleave", () => {
        panes.labels.leave();
        if (!this.press) this.editor.state.hover(null);
      });
      cell.addEventListener("wheel", (event) => this.wheel(name, cell, event), { passive: false });
      cell.addEventListener("contextmenu", (event) => event.preventDefault());
    }
  }

  get busy(): boolean {
    return this.press !== null && this.press.acts !== "";
  }

  /** Lets go without keeping anything. */
  cancel(): void {
    const press = this.press;
    this.press = null;
    this.touches.clear();
    clearTimeout(this.resting);
    if (press?.acts === "drag" || press?.acts === "ring") this.editor.drags.cancel();
    if (press?.acts === "star" && press.from) this.hooks.starLeft(press.from);
    this.stage.rings.light(null);
    this.stage.request();
  }

  private down(view: ViewName, cell: HTMLElement, event: PointerEvent): void {
    if ((event.target as Element).closest("button")) return;
    event.preventDefault();
    cell.focus({ preventScroll: true });
    const { x, y } = inCell(cell, event);
    if (event.pointerType === "touch" && this.touch(event)) return;
    if (this.press) return;
    cell.setPointerCapture(event.pointerId);
    const modifiers = { shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey, alt: event.altKey };
    this.press = {
      view,
      x,
      y,
      lastX: event.clientX,
      lastY: event.clientY,
      target: this.under(view, x, y),
      button: event.button,
      acts: "",
      modifiers,
      angle: 0,
      from: null,
      offset: [0, 0, 0],
    };
    if (event.pointerType === "touch") this.resting = setTimeout(() => this.longPress(event), this.rest);
    if (event.button === 1) this.press.acts = event.shiftKey || view !== "perspective" ? "pan" : "orbit";
    if (event.button === 0 && event.altKey) this.press.acts = view === "perspective" && !event.shiftKey ? "orbit" : "pan";
  }

  private moveEvent(view: ViewName, cell: HTMLElement, event: PointerEvent): void {
    const { x, y } = inCell(cell, event);
    const whole = this.panes.element.getBoundingClientRect();
    this.panes.labels.follow(event.clientX - whole.left, event.clientY - whole.top);
    if (this.touches.size > 1) {
      this.pinch(view, cell, event);
      return;
    }
    const press = this.press;
    if (!press) {
      if (event.pointerType !== "touch") this.hoverSoon(view, x, y, cell);
      return;
    }
    if (press.acts === "" && Math.hypot(x - press.x, y - press.y) > STILL) this.start(press);
    const [dx, dy] = [event.clientX - press.lastX, event.clientY - press.lastY];
    [press.lastX, press.lastY] = [event.clientX, event.clientY];
    const camera = this.stage.cameras[press.view];
    if (press.acts === "orbit") camera.orbit(dx, dy);
    else if (press.acts === "pan") camera.pan(this.stage.rects[press.view]!, dx, dy);
    else if (press.acts === "drag") this.editor.drags.move({ ray: this.pullRay(press, x, y) });
    else if (press.acts === "ring") this.turn(press, x, y);
    else if (press.acts === "star") this.moveStar(press.view, x, y, true);
    if (press.acts === "orbit" || press.acts === "pan") this.stage.request();
  }

  private up(cell: HTMLElement, event: PointerEvent): void {
    clearTimeout(this.resting);
    if (this.touches.size > 1) this.panes.keepCameras();
    this.touches.delete(event.pointerId);
    const press = this.press;
    if (!press) return;
    this.press = null;
    const { x, y } = inCell(cell, event);
    if (press.acts === "drag" || press.acts === "ring") {
      if (press.acts === "drag") this.editor.drags.move({ ray: this.pullRay(press, x, y) });
      void this.editor.drags.end();
      this.stage.rings.light(null);
    } else if (press.acts === "star") this.moveStar(press.view, x, y, false);
    else if (press.acts === "") this.click(press, event);
    else this.panes.keepCameras();
    if (event.pointerType !== "touch") this.hoverSoon(press.view, x, y, cell);
  }

  /** The press has moved far enough to be more than a click. */
  private start(press: Press): void {
    const { state, drags } = this.editor;
    const { target, modifiers } = press;
    if (press.button === 2) press.acts = "pan";
    else if (press.button !== 0) return;
    else if (target.kind === "nothing") press.acts = press.view === "perspective" && !modifiers.shift ? "orbit" : "pan";
    else if (target.kind === "star") {
      press.acts = "star";
      press.from = this.stage.star.place;
    } else if (target.kind === "ring") {
      press.acts = "ring";
      const lock = state.selectedLock;
      drags.begin(lock !== null ? { what: "lock", lock } : { what: "rotate", part: state.selected });
      this.stage.rings.light(target.ring);
    } else if (target.kind === "lock") {
      press.acts = "drag";
      state.select(state.lock(target.id)?.part ?? null, target.id);
      press.offset = toFigure(this.stage.marks.toOrigin(target.id), this.stage.up);
      drags.begin({ what: "lock", lock: target.id });
    } else {
      press.acts = "drag";
      state.select(target.part);
      if (state.tool === "root") press.offset = this.toRoot(press);
      drags.begin(this.grasp(target.part, modifiers));
    }
  }

  /** What a drag of a part takes hold of: Shift means the part alone, Ctrl the chain up to the named joint. */
  private grasp(part: string, modifiers: Press["modifiers"]): Omit<DragBegin, "op" | "id"> {
    const { state } = this.editor;
    if (state.tool === "root") return { what: "root", part };
    const { drag_mode: chosen, drag_base: base } = state.document!.settings;
    const mode = modifiers.shift ? "part" : modifiers.ctrl ? "joint" : chosen;
    return { what: "part", part, mode, base: mode === "joint" ? base : null };
  }

  /** The whole figure may be grasped anywhere: from there to its root, which is what is pulled. */
  private toRoot(press: Press): Point {
    const { body } = this.stage;
    const hit = body!.pick(this.stage.ray(press.view, press.x, press.y));
    const root = body!.carry(0, this.editor.state.figure!.joints[0].effector);
    return hit ? sub(root, hit.point) : [0, 0, 0];
  }

  private pullRay(press: Press, x: number, y: number): Ray {
    const { origin, direction } = this.stage.ray(press.view, x, y);
    return { origin: origin.map((each, k) => each + press.offset[k]) as Point, direction };
  }

  private click(press: Press, event: PointerEvent): void {
    const { state } = this.editor;
    const { target } = press;
    const lock = target.kind === "lock" ? target.id : null;
    const part = target.kind === "part" ? target.part : lock !== null ? (state.lock(lock)?.part ?? null) : null;
    if (target.kind !== "ring" && target.kind !== "star") state.select(part, lock);
    if (press.button === 2) this.hooks.contextMenu(part, lock, { x: event.clientX, y: event.clientY });
  }

  private under(view: ViewName, x: number, y: number): Target {
    const rect = this.stage.rects[view];
    const camera = this.stage.cameras[view];
    if (!rect || !this.stage.body) return { kind: "nothing" };
    if (this.stage.star.pick(camera, rect, x, y)) return { kind: "star" };
    const ring = this.stage.rings.pick(camera, rect, x, y);
    if (ring !== null) return { kind: "ring", ring };
    const lock = this.stage.marks.pick(camera, rect, x, y);
    if (lock !== null) return { kind: "lock", id: lock };
    const hit = this.stage.body.pick(this.stage.ray(view, x, y));
    return hit ? { kind: "part", part: this.editor.state.figure!.joints[hit.joint].name } : { kind: "nothing" };
  }

  /** Looks what is under the cursor, at most once a picture. */
  private hoverSoon(view: ViewName, x: number, y: number, cell: HTMLElement): void {
    cancelAnimationFrame(this.hoverDue);
    this.hoverDue = requestAnimationFrame(() => {
      if (this.press) return;
      const target = this.under(view, x, y);
      this.editor.state.hover(target.kind === "part" ? target.part : null, target.kind === "lock" ? target.id : null);
      if (this.stage.rings.light(target.kind === "ring" ? target.ring : null)) this.stage.request();
      cell.classList.toggle("over", target.kind !== "nothing");
    });
  }

  // ---- rings, star ---------------------------------------------------------------------------------

  private turn(press: Press, x: number, y: number): void {
    if (press.target.kind !== "ring") return;
    const { rings, cameras, rects, up } = this.stage;
    const axis = rings.turning ?? rings.axes[press.target.ring];
    rings.turning = axis; // the ring turns with the part, the gesture's axis does not
    const ray = cameras[press.view].ray(rects[press.view]!, x, y);
    const at = onPlane(ray, rings.badge.place, axis);
    if (!at) return;
    press.from ??= onPlane(cameras[press.view].ray(rects[press.view]!, press.x, press.y), rings.badge.place, axis) ?? at;
    press.angle += turnBetween(press.from, at, rings.badge.place, axis);
    press.from = at;
    this.editor.drags.move({ turn: { axis: toFigure(axis, up), angle: press.angle } });
  }

  private moveStar(view: ViewName, x: number, y: number, held: boolean): void {
    const { star, cameras, rects } = this.stage;
    const camera = cameras[view];
    const at = star.place && onPlane(camera.ray(rects[view]!, x, y), star.place, camera.back());
    if (at) star.put(at);
    this.stage.request();
    this.hooks.starMoved(held);
  }

  // ---- wheel, trackpad, touch -----------------------------------------------------------------------

  private wheel(view: ViewName, cell: HTMLElement, event: WheelEvent): void {
    event.preventDefault();
    const { x, y } = inCell(cell, event);
    const camera = this.stage.cameras[view];
    const rect = this.stage.rects[view]!;
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 200 : 1;
    // two fingers that also move sideways are a trackpad's pan; a wheel and a pinch (with Ctrl) zoom
    if (!event.ctrlKey && (event.deltaX !== 0 || event.timeStamp - this.pannedAt < LINGER)) {
      this.pannedAt = event.timeStamp;
      camera.pan(rect, -event.deltaX * unit, -event.deltaY * unit);
    } else camera.zoom(rect, x, y, Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.0016)));
    this.stage.request();
    clearTimeout(this.keepTimer);
    this.keepTimer = setTimeout(() => this.panes.keepCameras(), 250);
  }

  private keepTimer: ReturnType<typeof setTimeout> | undefined;

  /** A finger comes down; with a second one the camera moves and nothing else does. */
  private touch(event: PointerEvent): boolean {
    this.touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.touches.size < 2) return false;
    const { touches } = this;
    const kept = new Map(touches);
    this.cancel();
    for (const [id, place] of kept) touches.set(id, place);
    return true;
  }

  rest = 500; // [ms] after which a finger that rests is a right click
  private resting: ReturnType<typeof setTimeout> | undefined;

  /** A finger that rests is a right click. */
  private longPress(event: PointerEvent): void {
    const press = this.press;
    if (press?.acts !== "") return;
    this.press = null;
    this.touches.clear();
    this.click({ ...press, button: 2 }, event);
  }

  private pinch(view: ViewName, cell: HTMLElement, event: PointerEvent): void {
    if (!this.touches.has(event.pointerId)) return;
    const before = [...this.touches.values()];
    this.touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const after = [...this.touches.values()];
    const middle = (points: { x: number; y: number }[]): [number, number] => [
      (points[0].x + points[1].x) / 2,
      (points[0].y + points[1].y) / 2,
    ];
    const spread = (points: { x: number; y: number }[]): number =>
      Math.hypot(points[0].x - points[1].x, points[0].y - points[1].y) || 1;
    const [[ax, ay], [bx, by]] = [middle(before), middle(after)];
    const box = cell.getBoundingClientRect();
    const rect = this.stage.rects[view]!;
    this.stage.cameras[view].pan(rect, bx - ax, by - ay);
    this.stage.cameras[view].zoom(rect, bx - box.left, by - box.top, spread(after) / spread(before));
    this.stage.request();
  }
}

function inCell(cell: HTMLElement, event: MouseEvent): { x: number; y: number } {
  const box = cell.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

/** The star's place in the figure's own frame. */
export function starTarget(stage: Stage): Point | null {
  return stage.star.place && toFigure(stage.star.place, stage.up);
}

/** Puts the star where a part's effector is. */
export function putStar(stage: Stage, joint: number, effector: Point): void {
  stage.star.put(toStage(stage.body!.carry(joint, effector), stage.up));
  stage.star.clear();
}

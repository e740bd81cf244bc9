/** One canvas, four views: what is drawn, and when. Nothing is drawn until something asks for it. */

import * as THREE from "three";
import type { Ray } from "../math/ray";
import { rayToFigure, toStage, type Up, uprightMatrix } from "../math/upright";
import type { Point, Vector } from "../math/vector";
import type { FigureData, LockData } from "../messages";
import type { LockReading, PosePacket } from "../wire/pose_packet";
import { Body, sizeOf } from "./body";
import { type Rect, VIEW_NAMES, ViewCamera, type ViewName } from "./camera";
import { Ground } from "./ground";
import { LockMarks, type Moving } from "./marks";
import { Dot, overlay, Rod } from "./pointers";
import { Rings } from "./rings";
import { Shadow } from "./shadow";
import { Star } from "./star";
import { type SceneTheme, THEMES, type ThemeName } from "./theme";

export interface StageOptions {
  low: boolean; // little detail, for machines that draw in software
  theme: ThemeName;
}

export class Stage {
  readonly cameras = Object.fromEntries(VIEW_NAMES.map((name) => [name, new ViewCamera(name)])) as Record<ViewName, ViewCamera>;
  readonly marks = new LockMarks();
  readonly rings = new Rings();
  readonly star = new Star();
  readonly canvas: HTMLCanvasElement;
  rects: Partial<Record<ViewName, Rect>> = {}; // of the views that are seen, in the canvas [CSS pixels]
  body: Body | null = null;
  paused = false; // for measurements: everything but the drawing
  frames = 0; // drawn since the start
  firstDrawn = 0; // [ms] after the page was asked for
  onDrawn: () => void = () => {};
  onBeforeDraw: () => void = () => {};
  onLayout: () => void = () => {};
  private theme: SceneTheme;
  private readonly renderer: THREE.WebGLRenderer;
  private readonly scene = new THREE.Scene();
  private ground: Ground | null = null;
  private shadow: Shadow | null = null;
  private readonly goal: Dot;
  private readonly rubber: Rod;
  private readonly accent = overlay("#5cc8ff");
  private readonly amber = overlay("#ffb340");
  private limits: Dot[] = [];
  private readonly limitGroup = new THREE.Group();
  private due = 0;
  private posed = false; // a figure is first drawn as it stands, and framed so
  private lively = false; // one pose follows another

  constructor(readonly options: StageOptions) {
    this.theme = THEMES[options.theme];
    this.renderer = new THREE.WebGLRenderer({
      antialias: !options.low,
      alpha: true,
      powerPreference: "high-performance",
      preserveDrawingBuffer: options.low,
    });
    this.renderer.autoClear = false;
    this.renderer.setScissorTest(true);
    this.canvas = this.renderer.domElement;
    this.canvas.setAttribute("aria-hidden", "true");
    this.goal = new Dot(this.accent, 5.5, 22);
    this.rubber = new Rod(this.accent, 1.6);
    this.scene.add(this.marks.group, this.rings.badge.object, this.star.badge.object, this.star.trail);
    this.scene.add(this.goal.object, this.rubber.object, this.limitGroup);
    this.showGoal(null, null);
    this.canvas.addEventListener("webglcontextrestored", () => this.request());
  }

  get up(): Up {
    return this.body?.figure.up ?? "y";
  }

  /** Takes another figure. Views keep their cameras unless they are framed anew. */
  setFigure(figure: FigureData): void {
    if (this.body) {
      this.scene.remove(...this.scene.children.filter((child) => child.name === "figure"));
      this.body.dispose();
      this.ground?.dispose();
      this.shadow?.dispose();
    }
    const { low } = this.options;
    this.body = new Body(figure, this.theme, low);
    this.posed = false;
    const holder = new THREE.Group();
    holder.name = "figure";
    holder.matrixAutoUpdate = false;
    holder.matrix.copy(uprightMatrix(figure.up));
    holder.add(this.body.mesh);
    holder.add(this.body.outline);
    this.ground = new Ground(sizeOf(figure));
    const floor = new THREE.Group();
    floor.name = "figure";
    floor.add(this.ground.lines);
    this.shadow = low ? null : new Shadow(this.body, holder.matrix);
    if (this.shadow) floor.add(this.shadow.mesh);
    this.scene.add(holder, floor);
    this.star.put(null);
    this.star.clear();
    this.paint(this.options.theme);
  }

  /** Changes the colours. */
  paint(name: ThemeName): void {
    this.options.theme = name;
    const theme = (this.theme = THEMES[name]);
    this.ground?.paint(theme);
    this.shadow?.paint(theme);
    this.star.paint(theme.star);
    this.accent.color.copy(theme.accent);
    this.amber.color.copy(theme.amber);
    if (this.body) {
      this.body.uniforms.accent.value.copy(theme.accent);
      this.body.uniforms.brightness.value = theme.brightness;
    }
    this.request();
  }

  setPose(frame: PosePacket): void {
    this.lively = frame.dragging || frame.chasing;
    this.body?.pose(frame.transforms);
    this.posed = true;
    if (this.shadow) this.shadow.stale = true;
    this.showGoal(frame.dragging ? frame.goal : null, frame.effector);
    this.request();
  }

  /** Shows the locks with what the last frame said of each. */
  setLocks(locks: readonly LockData[], frame: PosePacket | null, lively: number | null, moving: Moving | null): void {
    this.marks.update(locks);
    const readings = new Map<number, LockReading>();
    locks.forEach((lock, k) => {
      if (frame?.locks[k]) readings.set(lock.id, frame.locks[k]);
    });
    this.marks.show(readings, this.theme, this.up, this.locate, lively, moving);
  }

  /** Amber dots where joints are at their limit. */
  setLimits(joints: readonly number[]): void {
    while (this.limits.length < joints.length) {
      const dot = new Dot(this.amber, 4.2, 21);
      this.limits.push(dot);
      this.limitGroup.add(dot.object);
    }
    this.limits.forEach((dot, k) => {
      dot.object.visible = k < joints.length;
      if (dot.object.visible) dot.place = toStage(this.body!.place(joints[k]), this.up);
    });
  }

  /** Metres to pixels: where a place of the figure is in a view. */
  project(view: ViewName, place: Vector): { x: number; y: number } | null {
    const rect = this.rects[view];
    return rect ? this.cameras[view].project(rect, toStage(place, this.up)) : null;
  }

  /** The ray through a pixel of a view, in the figure's frame. */
  ray(view: ViewName, x: number, y: number): Ray {
    return rayToFigure(this.cameras[view].ray(this.rects[view]!, x, y), this.up);
  }

  /** Shows all of the figure, or some joints of it. */
  fitView(view: ViewName, joints?: ReadonlySet<number>): void {
    const rect = this.rects[view] ?? { left: 0, top: 0, width: 400, height: 400 };
    const balls = (this.body?.balls(joints) ?? []).map(({ centre, radius }) => ({ centre: toStage(centre, this.up), radius }));
    const near = joints ? 1.8 : 1.14;
    this.cameras[view].fitView(rect, balls, near);
    this.request();
  }

  /** Asks for a new picture at the next refresh of the screen. */
  request(): void {
    if (this.due) return;
    this.due = requestAnimationFrame(() => {
      this.onBeforeDraw(); // what it asks for is part of this picture
      this.due = 0;
      this.draw();
    });
  }

  resize(width: number, height: number): void {
    this.renderer.setPixelRatio(this.options.low ? 1 : Math.min(window.devicePixelRatio, 2));
    this.renderer.setSize(width, height, true);
    this.draw(); // at once: a resized canvas is empty
  }

  private draw(): void {
    this.onLayout();
    if (this.paused || !this.body || !this.posed) return;
    const size = this.renderer.getSize(new THREE.Vector2());
    this.shadow?.refresh(this.renderer, toStage(this.body.centre(), this.up));
    this.renderer.setClearColor(0x000000, 0);
    for (const name of this.turnOf()) {
      const rect = this.rects[name];
      if (rect && rect.width > 1 && rect.height > 1) this.drawView(this.cameras[name], rect, size.y);
    }
    if (!this.frames++) this.firstDrawn = performance.now();
    this.onDrawn();
  }

  /** The views to draw now: all of them, or in low detail the largest and one of the others in turn, the rest once all is still. */
  private turnOf(): readonly ViewName[] {
    clearTimeout(this.rest);
    if (!this.options.low || !this.lively) return VIEW_NAMES;
    this.rest = setTimeout(() => {
      this.lively = false;
      this.request();
    }, 200);
    const area = (name: ViewName): number => (this.rects[name]?.width ?? 0) * (this.rects[name]?.height ?? 0);
    const [large, ...small] = [...VIEW_NAMES].sort((a, b) => area(b) - area(a));
    return [large, small[this.frames % small.length]];
  }

  private rest: ReturnType<typeof setTimeout> | undefined;

  private drawView(view: ViewCamera, rect: Rect, canvasHeight: number): void {
    const bottom = canvasHeight - rect.top - rect.height;
    this.renderer.setViewport(rect.left, bottom, rect.width, rect.height);
    this.renderer.setScissor(rect.left, bottom, rect.width, rect.height);
    this.renderer.clear();
    this.ground?.turnTo(view.name);
    if (this.shadow) this.shadow.mesh.visible = view.name === "perspective" || view.name === "top";
    this.body!.uniforms.thickness.value = 3.2 / rect.height;
    for (const each of [this.goal, this.rubber, this.marks, this.rings, this.star, ...this.limits]) each.fit(view, rect);
    this.renderer.render(this.scene, view.camera(rect));
  }

  private showGoal(goal: Vector | null, effector: Vector | null): void {
    this.goal.object.visible = this.rubber.object.visible = goal !== null && effector !== null;
    if (!goal || !effector) return;
    this.goal.place = this.rubber.to = toStage(goal, this.up);
    this.rubber.from = toStage(effector, this.up);
  }

  private locate = (place: Vector, on: string | null): Point => {
    const body = this.body!;
    const joint = on === null ? -1 : body.figure.joints.findIndex((each) => each.name === on);
    return joint < 0 ? [place[0], place[1], place[2]] : body.carry(joint, place);
  };
}

/** One canvas, four views: what is drawn, and when. Nothing is drawn until something asks for it. */

import * as THREE from "three";
import type { Ray } from "../math/ray";
import { rayToFigure, toStage, type Up, uprightMatrix } from "../math/upright";
import type { Point, Vector } from "../math/vector";
import type { FigureData } from "../messages";
import { Figure } from "../state/figure";
import type { FigureId, PartRef } from "../state/part";
import type { Live, Lock, LockReading } from "../state/scene";
import { type ThemeName, VIEW_NAMES, type ViewName } from "../state/view";
import { Bodies } from "./bodies";
import { Body } from "./body";
import { type Rect, ViewCamera, viewCameras } from "./camera";
import { sizeOf } from "./geometry";
import { Gizmo } from "./gizmo";
import { Ground } from "./ground";
import { LockMarks, type Moving } from "./marks";
import { MotionPath } from "./motion_path";
import { Onion } from "./onion";
import { Overlays } from "./overlays";
import { Pictures } from "./pictures";
import type { Renderer } from "./renderer";
import { Rings } from "./rings";
import { Shadow } from "./shadow";
import { type Ball, type FilmWay, type Posing, type Shoot, Shots } from "./shots";
import { Star } from "./star";
import { Surfaces } from "./surfaces";
import { THEMES } from "./theme";

export interface StageOptions {
  low: boolean; // little detail, for machines that draw in software
  theme: ThemeName;
}

/** A part that a ray has met, and where. */
export interface Hit extends PartRef {
  joint: number;
  distance: number;
  point: Point;
}

const SEEN_FRAMES = 24; // that say how much a film has to show
const STILL_AFTER = 200; // [ms] without a new pose, after which all views are drawn in low detail too

export class Stage {
  readonly bodies: Bodies;
  readonly cameras = viewCameras();
  readonly marks = new LockMarks();
  readonly rings = new Rings();
  readonly gizmo = new Gizmo();
  readonly star = new Star();
  readonly overlays = new Overlays();
  readonly surfaces = new Surfaces();
  readonly path = new MotionPath();
  /** Where a walk is to lead. */
  readonly places = new MotionPath();
  readonly onion: Onion;
  readonly canvas: HTMLCanvasElement;
  rects: Partial<Record<ViewName, Rect>> = {}; // of the views that are seen, in the canvas [CSS pixels]
  paused = false; // for measurements: everything but the drawing
  frames = 0; // drawn since the start
  firstDrawn = 0; // [ms] after the page was asked for
  onDrawn: () => void = () => {};
  onBeforeDraw: () => void = () => {};
  onLayout: () => void = () => {};
  private readonly scene = new THREE.Scene();
  private readonly holder = new THREE.Group(); // of the bodies, set upright
  private ground: Ground | null = null;
  private readonly shadow: Shadow | null;
  private readonly pictures: Pictures;
  private terrain: Body | null = null;
  private due = 0;
  private lively = false; // one pose follows another
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly options: StageOptions,
    private readonly renderer: Renderer,
  ) {
    this.renderer.autoClear = false;
    this.renderer.setScissorTest(true);
    this.canvas = this.renderer.domElement;
    this.canvas.setAttribute("aria-hidden", "true");
    this.holder.matrixAutoUpdate = false;
    this.bodies = new Bodies(this.holder, this.surfaces, () => THEMES[this.options.theme], options.low);
    this.pictures = new Pictures(renderer, this.surfaces);
    this.surfaces.onLoaded = () => this.takeSurfaces();
    this.shadow = options.low ? null : new Shadow();
    this.scene.add(this.holder, this.marks.group, this.rings.badge.object, this.star.badge.object, this.star.trail);
    this.scene.add(this.overlays.group, this.path.group, this.places.group, this.gizmo.group);
    this.onion = new Onion(this.holder);
    if (this.shadow) this.scene.add(this.shadow.mesh);
    this.canvas.addEventListener("webglcontextrestored", () => this.request());
  }

  /** The axis of the world that is up; it is the same for all figures of a scene. */
  get up(): Up {
    return this.bodies.values().next().value?.figure.data.up ?? "y";
  }

  /** Takes the figures of the scene; bodies of those that stay are kept. Says whether any is new. */
  setFigures(figures: ReadonlyMap<FigureId, Figure>): boolean {
    const changed = this.bodies.take(figures);
    if (changed) this.rebuild();
    return changed;
  }

  private takeSurfaces(): void {
    this.pictures.forget();
    this.bodies.takeSurfaces();
    this.onion.show(null, []); // its ghosts were of the old bodies
    this.shadow?.cast(this.bodies.values(), this.holder.matrix);
    this.request();
  }

  /** Draws ground that is not level; it is never picked. */
  setTerrain(data: FigureData | null): void {
    if (data === (this.terrain?.figure.data ?? null)) return;
    if (this.terrain) {
      this.holder.remove(this.terrain.mesh);
      this.terrain.dispose();
    }
    this.terrain = data && new Body(new Figure("ground", data), THEMES[this.options.theme], this.options.low);
    if (this.terrain) {
      this.terrain.tint(null);
      this.terrain.pose(new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]));
      this.terrain.uniforms.brightness.value = THEMES[this.options.theme].brightness;
      this.holder.add(this.terrain.mesh);
    }
    this.request();
  }

  /** Where a ray meets ground that is not level. */
  onTerrain(ray: Ray): Point | null {
    return this.terrain?.pick(ray)?.point ?? null;
  }

  /** Changes the colours. */
  paint(name: ThemeName): void {
    this.options.theme = name;
    const theme = THEMES[name];
    this.ground?.paint(theme);
    this.shadow?.paint(theme);
    this.star.paint(theme.star);
    this.overlays.paint(theme);
    if (this.terrain) this.terrain.uniforms.brightness.value = theme.brightness;
    for (const { uniforms } of this.bodies.values()) {
      uniforms.accent.value.copy(theme.accent);
      uniforms.brightness.value = theme.brightness;
    }
    this.request();
  }

  /** Takes the poses of all figures, and the goal of a drag. */
  setLive(live: Live, playing = false): void {
    this.lively = live.dragging || live.chasing || playing;
    for (const [id, body] of this.bodies) {
      const pose = live.poses.get(id);
      if (pose) body.pose(pose.transforms);
    }
    if (this.shadow) this.shadow.stale = true;
    if (live.dragging) this.overlays.showGoal(toStage(live.goal, this.up), toStage(live.effector, this.up));
    else this.overlays.hideGoal();
    this.request();
  }

  /** Shows the locks and how well each holds. */
  setLocks(
    locks: readonly Lock[],
    readings: ReadonlyMap<number, LockReading>,
    lively: number | null,
    moving: Moving | null,
  ): void {
    this.marks.update(locks);
    this.marks.show(readings, THEMES[this.options.theme], this.up, this.locate, lively, moving);
    this.request();
  }

  /** Dots at joints that are at their limit. */
  setLimits(parts: readonly PartRef[]): void {
    this.overlays.showLimits(
      parts.flatMap((part) => {
        const found = this.find(part);
        return found ? [toStage(found.body.place(found.joint), this.up)] : [];
      }),
    );
  }

  /** The body of a part's figure, and the part's joint; null where there is none. */
  find(part: PartRef | null): { body: Body; joint: number } | null {
    const body = part && this.bodies.get(part.figure);
    const joint = body?.figure.jointIndex(part?.part ?? "") ?? -1;
    return body && joint >= 0 ? { body, joint } : null;
  }

  /** The nearest part under a pixel of a view. */
  pick(view: ViewName, x: number, y: number): Hit | null {
    return this.hits(view, x, y, (body, ray) => [body.pick(ray)].filter((hit) => hit !== null))[0] ?? null;
  }

  /** All parts under a pixel of a view, the nearest first. */
  hits(view: ViewName, x: number, y: number, of = (body: Body, ray: Ray) => body.hits(ray)): Hit[] {
    const ray = this.ray(view, x, y);
    const seen = ray ? [...this.bodies].filter(([, body]) => body.visible) : [];
    const found = seen.flatMap(([figure, body]) =>
      of(body, ray!).map((hit) => ({ figure, part: body.figure.data.joints[hit.joint]?.name ?? "", ...hit })),
    );
    return found.sort((a, b) => a.distance - b.distance);
  }

  /** Metres to pixels: where a place of the world is in a view. */
  project(view: ViewName, place: Vector): { x: number; y: number } | null {
    const rect = this.rects[view];
    return rect ? this.cameras[view].project(rect, toStage(place, this.up)) : null;
  }

  /** The ray through a pixel of a view, in the figures' frame; null where the view is not seen. */
  ray(view: ViewName, x: number, y: number): Ray | null {
    const ray = this.stageRay(view, x, y);
    return ray && rayToFigure(ray, this.up);
  }

  /** The same on the stage, whose y axis is up. */
  stageRay(view: ViewName, x: number, y: number): Ray | null {
    const rect = this.rects[view];
    return rect ? this.cameras[view].ray(rect, x, y) : null;
  }

  /** How a figure is shown: whether at all, and with which tint. */
  setAppearance(figure: FigureId, hidden: boolean, tint: readonly [number, number, number] | null): void {
    const body = this.bodies.get(figure);
    if (!body) return;
    body.hidden = hidden;
    body.tint(tint);
    if (this.shadow) this.shadow.stale = true;
    this.request();
  }

  /** A small picture of a figure in some pose; null while nothing is drawn. */
  picture(figure: FigureId, transforms: Float32Array, width: number, height: number): ImageData | null {
    const body = this.bodies.get(figure);
    if (!body || this.paused) return null;
    return this.pictures.draw(body, transforms, THEMES[this.options.theme], width, height);
  }

  pictureOf(figure: Figure, transforms: Float32Array, width: number, height: number): ImageData | null {
    return this.paused ? null : this.pictures.drawFigure(figure, transforms, THEMES[this.options.theme], width, height);
  }

  /** Draws a view beside the screen, in which figures stand as they are told; with a way the camera shows all of it; `clear`: figures alone. */
  filmer(view: ViewName, size: readonly [number, number], way: FilmWay | null, clear = false): Shoot {
    const camera = new ViewCamera(view);
    camera.state = this.cameras[view].state;
    const rect = { left: 0, top: 0, width: size[0], height: size[1] };
    if (way) camera.fitView(rect, this.onStage(this.along(way)));
    const shots = new Shots(this.renderer);
    const back = clear ? null : THEMES[this.options.theme].background;
    const aside: THREE.Object3D[] = [this.marks.group, this.rings.badge.object, this.star.badge.object, this.star.trail];
    aside.push(this.overlays.group, this.path.group, this.places.group, this.gizmo.group);
    if (clear && this.ground) aside.push(this.ground.lines);
    return (pose) => {
      this.stand(pose);
      if (this.shadow) this.shadow.stale = true;
      this.shadow?.refresh(this.renderer, this.seen(), this.up);
      const before = aside.map((object) => object.visible);
      for (const object of aside) object.visible = false;
      for (const body of this.bodies.values()) body.mesh.visible = body.visible;
      this.ground?.turnTo(view);
      if (this.shadow) this.shadow.mesh.visible = !clear && (view === "perspective" || view === "top");
      this.ground?.paint(THEMES[this.options.theme], true);
      const pixels = shots.take(this.scene, camera.camera(rect), size, back);
      this.ground?.paint(THEMES[this.options.theme]);
      aside.forEach((object, k) => {
        object.visible = before[k] ?? true;
      });
      return pixels;
    };
  }

  /** What figures fill on their way, at some frames of it; they stand as at the last of them then. */
  along({ first, last, pose }: FilmWay): Ball[] {
    const step = Math.max(Math.floor((last - first) / SEEN_FRAMES), 1);
    const found: Ball[] = [];
    for (let frame = first; frame <= last; frame += step) {
      this.stand((figure) => pose(figure, frame)?.transforms ?? null);
      found.push(...this.seen().flatMap((body) => body.balls()));
    }
    return found;
  }

  /** Balls as the scene has them, with its own direction upward. */
  onStage(balls: readonly Ball[]): Ball[] {
    return balls.map(({ centre, radius }) => ({ centre: toStage(centre, this.up), radius }));
  }

  private stand(pose: Posing): void {
    for (const [id, body] of this.bodies) {
      const transforms = pose(id);
      if (transforms) body.pose(transforms);
    }
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

  /** The bodies that are drawn; all of them where all are hidden. */
  seen(): Body[] {
    const bodies = [...this.bodies.values()];
    const seen = bodies.filter((body) => !body.hidden);
    return seen.length ? seen : bodies;
  }

  private rebuild(): void {
    const bodies = [...this.bodies.values()];
    this.holder.matrix.copy(uprightMatrix(this.up));
    if (this.ground) this.scene.remove(this.ground.lines);
    this.ground?.dispose();
    this.ground = new Ground(Math.max(...bodies.map((body) => sizeOf(body.figure.data)), 1e-3));
    this.scene.add(this.ground.lines);
    this.shadow?.cast(bodies, this.holder.matrix);
    this.star.put(null);
    this.star.clear();
    this.paint(this.options.theme);
  }

  private draw(): void {
    this.onLayout();
    const bodies = [...this.bodies.values()];
    for (const body of bodies) body.mesh.visible = body.shadow.visible = body.visible;
    if (this.paused || !bodies.some((body) => body.posed)) return;
    const size = this.renderer.getSize(new THREE.Vector2());
    this.shadow?.refresh(this.renderer, this.seen(), this.up);
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
    }, STILL_AFTER);
    const area = (name: ViewName): number => (this.rects[name]?.width ?? 0) * (this.rects[name]?.height ?? 0);
    const [large, ...small] = [...VIEW_NAMES].sort((a, b) => area(b) - area(a));
    return [large, small[this.frames % small.length]].filter((name) => name !== undefined);
  }

  private drawView(view: ViewCamera, rect: Rect, canvasHeight: number): void {
    const bottom = canvasHeight - rect.top - rect.height;
    this.renderer.setViewport(rect.left, bottom, rect.width, rect.height);
    this.renderer.setScissor(rect.left, bottom, rect.width, rect.height);
    this.renderer.clear();
    this.ground?.turnTo(view.name);
    if (this.shadow) this.shadow.mesh.visible = view.name === "perspective" || view.name === "top";
    for (const { uniforms } of this.bodies.values()) uniforms.thickness.value = 3.2 / rect.height;
    for (const each of [this.overlays, this.marks, this.rings, this.gizmo, this.star]) each.fit(view, rect);
    this.renderer.render(this.scene, view.camera(rect));
  }

  private locate = (place: Vector, on: PartRef | null): Point => {
    const found = this.find(on);
    return found ? found.body.carry(found.joint, place) : [place[0], place[1], place[2]];
  };
}

/** The way of a part through a clip: a line, a dot for each frame, a disc at each key; each of them can be grabbed. */

import * as THREE from "three";
import type { Point } from "../math/vector";
import type { Rect, ViewCamera } from "./camera";

const [DOT, DISC, HOT] = [3, 8, 13]; // [pixels]
const [DOT_REACH, DISC_REACH] = [6, 9]; // [pixels] around them

/** A frame of the way, on the stage. */
export interface Stop {
  readonly frame: number;
  readonly place: Point;
  readonly key: boolean;
}

export class MotionPath {
  readonly group = new THREE.Group();
  private readonly line = new THREE.Line(new THREE.BufferGeometry(), new THREE.LineBasicMaterial(seen({ opacity: 0.55 })));
  private readonly dots = points(DOT);
  private readonly discs = points(DISC);
  private readonly hot = points(HOT);
  private stops: readonly Stop[] = [];

  constructor() {
    this.group.add(this.line, this.dots, this.discs, this.hot);
    for (const object of this.group.children) {
      object.frustumCulled = false;
      object.renderOrder = 5;
    }
    this.group.visible = false;
  }

  /** Shows a way, or none. */
  show(stops: readonly Stop[], colour: THREE.Color): void {
    this.stops = stops;
    this.group.visible = stops.length > 1;
    const places = stops.map(({ place }) => place);
    put(this.line, places);
    put(this.dots, places);
    put(
      this.discs,
      stops.filter(({ key }) => key).map(({ place }) => place),
    );
    put(this.hot, []);
    for (const each of [this.line, this.dots, this.discs, this.hot]) each.material.color.copy(colour);
  }

  /** The frame under a pixel of a view, keys before others. */
  pick(camera: ViewCamera, rect: Rect, x: number, y: number): Stop | null {
    if (!this.group.visible) return null;
    let [best, least]: [Stop | null, number] = [null, Infinity];
    for (const stop of this.stops) {
      const at = camera.project(rect, stop.place);
      const reach = stop.key ? DISC_REACH : DOT_REACH;
      const away = at ? Math.hypot(at.x - x, at.y - y) : Infinity;
      if (away <= reach && away / reach < least) [best, least] = [stop, away / reach];
    }
    return best;
  }

  /** Marks the frame that a press would grab; says whether that has changed. */
  light(stop: Stop | null): boolean {
    const before = this.hot.geometry.getAttribute("position")?.count ?? 0;
    put(this.hot, stop ? [stop.place] : []);
    return before > 0 || stop !== null;
  }
}

const seen = (more: object): object => ({ transparent: true, depthTest: false, ...more });

function points(size: number): THREE.Points<THREE.BufferGeometry, THREE.PointsMaterial> {
  const material = new THREE.PointsMaterial({ ...seen({}), size, sizeAttenuation: false });
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace("void main() {", `void main() {\n${ROUND}`);
  };
  return new THREE.Points(new THREE.BufferGeometry(), material);
}

const ROUND = "if (length(gl_PointCoord - 0.5) > 0.5) discard;"; // points are squares by themselves

function put(object: THREE.Line | THREE.Points, places: readonly Point[]): void {
  object.geometry.setAttribute("position", new THREE.Float32BufferAttribute(places.flat(), 3));
}

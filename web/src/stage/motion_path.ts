/** The way of a part through a clip: a line, a dot for each frame, a disc at each key. */

import * as THREE from "three";
import type { Point } from "../math/vector";

const [DOT, DISC] = [2, 5]; // [pixels]

export class MotionPath {
  readonly group = new THREE.Group();
  private readonly line = new THREE.Line(new THREE.BufferGeometry(), new THREE.LineBasicMaterial(seen({ opacity: 0.55 })));
  private readonly dots = points(DOT);
  private readonly discs = points(DISC);

  constructor() {
    this.group.add(this.line, this.dots, this.discs);
    for (const object of this.group.children) {
      object.frustumCulled = false;
      object.renderOrder = 5;
    }
    this.group.visible = false;
  }

  /** Shows a way through places on the stage, with discs at some of them; or none. */
  show(places: readonly Point[], keys: readonly number[], colour: THREE.Color): void {
    this.group.visible = places.length > 1;
    put(this.line, places);
    put(this.dots, places);
    put(
      this.discs,
      keys.flatMap((key) => (places[key] ? [places[key]] : [])),
    );
    for (const each of [this.line, this.dots, this.discs]) each.material.color.copy(colour);
  }
}

const seen = (more: object): object => ({ transparent: true, depthTest: false, ...more });

function points(size: number): THREE.Points<THREE.BufferGeometry, THREE.PointsMaterial> {
  return new THREE.Points(new THREE.BufferGeometry(), new THREE.PointsMaterial({ ...seen({}), size, sizeAttenuation: false }));
}

function put(object: THREE.Line | THREE.Points, places: readonly Point[]): void {
  object.geometry.setAttribute("position", new THREE.Float32BufferAttribute(places.flat(), 3));
}

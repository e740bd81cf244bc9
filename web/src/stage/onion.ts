/** Onion skins: a figure as it stands at other frames, seen through; cool before, warm after. */

import * as THREE from "three";
import type { Body, Ghost } from "./body";

const [COOL, WARM] = [new THREE.Color("#5aa9ff"), new THREE.Color("#ff9d4a")];

export interface Skin {
  readonly transforms: Float32Array;
  readonly frame: number;
  readonly later: boolean; // than what is seen now
  readonly away: number; // 1 for the nearest, 2 for the next …
}

export class Onion {
  skins: readonly Skin[] = [];
  private ghosts: Ghost[] = [];
  private body: Body | null = null;

  constructor(private readonly holder: THREE.Group) {}

  show(body: Body | null, skins: readonly Skin[]): void {
    if (body !== this.body) this.clear();
    this.body = body;
    this.skins = body && !body.hidden ? skins : [];
    while (body && this.ghosts.length < skins.length) {
      const ghost = body.ghost();
      this.ghosts.push(ghost);
      this.holder.add(ghost.mesh);
    }
    for (const [k, ghost] of this.ghosts.entries()) {
      const skin = skins[k];
      ghost.mesh.visible = skin !== undefined && body !== null && !body.hidden;
      if (skin) ghost.pose(skin.transforms, skin.later ? WARM : COOL, 0.42 / skin.away);
    }
  }

  private clear(): void {
    for (const { mesh, dispose } of this.ghosts) {
      this.holder.remove(mesh);
      dispose();
    }
    this.ghosts = [];
  }
}

/** What is drawn over the figures in a drag: the goal and a line to it, and dots where joints are at their limit. Places on the stage. */

import * as THREE from "three";
import type { Point } from "../math/vector";
import type { Rect, ViewCamera } from "./camera";
import { Dot, overlay, Rod } from "./pointers";
import type { StageTheme } from "./theme";

export class Overlays {
  readonly group = new THREE.Group();
  private readonly accent = overlay("#5cc8ff");
  private readonly amber = overlay("#ffb340");
  private readonly goal = new Dot(this.accent, 5.5, 22);
  private readonly line = new Rod(this.accent, 1.6);
  private readonly limits: Dot[] = [];

  constructor() {
    this.group.add(this.goal.object, this.line.object);
    this.hideGoal();
  }

  paint(theme: StageTheme): void {
    this.accent.color.copy(theme.accent);
    this.amber.color.copy(theme.amber);
  }

  showGoal(goal: Point, effector: Point): void {
    this.goal.object.visible = this.line.object.visible = true;
    this.goal.place = this.line.to = goal;
    this.line.from = effector;
  }

  hideGoal(): void {
    this.goal.object.visible = this.line.object.visible = false;
  }

  showLimits(places: readonly Point[]): void {
    while (this.limits.length < places.length) {
      const dot = new Dot(this.amber, 4.2, 21);
      this.limits.push(dot);
      this.group.add(dot.object);
    }
    this.limits.forEach((dot, k) => {
      const place = places[k];
      dot.object.visible = place !== undefined;
      if (place) dot.place = place;
    });
  }

  fit(view: ViewCamera, rect: Rect): void {
    for (const each of [this.goal, this.line, ...this.limits]) each.fit(view, rect);
  }
}

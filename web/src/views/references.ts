/** Pictures behind views, to pose after: they fill a view when they come, and then move and zoom with it. */

import type { Stage } from "../stage/stage";
import type { CameraState, ViewName } from "../state/view";

interface Reference {
  readonly aspect: number; // width over height
  readonly seen: CameraState; // how the view looked when it came
}

export class References {
  private readonly shown = new Map<ViewName, Reference>();

  constructor(
    private readonly stage: Stage,
    private readonly cells: Record<ViewName, HTMLElement>,
  ) {}

  has(view: ViewName): boolean {
    return this.shown.has(view);
  }

  /** Puts a picture behind a view; without an address takes it away. */
  set(view: ViewName, url = "", aspect = 1): void {
    this.cells[view].style.background = url && `url("${url}") no-repeat`;
    if (url) this.shown.set(view, { aspect, seen: this.stage.cameras[view].state });
    else this.shown.delete(view);
    this.place();
  }

  /** Puts all of them where their views look now; a view that turns keeps its picture as it is. */
  place(): void {
    for (const [view, { aspect, seen }] of this.shown) {
      const [camera, rect] = [this.stage.cameras[view], this.stage.rects[view]];
      const at = rect && camera.project(rect, camera.orbits ? camera.state.target : seen.target);
      if (!at) continue;
      const height = rect.height * (camera.orbits ? 1 : seen.height / camera.state.height);
      const { style } = this.cells[view];
      style.backgroundSize = `auto ${height}px`;
      style.backgroundPosition = `${at.x - (aspect * height) / 2}px ${at.y - height / 2}px`;
    }
  }
}

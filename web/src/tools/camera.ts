/** Moving the camera: the middle button or Alt anywhere, the right button anywhere, the left one where nothing else is. */

import type { Stage } from "../stage/stage";
import type { State } from "../state/state";
import type { Gesture } from "./tool";
import type { ViewHover, ViewSample, ViewTool } from "./views_pointer";

export interface CameraHooks {
  /** The camera has come to rest. */
  moved(): void;
}

/** Orbits or pans as the pointer moves. */
export function cameraGesture(stage: Stage, hooks: CameraHooks, start: ViewSample, pans: boolean): Gesture<ViewSample> {
  let last = start;
  const camera = stage.cameras[start.view];
  return {
    move: (at) => {
      const [dx, dy] = [at.clientX - last.clientX, at.clientY - last.clientY];
      const rect = stage.rects[start.view];
      last = at;
      if (!pans) camera.orbit(dx, dy);
      else if (rect) camera.pan(rect, dx, dy);
      stage.request();
    },
    up: () => hooks.moved(),
    cancel: () => {}, // the camera stays where it is
  };
}

const pansIn = ({ view, shift }: ViewSample): boolean => view !== "perspective" || shift;

/** The middle button, or the left one with Alt: whatever is under the pointer. */
export class NavigateTool implements ViewTool {
  readonly name = "navigate";

  constructor(
    private readonly stage: Stage,
    private readonly hooks: CameraHooks,
  ) {}

  hover(): null {
    return null;
  }

  down(at: ViewSample): Gesture<ViewSample> | null {
    if (at.button !== 1 && !(at.button === 0 && at.alt)) return null;
    return { ...cameraGesture(this.stage, this.hooks, at, pansIn(at)), atOnce: true };
  }
}

/** The right button: a drag pans, a click opens the menu of what is under it. */
export class ContextTool implements ViewTool {
  readonly name = "context";

  constructor(
    private readonly stage: Stage,
    private readonly hooks: CameraHooks,
    private readonly openMenu: (at: ViewSample) => void,
  ) {}

  hover(): null {
    return null;
  }

  down(at: ViewSample): Gesture<ViewSample> | null {
    if (at.button !== 2) return null;
    return { ...cameraGesture(this.stage, this.hooks, at, true), click: (end) => this.openMenu({ ...end, x: at.x, y: at.y }) };
  }
}

/** The left button where nothing is: a drag orbits, or pans in a view that cannot, a click deselects. The last tool. */
export class GroundTool implements ViewTool {
  readonly name = "ground";

  constructor(
    private readonly state: State,
    private readonly stage: Stage,
    private readonly hooks: CameraHooks,
  ) {}

  hover(): ViewHover | null {
    return null;
  }

  down(at: ViewSample): Gesture<ViewSample> | null {
    if (at.button !== 0) return null;
    return { ...cameraGesture(this.stage, this.hooks, at, pansIn(at)), click: () => this.state.select(null) };
  }
}

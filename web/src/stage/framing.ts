/** What views show of the figures: fitted to them, and how much of a view they fill. */

import type { FigureId, PartRef } from "../state/part";
import { type CameraState, VIEW_NAMES, type ViewName } from "../state/view";
import type { Ball } from "./shots";
import type { Stage } from "./stage";

const UNSEEN = { left: 0, top: 0, width: 400, height: 400 }; // of a view that the page does not show now
const MARGIN = 1.14;
const SMALLER = 3; // times at most, than a view that is fitted to a pose, a whole way is shown

/** Shows all figures, or one part, in full in a view. */
export function fitView(stage: Stage, view: ViewName, part: PartRef | null = null): void {
  stage.cameras[view].state = fitted(stage, view, part);
  stage.request();
}

/** How much of a view the figures fill: 1 if it is fitted to them, less if it shows them smaller. */
export function filled(stage: Stage, view: ViewName): number {
  return fitted(stage, view, null).height / stage.cameras[view].state.height;
}

/** Whether a figure is seen whole in a view. */
export function isInSight(stage: Stage, view: ViewName, figure: FigureId): boolean {
  return areInSight(stage, view, stage.bodies.get(figure)?.balls() ?? []);
}

/** Shows all that figures fill on their way in views that do not, unless they would be tiny there. */
export function fitWay(stage: Stage, balls: readonly Ball[]): void {
  const most = SMALLER * Math.max(...VIEW_NAMES.map((view) => fitted(stage, view, null).height));
  for (const view of VIEW_NAMES) {
    if (areInSight(stage, view, balls)) continue;
    const camera = fittedTo(stage, view, balls, MARGIN);
    if (camera.height <= most) stage.cameras[view].state = camera;
  }
  stage.request();
}

function areInSight(stage: Stage, view: ViewName, balls: readonly Ball[]): boolean {
  const rect = stage.rects[view];
  if (!rect) return true;
  return balls.every(({ centre }) => {
    const at = stage.project(view, centre);
    return at !== null && at.x >= 0 && at.y >= 0 && at.x <= rect.width && at.y <= rect.height;
  });
}

function fitted(stage: Stage, view: ViewName, part: PartRef | null): CameraState {
  const found = stage.find(part);
  const balls = found ? found.body.balls(new Set([found.joint])) : stage.seen().flatMap((body) => body.balls());
  return fittedTo(stage, view, balls, found ? 1.8 : MARGIN);
}

function fittedTo(stage: Stage, view: ViewName, balls: readonly Ball[], margin: number): CameraState {
  return stage.cameras[view].fitted(stage.rects[view] ?? UNSEEN, stage.onStage(balls), margin);
}

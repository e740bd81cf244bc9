/** What views show of the figures: fitted to them, and how much of a view they fill. */

import { toStage } from "../math/upright";
import type { FigureId, PartRef } from "../state/part";
import type { CameraState, ViewName } from "../state/view";
import type { Stage } from "./stage";

const UNSEEN = { left: 0, top: 0, width: 400, height: 400 }; // of a view that the page does not show now

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
  const [rect, body] = [stage.rects[view], stage.bodies.get(figure)];
  if (!rect || !body) return true;
  return body.balls().every(({ centre }) => {
    const at = stage.project(view, centre);
    return at !== null && at.x >= 0 && at.y >= 0 && at.x <= rect.width && at.y <= rect.height;
  });
}

function fitted(stage: Stage, view: ViewName, part: PartRef | null): CameraState {
  const found = stage.find(part);
  const balls = found ? found.body.balls(new Set([found.joint])) : stage.seen().flatMap((body) => body.balls());
  const onStage = balls.map(({ centre, radius }) => ({ centre: toStage(centre, stage.up), radius }));
  return stage.cameras[view].fitted(stage.rects[view] ?? UNSEEN, onStage, found ? 1.8 : 1.14);
}

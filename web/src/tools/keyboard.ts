/** Moving by keys: Enter takes the selected part, arrows move it in the plane of the large view, Enter keeps, Escape gives up. */

import { toFigure, toStage } from "../math/upright";
import { along, type Point, scaled } from "../math/vector";
import type { Stage } from "../stage/stage";
import type { Grip, State } from "../state/state";
import type { Drags } from "../wire/drags";

const STEP = 0.01; // [m] of a figure 1.75 m tall
const TURN = Math.PI / 90; // [rad]

/** Steps to the right, up, and toward the viewer. */
const MOVES: Readonly<Record<string, Point>> = {
  ArrowRight: [1, 0, 0],
  ArrowLeft: [-1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
  PageUp: [0, 0, -1],
  PageDown: [0, 0, 1],
};

export class KeyboardPull {
  private moving: { grip: Grip; goal: Point; height: number; angle: number } | null = null; // the goal on the stage, the figure's height [m]

  constructor(
    private readonly state: State,
    private readonly drags: Drags,
    private readonly stage: Stage,
  ) {}

  /** Whether a part is being moved; not any more when its drag was refused or lost. */
  get active(): boolean {
    return this.moving !== null && this.drags.current === this.moving.grip;
  }

  begin(): void {
    const { state, stage } = this;
    const { part } = state.selection.value;
    const found = stage.find(part);
    if (!part || !found) return;
    const { figure } = found.body;
    const tool = state.tool.value;
    const joint = tool === "root" ? 0 : found.joint;
    const held = tool === "root" ? figure.ref(figure.root?.name ?? part.part) : part;
    const what = tool === "root" || tool === "rotate" ? tool : "part";
    const grip: Grip = { what, ...held, ...state.chainOf(held.figure) };
    this.moving = { grip, goal: toStage(found.body.effector(joint), stage.up), height: figure.data.height, angle: 0 };
    this.drags.begin(grip);
  }

  /** Takes a key press; says whether it was for this. */
  key(event: Pick<KeyboardEvent, "key" | "shiftKey" | "altKey">): boolean {
    if (!this.active) return false;
    const step = MOVES[event.key];
    if (event.key === "Enter" || event.key === " ") this.finish(true);
    else if (event.key === "Escape") this.finish(false);
    else if (step) this.move(scaled(step, event.shiftKey ? 5 : event.altKey ? 0.1 : 1));
    else return false;
    return true;
  }

  finish(keep: boolean): void {
    const isOwn = this.active;
    this.moving = null;
    if (!isOwn) return;
    if (keep) void this.drags.end();
    else this.drags.cancel();
  }

  private move([right, up, toward]: Point): void {
    const { state, drags, stage, moving } = this;
    if (!moving) return;
    const camera = stage.cameras[state.large.value];
    const back = camera.back();
    if (state.tool.value === "rotate") {
      moving.angle += (right + up) * TURN;
      drags.move({ turn: { axis: toFigure(back, stage.up), angle: moving.angle } });
      return;
    }
    const step = STEP * (moving.height / 1.75);
    const [across, upward] = camera.axes();
    moving.goal = along(along(along(moving.goal, across, step * right), upward, step * up), back, step * toward);
    // a ray orthogonal to what has changed, so that its nearest point is the goal
    const sight = toward ? across : back;
    const origin = along(moving.goal, sight, 10 * moving.height);
    drags.move({ ray: { origin: toFigure(origin, stage.up), direction: toFigure(scaled(sight, -1), stage.up) } });
  }
}

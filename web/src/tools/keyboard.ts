/** Pulling by keys: Enter takes hold of the chosen part, arrows move it in the plane of the large view, Enter keeps, Escape forgets. */

import type { Editor } from "../editor";
import { toFigure, toStage } from "../math/upright";
import type { Point } from "../math/vector";
import type { Stage } from "../stage/stage";

const STEP = 0.01; // [m] of a figure 1.75 m tall
const TURN = Math.PI / 90; // [rad]

export class KeyboardPull {
  private goal: Point | null = null; // on the stage
  private angle = 0;

  constructor(
    private readonly editor: Editor,
    private readonly stage: Stage,
  ) {}

  get active(): boolean {
    return this.goal !== null;
  }

  begin(): void {
    const { state, drags } = this.editor;
    const joint = state.selected === null ? -1 : state.jointIndex(state.selected);
    if (joint < 0 || !this.stage.body) return;
    const root = state.tool === "root";
    const part = root ? state.figure!.joints[0].name : state.selected!;
    const held = state.jointIndex(part);
    this.goal = toStage(this.stage.body.carry(held, state.figure!.joints[held].effector), this.stage.up);
    this.angle = 0;
    drags.begin(root ? { what: "root", part } : { what: state.tool === "rotate" ? "rotate" : "part", part });
  }

  /** Takes a key press; says whether it was for this. */
  key(event: KeyboardEvent): boolean {
    if (!this.goal) return false;
    const far = event.shiftKey ? 5 : event.altKey ? 0.1 : 1;
    const moves: Record<string, [number, number, number]> = {
      ArrowRight: [1, 0, 0],
      ArrowLeft: [-1, 0, 0],
      ArrowUp: [0, 1, 0],
      ArrowDown: [0, -1, 0],
      PageUp: [0, 0, -1],
      PageDown: [0, 0, 1],
    };
    if (event.key === "Enter" || event.key === " ") this.finish(true);
    else if (event.key === "Escape") this.finish(false);
    else if (moves[event.key]) this.move(moves[event.key].map((x) => x * far) as [number, number, number]);
    else return false;
    return true;
  }

  finish(keep: boolean): void {
    if (!this.goal) return;
    this.goal = null;
    if (keep) void this.editor.drags.end();
    else this.editor.drags.cancel();
  }

  private move([right, up, toward]: [number, number, number]): void {
    const { state, drags } = this.editor;
    const camera = this.stage.cameras[state.view.large];
    const back = camera.back();
    if (state.tool === "rotate") {
      this.angle += (right + up) * TURN;
      drags.move({ turn: { axis: toFigure(back, this.stage.up), angle: this.angle } });
      return;
    }
    const step = STEP * (state.figure!.height / 1.75);
    const [across, upward] = camera.axes();
    const goal = this.goal!;
    this.goal = [0, 1, 2].map((k) => goal[k] + step * (right * across[k] + up * upward[k] + toward * back[k])) as Point;
    // a ray square to what has changed, so that the nearest point of it is the goal
    const along = toward ? across : back;
    const origin = this.goal.map((x, k) => x + 10 * state.figure!.height * along[k]) as Point;
    drags.move({
      ray: { origin: toFigure(origin, this.stage.up), direction: toFigure(along.map((x) => -x) as Point, this.stage.up) },
    });
  }
}

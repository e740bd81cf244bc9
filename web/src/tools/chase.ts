/** The goal star (B): the chosen part chases it, wherever it is dragged, slowly off and slowly there. */

import type { Editor } from "../editor";
import type { Point } from "../math/vector";
import type { Stage } from "../stage/stage";
import { putStar, starTarget } from "./pointer";

export class ChaseTool {
  private part: string | null = null;
  private due = 0;

  constructor(
    private readonly editor: Editor,
    private readonly stage: Stage,
  ) {
    editor.state.on(["tool", "selection", "figure"], () => this.follow());
  }

  /** The star has been moved: told at most once a picture while it is held, and when it is let go. One drag is one step to undo. */
  moved(held: boolean): void {
    cancelAnimationFrame(this.due);
    if (held) this.due = requestAnimationFrame(() => this.tell(true));
    else this.tell(false);
  }

  /** The drag of the star was given up: star and figure are where they were. */
  putBack(place: Point): void {
    cancelAnimationFrame(this.due);
    this.stage.star.put(place);
    this.stage.star.clear();
    this.editor.link.tell("drag.cancel");
  }

  private tell(held: boolean): void {
    const target = starTarget(this.stage);
    if (!this.part || !target) return;
    this.editor.link.tell("chase", { on: true, part: this.part, target, speed: this.editor.state.view.speed, held });
  }

  private follow(): void {
    const { state } = this.editor;
    const wanted = state.tool === "star" ? (state.selected ?? this.part) : null;
    if (wanted === this.part) return;
    if (this.part) this.editor.link.tell("chase", { on: false });
    this.part = wanted;
    const joint = wanted === null ? -1 : state.jointIndex(wanted);
    if (joint < 0 || !this.stage.body) {
      this.part = null;
      this.stage.star.put(null);
      this.stage.star.clear();
    } else putStar(this.stage, joint, state.figure!.joints[joint].effector);
    this.stage.request();
  }
}

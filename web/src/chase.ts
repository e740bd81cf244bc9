/** The goal star (B): the chosen part chases it, wherever it is dragged, slowly off and slowly there. */

import type { Editor } from "./editor";
import type { Stage } from "./scene/stage";
import { putStar, starTarget } from "./views/pointer";

export class ChaseTool {
  private part: string | null = null;

  constructor(
    private readonly editor: Editor,
    private readonly stage: Stage,
  ) {
    editor.state.on(["tool", "selection", "figure"], () => this.follow());
  }

  /** The star has been moved. */
  moved(): void {
    const target = starTarget(this.stage);
    if (!this.part || !target) return;
    this.editor.link.tell("chase", { on: true, part: this.part, target, speed: this.editor.state.view.speed });
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

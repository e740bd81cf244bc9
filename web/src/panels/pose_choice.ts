/** How poses are applied: what becomes of locks, whole or of a limb, mirrored; and the slider that blends one in. */

import type { Editor } from "../editor";
import type { ApplyPose } from "../messages";
import type { FigureId } from "../state/part";
import { computed, effect, signal } from "../state/signals";
import { row, select, toggle } from "../widgets/controls";
import { el } from "../widgets/dom";
import { Slider } from "../widgets/slider";

export type PoseHow = Pick<ApplyPose, "locks" | "parts" | "mirrored">;

const LOCKS = [
  { locks: "own", label: "with its locks", title: "The locks of the pose are taken up; others that do not hold there sleep" },
  { locks: "asleep", label: "locks asleep", title: "The pose exactly; locks that do not hold there sleep" },
  { locks: "hold", label: "locks hold", title: "All locks hold, and the pose is as near as they allow" },
] as const;

export class PoseChoice {
  readonly element: HTMLElement;
  private readonly locks = signal(0);
  private readonly limb = signal(false);
  private readonly mirrored = signal(false);
  private readonly blended = signal<string | null>(null); // the pose that the slider is about
  private readonly slider: Slider;

  constructor(
    private readonly editor: Editor,
    private readonly names: () => readonly string[],
  ) {
    const { state, drags } = editor;
    const locks = computed(() => LOCKS.map(({ label }, k) => ({ label, chosen: k === this.locks.value })));
    const chooseLocks = select("Locks of poses", locks, (k) => {
      this.locks.value = k;
    });
    effect(() => {
      chooseLocks.title = LOCKS[this.locks.value]?.title ?? "";
    });
    const limb = toggle("Only the limb of the selected part", this.limb, (on) => {
      this.limb.value = on;
    });
    const mirrored = toggle("Mirrored", this.mirrored, (on) => {
      this.mirrored.value = on;
    });
    const choices = computed(() => this.names().map((label) => ({ label, chosen: label === this.pose })));
    const choosePose = select("Pose to blend in", choices, (k) => {
      this.blended.value = this.names()[k] ?? null;
    });
    this.slider = Slider.make({
      label: "Blend",
      title: "How far the figure goes to this pose, from where it is",
      lo: 0,
      hi: 1,
      unit: "",
      begin: () => {
        const [figure, pose] = [state.active.value?.id, this.pose];
        if (figure && pose) drags.begin({ what: "pose", figure, pose, ...this.how(figure) });
      },
      move: (value) => {
        drags.move({ value });
        this.slider.show(value);
      },
      end: () => {
        void drags.end();
        this.slider.show(0);
      },
      cancel: () => {
        drags.cancel();
        this.slider.show(0);
      },
      set: (share) => {
        const [figure, pose] = [state.active.value?.id, this.pose];
        if (figure && pose) void this.apply(figure, pose, { share: Math.min(Math.max(share, 0), 1) });
        this.slider.show(0);
      },
    });
    this.slider.show(0);
    this.element = el(
      "div",
      { class: "pose-choice" },
      row("Locks", chooseLocks),
      row("Limb only", limb),
      row("Mirrored", mirrored),
      row("Blend in", choosePose),
      this.slider,
    );
    effect(() => {
      for (const part of [choosePose.parentElement, this.slider]) if (part) part.hidden = this.names().length === 0;
    });
  }

  /** Applies a pose as it is chosen here, unless something else is said. */
  async apply(figure: FigureId, name: string, more: Partial<ApplyPose> = {}): Promise<void> {
    this.blended.value = name;
    await this.editor.edit({ kind: "apply_pose", figure, name, ...this.how(figure), ...more });
  }

  private get pose(): string | null {
    const names = this.names();
    const chosen = this.blended.value;
    return chosen !== null && names.includes(chosen) ? chosen : (names[0] ?? null);
  }

  private how(figure: FigureId): PoseHow {
    const { part } = this.editor.state.selection.value;
    const limb = this.limb.value && part?.figure === figure;
    return { locks: LOCKS[this.locks.value]?.locks ?? "own", mirrored: this.mirrored.value, ...(limb && { parts: [part.part] }) };
  }
}

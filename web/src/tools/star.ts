/** The goal star (B): the selected part follows it wherever it is dragged, with a slow start and a slow end. */

import { onPlane } from "../math/ray";
import { toFigure, toStage } from "../math/upright";
import type { Stage } from "../stage/stage";
import { type PartRef, samePart } from "../state/part";
import { effect } from "../state/signals";
import type { State } from "../state/state";
import type { Link } from "../wire/link";
import type { Gesture } from "./tool";
import type { ViewHover, ViewSample, ViewTool } from "./views_pointer";

export class StarTool implements ViewTool {
  readonly name = "star";
  private part: PartRef | null = null; // the one that follows the star
  private due = 0;

  constructor(
    private readonly state: State,
    private readonly stage: Stage,
    private readonly link: Pick<Link, "tell">,
  ) {
    effect(() => this.follow());
  }

  hover(at: ViewSample): ViewHover | null {
    return this.isUnder(at) ? { selection: null } : null;
  }

  down(start: ViewSample): Gesture<ViewSample> | null {
    const { star } = this.stage;
    const before = star.place;
    if (start.button !== 0 || !before || !this.isUnder(start)) return null;
    return {
      move: (at) => {
        this.put(start, at);
        // told at most once a picture
        cancelAnimationFrame(this.due);
        this.due = requestAnimationFrame(() => this.tell(true));
      },
      up: (at) => {
        this.put(start, at);
        cancelAnimationFrame(this.due);
        this.tell(false);
      },
      cancel: () => {
        cancelAnimationFrame(this.due);
        star.put(before);
        star.clear();
        this.stage.request();
        this.link.tell("drag_cancel");
      },
    };
  }

  private isUnder({ view, x, y }: ViewSample): boolean {
    const rect = this.stage.rects[view];
    return rect !== undefined && this.stage.star.pick(this.stage.cameras[view], rect, x, y);
  }

  /** Moves the star in the plane of the view. */
  private put({ view }: ViewSample, { x, y }: ViewSample): void {
    const { star, cameras } = this.stage;
    const ray = this.stage.stageRay(view, x, y);
    const at = ray && star.place && onPlane(ray, star.place, cameras[view].back());
    if (at) star.put(at);
    this.stage.request();
  }

  /** Says where the star is; while it is held all belongs to one step to undo. */
  private tell(held: boolean): void {
    const { place } = this.stage.star;
    if (!this.part || !place) return;
    const target = toFigure(place, this.stage.up);
    this.link.tell("chase_begin", { ...this.part, target, speed: this.state.view.value.speed, held, ...this.state.moment() });
  }

  /** The star belongs to the selected part while its tool is chosen. */
  private follow(): void {
    const { state, stage } = this;
    const selected = state.selection.value.part;
    const wanted = state.tool.value === "star" ? (selected ?? this.part) : null;
    const found = state.figures.value.size ? stage.find(wanted) : null;
    if (samePart(wanted, this.part) && (found || !wanted)) return;
    if (this.part) this.link.tell("chase_end");
    this.part = found ? wanted : null;
    stage.star.put(found && toStage(found.body.effector(found.joint), stage.up));
    stage.star.clear();
    stage.request();
  }
}

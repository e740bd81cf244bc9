/** Dragging the mark of a lock moves the lock. */

import { toFigure } from "../math/upright";
import type { Stage } from "../stage/stage";
import type { Selection } from "../state/part";
import type { State } from "../state/state";
import type { Drags } from "../wire/drags";
import { rayGesture } from "./pull";
import type { Gesture } from "./tool";
import type { ViewHover, ViewSample, ViewTool } from "./views_pointer";

export class LockTool implements ViewTool {
  readonly name = "lock";

  constructor(
    private readonly state: State,
    private readonly stage: Stage,
    private readonly drags: Drags,
  ) {}

  hover(at: ViewSample): ViewHover | null {
    const lock = this.under(at);
    return lock === null ? null : { selection: { part: null, lock } }; // its part is not meant
  }

  down(at: ViewSample): Gesture<ViewSample> | null {
    const lock = at.button === 0 ? this.under(at) : null;
    if (lock === null) return null;
    const select = (): void => this.state.select(selectionOf(this.state, lock).part, lock);
    return rayGesture(
      this.stage,
      this.drags,
      () => {
        select();
        return { grip: { what: "lock", lock }, offset: toFigure(this.stage.marks.toOrigin(lock), this.stage.up) };
      },
      select,
    );
  }

  private under({ view, x, y }: ViewSample): number | null {
    const rect = this.stage.rects[view];
    return rect ? this.stage.marks.pick(this.stage.cameras[view], rect, x, y) : null;
  }
}

/** A lock and its part. */
export function selectionOf(state: State, id: number): Selection {
  const lock = state.lock(id);
  return { part: lock ? { figure: lock.figure, part: lock.part } : null, lock: id };
}

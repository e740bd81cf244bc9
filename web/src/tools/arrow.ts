/** Arrows at the selected part, lock, prop or figure: a drag along one moves it along that axis, and says how far. */

import { alongAxis } from "../math/ray";
import { toFigure } from "../math/upright";
import { along, type Vector } from "../math/vector";
import { AXIS_NAMES } from "../stage/gizmo";
import type { Stage } from "../stage/stage";
import type { Grip, State } from "../state/state";
import { signedInWords } from "../widgets/units";
import type { Drags } from "../wire/drags";
import type { Gesture } from "./tool";
import type { ViewHover, ViewSample, ViewTool } from "./views_pointer";

const STEP = 0.01; // [m] that a move with Ctrl snaps to

export class ArrowTool implements ViewTool {
  readonly name = "arrow";

  constructor(
    private readonly state: State,
    private readonly stage: Stage,
    private readonly drags: Drags,
  ) {}

  hover(at: ViewSample): ViewHover | null {
    const arrow = this.under(at);
    return arrow === null ? null : { selection: null, arrow };
  }

  down(start: ViewSample): Gesture<ViewSample> | null {
    const arrow = start.button === 0 ? this.under(start) : null;
    if (arrow === null) return null;
    const { state, stage, drags } = this;
    const { arrows } = stage.gizmo;
    const axis: Vector = arrows.axes[arrow] ?? [0, 0, 1]; // as they were at the press
    const from = arrows.badge.place;
    const way = ({ x, y }: ViewSample): number | null => {
      const ray = stage.stageRay(start.view, x, y);
      return ray && alongAxis(ray, from, axis);
    };
    const begun = way(start) ?? 0;
    const follow = (at: ViewSample): void => {
      const now = way(at);
      if (now === null) return;
      const by = at.ctrl ? STEP * Math.round((now - begun) / STEP) : now - begun;
      const place = along(from, axis, by);
      drags.move({ place: toFigure(place, stage.up) });
      state.readout.value = `${AXIS_NAMES[arrow]} ${signedInWords(by)}`;
    };
    const end = (): void => {
      state.readout.value = "";
      arrows.light(null);
      stage.request();
    };
    return {
      begin: () => {
        const grip = this.grip();
        if (grip) drags.begin(grip);
        arrows.light(arrow);
      },
      move: follow,
      up: (at) => {
        follow(at);
        void drags.end();
        end();
      },
      cancel: () => {
        drags.cancel();
        end();
      },
    };
  }

  /** What the arrows move: the selected lock, the whole figure while it is carried, or the selected part by its own point. */
  private grip(): Grip | null {
    const { part, lock } = this.state.selection.value;
    if (lock !== null) return { what: "lock", lock };
    if (!part) return null;
    if (this.state.tool.value === "root") return { what: "root", ...part };
    return { what: "part", ...part, exact: true, ...this.state.chainOf(part.figure) };
  }

  private under({ view, x, y }: ViewSample): number | null {
    const rect = this.stage.rects[view];
    return rect ? this.stage.gizmo.arrows.pick(this.stage.cameras[view], rect, x, y) : null;
  }
}

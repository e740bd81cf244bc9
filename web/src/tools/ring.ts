/** Rings around the selected part or lock: a drag along one rotates it. */

import { onPlane, turnBetween } from "../math/ray";
import { toFigure } from "../math/upright";
import type { Point } from "../math/vector";
import { AXIS_NAMES } from "../stage/gizmo";
import type { Stage } from "../stage/stage";
import type { State } from "../state/state";
import type { Drags } from "../wire/drags";
import type { Gesture } from "./tool";
import type { ViewHover, ViewSample, ViewTool } from "./views_pointer";

const STEP = Math.PI / 36; // [rad] that a turn with Ctrl snaps to

export class RingTool implements ViewTool {
  readonly name = "ring";

  constructor(
    private readonly state: State,
    private readonly stage: Stage,
    private readonly drags: Drags,
  ) {}

  hover(at: ViewSample): ViewHover | null {
    const ring = this.under(at);
    return ring === null ? null : { selection: null, ring };
  }

  down(start: ViewSample): Gesture<ViewSample> | null {
    const ring = start.button === 0 ? this.under(start) : null;
    if (ring === null) return null;
    const { stage, drags } = this;
    const { rings } = stage;
    const axis = rings.axes[ring] ?? [0, 0, 1]; // the ring rotates with the part, the gesture's axis does not
    let from: Point | null = null; // where the pointer was last, in the plane of the ring
    let angle = 0;
    const place = ({ x, y }: ViewSample): Point | null => {
      const ray = stage.stageRay(start.view, x, y);
      return ray && onPlane(ray, rings.badge.place, axis);
    };
    const end = (): void => {
      this.state.readout.value = "";
      rings.light(null);
      stage.request();
    };
    return {
      begin: () => {
        const { part, lock } = this.state.selection.value;
        if (lock !== null) drags.begin({ what: "lock", lock });
        else if (part) {
          const others = this.state.chosenOf(part.figure).filter((each) => each !== part.part);
          const chain = others.length ? { mode: "part" as const, base: null, others } : this.state.chainOf(part.figure);
          drags.begin({ what: "rotate", ...part, ...chain });
        }
        rings.light(ring);
      },
      move: (at) => {
        const to = place(at);
        if (!to) return;
        angle += turnBetween(from ?? place(start) ?? to, to, rings.badge.place, axis);
        from = to;
        const turned = at.ctrl ? STEP * Math.round(angle / STEP) : angle;
        drags.move({ turn: { axis: toFigure(axis, stage.up), angle: turned } });
        this.state.readout.value = `${AXIS_NAMES[ring]} ${((turned * 180) / Math.PI).toFixed(1)}°`;
      },
      up: () => {
        void drags.end();
        end();
      },
      cancel: () => {
        drags.cancel();
        end();
      },
    };
  }

  private under({ view, x, y }: ViewSample): number | null {
    const rect = this.stage.rects[view];
    return rect ? this.stage.rings.pick(this.stage.cameras[view], rect, x, y) : null;
  }
}

/** What is seen of other frames: the way of a part is dragged at any of its frames, an onion skin is gone to by a click. */

import { toStage } from "../math/upright";
import { read } from "../math/vector";
import type { Skin } from "../stage/onion";
import type { Stage } from "../stage/stage";
import type { State } from "../state/state";
import type { Drags } from "../wire/drags";
import { rayGesture } from "./pull";
import type { Gesture } from "./tool";
import type { ViewHover, ViewSample, ViewTool } from "./views_pointer";

const REACH = 9; // [pixels] around the bones of an onion skin

/** A disc pulls the part in its key; a dot makes a key at its frame. */
export class PathTool implements ViewTool {
  readonly name = "path";

  constructor(
    private readonly state: State,
    private readonly stage: Stage,
    private readonly drags: Drags,
  ) {}

  hover(at: ViewSample): ViewHover | null {
    const stop = this.under(at);
    if (this.stage.path.light(stop)) this.stage.request();
    if (stop) this.state.status.value = `${stop.key ? "Key" : "Frame"} ${stop.frame}: drag to pull the part there`;
    return stop && { selection: null };
  }

  down(start: ViewSample): Gesture<ViewSample> | null {
    const stop = start.button === 0 ? this.under(start) : null;
    const { part } = this.state.selection.value;
    if (!stop || !part) return null;
    const { timeline } = this.state;
    const before = timeline.playhead.value;
    const pulled = rayGesture(
      this.stage,
      this.drags,
      () => {
        timeline.go(stop.frame);
        return { grip: { what: "part", ...part, ...this.state.chainOf(part.figure) }, offset: [0, 0, 0] };
      },
      () => timeline.go(stop.frame),
    );
    return {
      ...pulled,
      cancel: () => {
        pulled.cancel();
        timeline.go(before);
      },
    };
  }

  private under({ view, x, y }: ViewSample) {
    const rect = this.stage.rects[view];
    return rect ? this.stage.path.pick(this.stage.cameras[view], rect, x, y) : null;
  }
}

/** Onion skins: a click goes to their frame. Asked after the figures themselves. */
export class SkinTool implements ViewTool {
  readonly name = "skins";

  constructor(
    private readonly state: State,
    private readonly stage: Stage,
  ) {}

  hover(at: ViewSample): ViewHover | null {
    const skin = this.under(at);
    if (skin) this.state.status.value = `Frame ${skin.frame}: click to go there`;
    return skin && { selection: null };
  }

  down(start: ViewSample): Gesture<ViewSample> | null {
    const skin = start.button === 0 && !start.shift && !start.alt ? this.under(start) : null;
    if (!skin) return null;
    return { move: () => {}, up: () => {}, cancel: () => {}, click: () => this.state.timeline.go(skin.frame) };
  }

  private under({ view, x, y }: ViewSample): Skin | null {
    const { stage } = this;
    const [rect, figure] = [stage.rects[view], this.state.active.value];
    if (!rect || !figure || !stage.onion.skins.length) return null;
    let [best, least]: [Skin | null, number] = [null, REACH];
    for (const skin of stage.onion.skins) {
      const places = figure.data.joints.map((_, joint) =>
        stage.cameras[view].project(rect, toStage(read(skin.transforms, 12 * joint + 3, 4), stage.up)),
      );
      figure.data.joints.forEach(({ parent }, joint) => {
        const [a, b] = [places[joint], places[figure.jointIndex(parent ?? "")]];
        const away = a && b ? toSegment(x, y, a, b) : Infinity;
        if (away < least) [best, least] = [skin, away];
      });
    }
    return best;
  }
}

/** How far a pixel is from a line between two others. */
function toSegment(x: number, y: number, a: { x: number; y: number }, b: { x: number; y: number }): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const share = length ? Math.min(Math.max(((x - a.x) * dx + (y - a.y) * dy) / length, 0), 1) : 0;
  return Math.hypot(x - a.x - share * dx, y - a.y - share * dy);
}

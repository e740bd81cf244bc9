/** Pulling parts, or the whole figure: the part follows the pointer, the joints of its IK chain follow the part. */

import type { Ray } from "../math/ray";
import { add, type Point, sub } from "../math/vector";
import type { Hit, Stage } from "../stage/stage";
import { type PartRef, samePart } from "../state/part";
import type { Grip, State } from "../state/state";
import type { ViewName } from "../state/view";
import type { Drags } from "../wire/drags";
import type { Gesture } from "./tool";
import type { ViewHover, ViewSample, ViewTool } from "./views_pointer";

const SAME_PLACE = 4; // [pixels]

/** A drag that follows the pointer's ray; `offset` leads from where it was pressed to what is pulled, in the figures' frame. */
export function rayGesture(
  stage: Stage,
  drags: Drags,
  begin: () => { grip: Grip; offset: Point },
  click: () => void,
): Gesture<ViewSample> {
  let offset: Point = [0, 0, 0];
  const follow = ({ view, x, y }: ViewSample): void => {
    const ray: Ray | null = stage.ray(view, x, y);
    if (ray) drags.move({ ray: { origin: add(ray.origin, offset), direction: ray.direction } });
  };
  return {
    begin: () => {
      const begun = begin();
      offset = begun.offset;
      drags.begin(begun.grip);
    },
    move: follow,
    up: (at) => {
      follow(at);
      void drags.end();
    },
    cancel: () => drags.cancel(),
    click,
  };
}

export class PullTool implements ViewTool {
  readonly name = "pull";
  private last: { view: ViewName; x: number; y: number } | null = null; // where it was clicked

  constructor(
    private readonly state: State,
    private readonly stage: Stage,
    private readonly drags: Drags,
  ) {}

  hover(at: ViewSample): ViewHover | null {
    const hit = this.under(at);
    return hit && { selection: { part: { figure: hit.figure, part: hit.part }, lock: null } };
  }

  down(at: ViewSample): Gesture<ViewSample> | null {
    const hit = at.button === 0 ? this.under(at) : null;
    if (!hit) return null;
    const part: PartRef = { figure: hit.figure, part: hit.part };
    const begin = (): { grip: Grip; offset: Point } => {
      this.state.select(part);
      return { grip: this.grip(hit, at), offset: this.state.tool.value === "root" ? this.toRoot(hit) : [0, 0, 0] };
    };
    return rayGesture(this.stage, this.drags, begin, () => this.click(at));
  }

  /** What a press would take: the nearest part, or in x-ray the selected one wherever it is behind. */
  private under({ view, x, y }: ViewSample): Hit | null {
    if (!this.state.xray.value) return this.stage.pick(view, x, y);
    const hits = this.stage.hits(view, x, y);
    return hits.find((hit) => samePart(hit, this.state.selection.value.part)) ?? hits[0] ?? null;
  }

  /** A click selects the nearest part; further ones at the same place go through those behind it. */
  private click({ view, x, y, shift, ctrl }: ViewSample): void {
    const hits = this.stage.hits(view, x, y);
    const nearest = hits[0];
    if ((shift || ctrl) && nearest) {
      this.state.toggle({ figure: nearest.figure, part: nearest.part });
      return;
    }
    const again = this.last && this.last.view === view && Math.hypot(x - this.last.x, y - this.last.y) < SAME_PLACE;
    const now = again ? hits.findIndex((hit) => samePart(hit, this.state.selection.value.part)) : -1;
    const hit = hits[(now + 1) % Math.max(hits.length, 1)];
    this.last = { view, x, y };
    if (hit) this.state.select({ figure: hit.figure, part: hit.part });
  }

  /** What a drag pulls: the point that was pressed. Its IK chain is with Shift the part alone, with Ctrl the full body. */
  private grip({ figure, part, joint, point }: Hit, { shift, ctrl }: ViewSample): Grip {
    if (this.state.tool.value === "root") return { what: "root", figure, part };
    const at = this.stage.bodies.get(figure)?.local(joint, point) ?? null;
    return { what: "part", figure, part, at, ...this.state.chainOf(figure, shift ? "part" : ctrl ? "joint" : undefined) };
  }

  /** The whole figure may be pressed anywhere: from there to its root, which is what is pulled. */
  private toRoot({ figure, point }: Hit): Point {
    const body = this.stage.bodies.get(figure);
    return body ? sub(body.effector(0), point) : [0, 0, 0];
  }
}

/** Rings at elbows and knees: a drag swings the elbow or knee about its limb, and the hand or foot stays where it is. */

import { nearestOnRay } from "../math/ray";
import { toFigure } from "../math/upright";
import { dot, type Point, sub, unit } from "../math/vector";
import type { Stage } from "../stage/stage";
import type { Grip, State } from "../state/state";
import type { Drags } from "../wire/drags";
import { rayGesture } from "./pull";
import type { Gesture } from "./tool";
import type { ViewHover, ViewSample, ViewTool } from "./views_pointer";

const IN_FRONT = 0.08; // [m]: more than there is of an elbow or a knee around its joint

export class PoleTool implements ViewTool {
  readonly name = "pole";

  constructor(
    private readonly state: State,
    private readonly stage: Stage,
    private readonly drags: Drags,
  ) {}

  hover(at: ViewSample): ViewHover | null {
    return this.under(at) ? { selection: null } : null;
  }

  down(at: ViewSample): Gesture<ViewSample> | null {
    const pole = at.button === 0 ? this.under(at) : null;
    const figure = this.state.selection.value.part?.figure;
    if (!pole || !figure) return null;
    const ray = this.stage.ray(at.view, at.x, at.y);
    const place = toFigure(pole.place, this.stage.up);
    // from the ray that was pressed to the elbow itself, so that it does not jump
    const offset = ray ? sub(place, nearestOnRay(ray, place)) : sub(place, place);
    const grip: Grip = { what: "pole", figure, part: pole.part, at: [0, 0, 0] };
    return rayGesture(
      this.stage,
      this.drags,
      () => ({ grip, offset }),
      () => this.state.select({ figure, part: pole.part }),
    );
  }

  private under({ view, x, y }: ViewSample): { part: string; place: [number, number, number] } | null {
    const rect = this.stage.rects[view];
    const pole = rect ? this.stage.gizmo.poles.pick(this.stage.cameras[view], rect, x, y) : null;
    return pole && !this.isBehind(pole, { view, x, y }) ? pole : null;
  }

  /** Whether another part of the limb is in front of the ring, such as a hand that comes towards the eye: that is what is meant. */
  private isBehind(pole: { part: string; place: Point }, { view, x, y }: Pick<ViewSample, "view" | "x" | "y">): boolean {
    const [ray, hit] = [this.stage.ray(view, x, y), this.stage.pick(view, x, y)];
    const figure = hit && this.stage.bodies.get(hit.figure)?.figure;
    if (!ray || !hit || !figure || hit.figure !== this.state.selection.value.part?.figure || hit.part === pole.part) return false;
    const depth = dot(sub(toFigure(pole.place, this.stage.up), ray.origin), unit(ray.direction));
    return figure.joint(hit.part)?.limb === figure.joint(pole.part)?.limb && depth - hit.distance > IN_FRONT;
  }
}

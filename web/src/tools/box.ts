/** Ctrl and a drag where nothing is: the parts in a box are selected; with Shift beside those that are. */

import type { Stage } from "../stage/stage";
import type { PartRef } from "../state/part";
import { samePart } from "../state/part";
import type { State } from "../state/state";
import type { ViewName } from "../state/view";
import { el } from "../widgets/dom";
import type { Gesture } from "./tool";
import type { ViewSample, ViewTool } from "./views_pointer";

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export class BoxTool implements ViewTool {
  readonly name = "box";

  constructor(
    private readonly state: State,
    private readonly stage: Stage,
    private readonly cells: Readonly<Record<ViewName, HTMLElement>>,
  ) {}

  hover(): null {
    return null;
  }

  down(start: ViewSample): Gesture<ViewSample> | null {
    if (start.button !== 0 || !start.ctrl) return null;
    const { state, cells } = this;
    const before = state.chosen.value;
    const frame = el("div", { class: "selection-box", "aria-hidden": "true" });
    const end = (): void => frame.remove();
    const follow = (at: ViewSample): void => {
      const cell = cells[start.view].getBoundingClientRect();
      const { left, top, right, bottom } = boxOf(start, at);
      frame.style.cssText = `left:${cell.left + left}px;top:${cell.top + top}px;width:${right - left}px;height:${bottom - top}px`;
      const inside = this.inside(start.view, { left, top, right, bottom });
      const rest = start.shift ? before.filter((part) => !inside.some((each) => samePart(each, part))) : [];
      state.choose([...rest, ...inside]);
    };
    return {
      begin: () => document.body.append(frame),
      move: follow,
      up: (at) => {
        follow(at);
        end();
      },
      cancel: () => {
        end();
        state.choose(before);
      },
      click: () => state.select(null),
    };
  }

  /** The parts that can move and are seen, by their middles: of the active figure, or else of the first that has some there. */
  private inside(view: ViewName, { left, top, right, bottom }: Box): PartRef[] {
    const active = this.state.active.value?.id;
    const bodies = [...this.stage.bodies].filter(([, body]) => body.visible);
    bodies.sort(([a], [b]) => Number(b === active) - Number(a === active));
    for (const [, body] of bodies) {
      const found = body.figure.data.joints.flatMap((joint, k) => {
        const at = joint.kind === "fixed" ? null : this.stage.project(view, body.middle(k));
        const part = body.figure.ref(joint.name);
        const isIn = at && left <= at.x && at.x <= right && top <= at.y && at.y <= bottom;
        return isIn && !this.state.isHidden(part) ? [part] : [];
      });
      if (found.length) return found.reverse(); // the part that carries the others is the last one, which handles are about
    }
    return [];
  }
}

const boxOf = (a: ViewSample, b: ViewSample): Box => ({
  left: Math.min(a.x, b.x),
  top: Math.min(a.y, b.y),
  right: Math.max(a.x, b.x),
  bottom: Math.max(a.y, b.y),
});

/** Ctrl and a drag where nothing is: the parts in a box are selected; with Shift beside those that are. */

import { type Box, boxBetween, isInside } from "../math/box";
import type { Stage } from "../stage/stage";
import { type PartRef, samePart } from "../state/part";
import type { State } from "../state/state";
import type { ViewName } from "../state/view";
import { el } from "../widgets/dom";
import type { Gesture } from "./tool";
import type { ViewSample, ViewTool } from "./views_pointer";

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
      const box = boxBetween(start, at);
      frame.style.cssText = `left:${cell.left + box.x}px;top:${cell.top + box.y}px;width:${box.width}px;height:${box.height}px`;
      const inside = this.inside(start.view, box);
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
  private inside(view: ViewName, box: Box): PartRef[] {
    const active = this.state.active.value?.id;
    const bodies = [...this.stage.bodies].filter(([, body]) => body.visible);
    bodies.sort(([a], [b]) => Number(b === active) - Number(a === active));
    for (const [, body] of bodies) {
      const found = body.figure.data.joints.flatMap((joint, k) => {
        const at = joint.kind === "fixed" ? null : this.stage.project(view, body.middle(k));
        const part = body.figure.ref(joint.name);
        return at && isInside(box, at) && !this.state.isHidden(part) ? [part] : [];
      });
      if (found.length) return found.reverse(); // the part that carries the others is the last one, which handles are about
    }
    return [];
  }
}

/** The slider that rolls a foot: back on its heel, or up on its ball and then on the tip of its toes. */

import type { Editor } from "../editor";
import type { Figure } from "../state/figure";
import { el } from "../widgets/dom";
import { Slider } from "../widgets/slider";

const MOST = (80 * Math.PI) / 180;

/** The foot of a limb that can roll: one with toes or a heel. */
export function footOf(figure: Figure, limb: string): string | null {
  const foot = figure.data.joints.find((joint) => joint.limb === limb && /^[lr]_foot$/.test(joint.name));
  return foot && !figure.isProp && figure.data.up === "y" ? foot.name : null;
}

/** It begins at 0 wherever the foot stands, and goes back there when it is let go. */
export function footRoll(editor: Editor, figure: Figure, part: string): HTMLElement {
  const { drags } = editor;
  const slider: Slider = Slider.make({
    label: "foot roll",
    name: `${part.startsWith("l") ? "left" : "right"} foot roll`,
    title: "Roll the foot from where it stands, with its locks: to the left on its heel, to the right on its ball and toes.",
    lo: -MOST,
    hi: MOST,
    rest: 0,
    unit: "rad",
    begin: () => drags.begin({ what: "foot", figure: figure.id, part }),
    move: (value) => {
      drags.move({ value });
      slider.show(value);
    },
    end: () => {
      void drags.end();
      slider.show(0);
    },
    cancel: () => {
      drags.cancel();
      slider.show(0);
    },
    set: (angle) => {
      const inside = Math.min(Math.max(angle, -MOST), MOST);
      if (inside) void editor.edit({ kind: "roll_foot", figure: figure.id, part, angle: inside });
      slider.show(0);
    },
  });
  slider.show(0);
  return el("div", { class: "parameter", "data-roll": part }, slider);
}

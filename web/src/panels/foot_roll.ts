/** The slider that rolls a foot: back on its heel, or up on its ball and then on the tip of its toes. */

import type { Editor } from "../editor";
import type { Figure } from "../state/figure";
import { el } from "../widgets/dom";
import { returningSlider } from "./returning_slider";

const MOST = (80 * Math.PI) / 180;

/** The foot of a limb that can roll: one with toes or a heel. */
export function footOf(figure: Figure, limb: string): string | null {
  const foot = figure.data.joints.find((joint) => joint.limb === limb && /^[lr]_foot$/.test(joint.name));
  return foot && !figure.isProp && figure.data.up === "y" ? foot.name : null;
}

export function footRoll(editor: Editor, figure: Figure, part: string): HTMLElement {
  const look = {
    label: "foot roll",
    name: `${part.startsWith("l") ? "left" : "right"} foot roll`,
    title: "Roll the foot from where it stands, with its locks: to the left on its heel, to the right on its ball and toes.",
    unit: "rad",
  } as const;
  const slider = returningSlider(
    editor,
    { what: "foot", figure: figure.id, part },
    MOST,
    look,
    (angle) => void editor.edit({ kind: "roll_foot", figure: figure.id, part, angle }),
  );
  return el("div", { class: "parameter", "data-roll": part }, slider);
}

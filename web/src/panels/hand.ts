/** A hand: the shapes it takes with a click, a slider that closes and opens it, and whether its fingers are moved one by one. */

import type { Editor } from "../editor";
import type { Figure } from "../state/figure";
import type { Hand } from "../state/hand";
import { signal } from "../state/signals";
import { row, toggle } from "../widgets/controls";
import { el } from "../widgets/dom";
import { returningSlider } from "./returning_slider";

const SHAPES = ["fist", "point", "flat", "grip", "relaxed"] as const;

export function handControls(editor: Editor, figure: Figure, { part, side, single }: Hand): HTMLElement {
  const edit = (shape: (typeof SHAPES)[number], share = 1): void =>
    void editor.edit({ kind: "set_hand", figure: figure.id, side, shape, share });
  const look = {
    label: "open – close",
    name: `${side} hand, open to close`,
    title: "Close the hand from what it is: to the right up to a fist, to the left until it is flat.",
    unit: "",
  } as const;
  const slider = returningSlider(editor, { what: "hand", figure: figure.id, part }, 1, look, (value) =>
    edit(value < 0 ? "flat" : "fist", Math.abs(value)),
  );
  const shapes = SHAPES.map((shape) =>
    el(
      "button",
      { type: "button", class: "button small", "aria-label": `${side} hand: ${shape}`, onclick: () => edit(shape) },
      shape,
    ),
  );
  const fingers = toggle(
    `Single fingers of the ${side} hand`,
    signal(single),
    (on) => void editor.edit({ kind: "set_fingers", figure: figure.id, side, single: on }),
    "On: a slider for each finger. Off: all fingers together; each takes the mean of what they had.",
  );
  return el(
    "div",
    { class: "hand", role: "group", "aria-label": `${side} hand`, "data-hand": part },
    el("div", { class: "hand-shapes" }, ...shapes),
    el("div", { class: "parameter" }, slider),
    row("Single fingers", fingers),
  );
}

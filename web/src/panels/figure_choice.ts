/** Which figure a panel is about; shown where there are several. */

import { computed, effect } from "../state/signals";
import type { State } from "../state/state";
import { select } from "../widgets/controls";

export function figureChoice(state: State): HTMLElement {
  const choices = computed(() =>
    [...state.figures.value.keys()].map((label) => ({ label, chosen: label === state.active.value?.id })),
  );
  const choose = (index: number): void => {
    const figure = [...state.figures.value.values()][index];
    if (figure?.root) state.select(figure.ref(figure.root.name));
  };
  const list = select("Figure", choices, choose, { title: "The figure that this panel is about" });
  list.classList.add("figure-choice");
  effect(() => {
    list.hidden = !state.several.value;
  });
  return list;
}

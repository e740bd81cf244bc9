/** Which figure a panel is about, or which ones it lists; shown where there are several. */

import type { FigureId } from "../state/part";
import { computed, effect, type Signal } from "../state/signals";
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
  return amongSeveral(state, select("Figure", choices, choose, { title: "The figure that this panel is about" }));
}

/** Lists what is about one figure, or about any (null). */
export function figureFilter(state: State, wanted: Signal<FigureId | null>): HTMLElement {
  const choices = computed(() =>
    [null, ...state.figures.value.keys()].map((id) => ({ label: id ?? "All figures", chosen: id === wanted.value })),
  );
  const choose = (index: number): void => {
    wanted.value = [...state.figures.value.keys()][index - 1] ?? null;
  };
  return amongSeveral(state, select("Figure", choices, choose, { title: "List only what is about this figure" }));
}

function amongSeveral(state: State, list: HTMLElement): HTMLElement {
  list.classList.add("figure-choice");
  effect(() => {
    list.hidden = !state.several.value;
  });
  return list;
}

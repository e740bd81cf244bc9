/** The sliders of the active figure, with a search. */

import type { Editor } from "../editor";
import type { Figure } from "../state/figure";
import { computed, effect, signal } from "../state/signals";
import { select } from "../widgets/controls";
import { el } from "../widgets/dom";
import { icon } from "../widgets/icons";
import { KeyedRows } from "../widgets/keyed";
import { figureChoice } from "./figure_choice";
import { FigureSliders } from "./figure_sliders";

export class PartsPanel {
  readonly element = el("div", { class: "panel parts-panel" });
  private readonly search: HTMLInputElement;

  constructor(editor: Editor) {
    const { state } = editor;
    const wanted = signal("");
    this.search = el("input", {
      type: "search",
      class: "search",
      placeholder: "Search",
      "aria-label": "Search parts and sliders",
      spellcheck: "false",
      oninput: () => {
        wanted.value = this.search.value;
      },
      onkeydown: (event: KeyboardEvent) => {
        if (event.key !== "Escape") return;
        wanted.value = this.search.value = "";
        this.search.blur();
        event.stopPropagation();
      },
    });
    const list = el("div", { class: "panel-scroll" });
    const parts = computed(() => state.active.value?.parts ?? []);
    const choices = computed(() => {
      const { part } = state.selection.value;
      const none = { label: "Choose a part …", chosen: part === null };
      return [none, ...parts.value.map(({ name, label }) => ({ label, chosen: name === part?.part }))];
    });
    const choose = (index: number): void => {
      const joint = parts.value[index - 1];
      state.select(joint ? (state.active.value?.ref(joint.name) ?? null) : null);
    };
    this.element.append(
      el(
        "div",
        { class: "panel-head" },
        figureChoice(state),
        el("div", { class: "search-box" }, icon("search"), this.search),
        select("Part", choices, choose),
      ),
      list,
    );
    const figures = new KeyedRows<Figure, null>(list, (_, figure) => new FigureSliders(editor, figure, wanted).element);
    effect(() => {
      const figure = state.active.value;
      const focused = list.contains(document.activeElement) ? document.activeElement?.getAttribute("aria-label") : null;
      figures.show(figure ? [[figure, null]] : []);
      if (focused && !list.contains(document.activeElement)) this.focus(list, focused);
    });
  }

  /** Focuses a control by its name: whoever works by keys goes on where sliders were made anew, as for single fingers. */
  private focus(list: HTMLElement, name: string): void {
    const named = [...list.querySelectorAll<HTMLElement>("[aria-label]")];
    named.find((each) => each.getAttribute("aria-label") === name)?.focus();
  }

  /** Brings the sliders of the selected part into sight. */
  shown(): void {
    this.element.querySelector(".parameter.selected")?.scrollIntoView({ block: "nearest" });
  }

  focusSearch(): void {
    this.search.focus();
  }
}

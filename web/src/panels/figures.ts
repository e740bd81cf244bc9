/** The figures of the document, of which one is active: what the sliders and poses are about. */

import type { FigureEdits } from "../actions/figures";
import type { FigureId } from "../state/part";
import { computed, effect } from "../state/signals";
import type { State } from "../state/state";
import { row } from "../widgets/controls";
import { below, el, fill, iconButton } from "../widgets/dom";
import { icon } from "../widgets/icons";
import { KeyedRows } from "../widgets/keyed";
import { popup } from "../widgets/menu";
import { unfold } from "../widgets/unfold";
import { tints } from "./tints";

export class FiguresPanel {
  readonly element = el("div", { class: "panel figures-panel" });

  constructor(
    private readonly state: State,
    private readonly edits: FigureEdits,
  ) {
    const summary = el("span", { class: "panel-summary" });
    const add = el(
      "button",
      {
        type: "button",
        class: "button",
        title: "Add a body or a prop",
        "aria-haspopup": "menu",
        onclick: () => popup(edits.addMenu(), below(add)),
      },
      icon("plus"),
      "Add",
    );
    const list = el("div", { role: "list", "aria-label": "Figures" });
    this.element.append(el("div", { class: "panel-head" }, summary, add), el("div", { class: "panel-scroll" }, list));
    const rows = new KeyedRows<FigureId, null>(list, (_, figure) => this.row(figure));
    effect(() => {
      const { size } = state.figures.value;
      summary.textContent = size === 1 ? "1 figure" : `${size} figures`;
      rows.show([...state.figures.value.keys()].map((figure) => [figure, null]));
    });
  }

  private row(id: FigureId): HTMLElement {
    const { state, edits } = this;
    const now = computed(() => state.figureState(id));
    const isActive = computed(() => state.active.value?.id === id);
    const root = (): string => state.figures.value.get(id)?.root?.name ?? "";
    const symbol = icon(state.figures.value.get(id)?.isProp ? "box" : "pose");
    const name = el(
      "button",
      { type: "button", class: "figure-name", onclick: () => state.select({ figure: id, part: root() }) },
      symbol,
      el("span", {}, id),
    );
    const note = el("span", { class: "figure-note" });
    const hide = iconButton("eye", "", () => edits.change(id, { hidden: !now.value?.hidden }));
    const freeze = iconButton("frost", "", () => edits.change(id, { frozen: !now.value?.frozen }));
    const remove = iconButton("trash", `Delete ${id}`, () => edits.remove(id));
    const element = el(
      "div",
      { class: "figure", role: "listitem", "data-figure": id },
      el("div", { class: "figure-head" }, name, note, hide, freeze, remove),
    );
    effect(() => {
      const { hidden = false, frozen = false, tint = null } = now.value ?? {};
      element.classList.toggle("off", hidden);
      note.textContent = [hidden && "hidden", frozen && "frozen"].filter(Boolean).join(", ");
      symbol.style.color = tint ? `rgb(${tint.map((part) => Math.round(255 * part)).join(" ")})` : "";
      named(hide, `${hidden ? "Show" : "Hide"} ${id}`, hidden);
      fill(hide, icon(hidden ? "off" : "eye"));
      named(freeze, `${frozen ? "Unfreeze" : "Freeze"} ${id}`, frozen);
    });
    effect(() => {
      remove.disabled = !state.several.value; // a document has at least one
    });
    effect(() => {
      element.classList.toggle("selected", isActive.value);
      if (isActive.value) name.setAttribute("aria-current", "true");
      else name.removeAttribute("aria-current");
    });
    unfold(element, isActive, () => this.details(id));
    return element;
  }

  /** What can be changed about the active figure. */
  private details(id: FigureId): HTMLElement {
    const { state, edits } = this;
    const input = el("input", {
      type: "text",
      class: "field",
      "aria-label": "Name of the figure",
      spellcheck: "false",
      maxlength: "80",
      value: id,
      onchange: () => {
        const name = input.value.trim();
        input.value = id; // until it is done
        if (name && name !== id) void edits.rename(id, name);
      },
      onkeydown: (event: KeyboardEvent) => event.key === "Enter" && input.blur(),
    });
    const tint = computed(() => state.figureState(id)?.tint ?? null);
    return el(
      "div",
      { class: "figure-details" },
      row("Name", input),
      row(
        "Tint",
        tints(tint, (colour) => edits.change(id, { tint: colour })),
      ),
      el("button", { type: "button", class: "button", onclick: () => void edits.duplicate(id) }, icon("copy"), "Duplicate"),
    );
  }
}

function named(button: HTMLElement, text: string, pressed: boolean): void {
  button.title = text;
  button.setAttribute("aria-label", text);
  button.classList.toggle("pressed", pressed);
}

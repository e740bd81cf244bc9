/** The locks of the document: what they hold, and how well. The selected one shows all that can be changed about it. */

import type { Editor } from "../editor";
import { equal } from "../state/equal";
import type { FigureId } from "../state/part";
import { figuresOf, type Lock, statusOf } from "../state/scene";
import { computed, effect, type Readable, signal, untracked } from "../state/signals";
import { below, el, fill, iconButton } from "../widgets/dom";
import { icon } from "../widgets/icons";
import { KeyedRows } from "../widgets/keyed";
import { unfold } from "../widgets/unfold";
import { inWords } from "../widgets/units";
import { changeLock, type LockChanges, removeLock } from "../wire/commands";
import { figureFilter } from "./figure_choice";
import { lockDetails } from "./lock_details";

const EMPTY =
  "No locks. Right-click a part, or select one and press L, to lock its position, keep it in a plane or on a line, aim it at a point …";

export class LocksPanel {
  readonly element = el("div", { class: "panel locks-panel" });
  private readonly list = el("div", { class: "lock-list", role: "list", "aria-label": "Locks" });

  constructor(
    private readonly editor: Editor,
    addMenu: (at: { x: number; y: number }) => void,
  ) {
    const { state } = editor;
    const summary = el("span", { class: "panel-summary" });
    const add = el(
      "button",
      {
        type: "button",
        class: "button",
        title: "Lock selected part (L)",
        "aria-label": "Lock selected part",
        onclick: () => addMenu(below(add)),
      },
      icon("plus"),
      "Lock",
    );
    const empty = el("p", { class: "panel-empty" });
    const wanted = signal<FigureId | null>(null);
    const filter = figureFilter(state, wanted);
    this.element.append(
      el("div", { class: "panel-head" }, filter, summary, add),
      el("div", { class: "panel-scroll" }, this.list, empty),
    );
    const isWanted = (lock: Lock): boolean => wanted.value === null || figuresOf(lock).includes(wanted.value);
    const listed = computed(() => state.locks.value.filter(isWanted), equal);
    const rows = new KeyedRows<number, Lock>(this.list, (lock) => this.row(lock));
    effect(() => rows.show(listed.value.map((lock) => [lock.id, lock])));
    effect(() => {
      const [locks, readings] = [listed.value, state.readings.value];
      const states = locks.map((lock) => statusOf(lock, readings.get(lock.id)));
      const [held, rest] = ["held", "off"].map((each) => states.filter((state) => state === each).length) as [number, number];
      const elsewhere = rest ? `, ${rest} not here` : ""; // switched off, or at other frames
      summary.textContent = locks.length ? `${held} of ${locks.length - rest} held${elsewhere}` : "No locks";
      empty.hidden = locks.length > 0;
      empty.textContent = state.locks.value.length ? `No locks on ${wanted.value}.` : EMPTY;
    });
    effect(() => {
      if (wanted.value !== null && !(state.several.value && state.figures.value.has(wanted.value))) wanted.value = null;
    });
    effect(() => {
      if (state.selection.value.lock === null) return;
      untracked(() => {
        const lock = state.selectedLock;
        if (lock && !isWanted(lock)) wanted.value = null; // one that was selected elsewhere is shown
        this.shown();
      });
    });
  }

  /** Brings the selected lock into sight. */
  shown(): void {
    this.list.querySelector(".lock.selected")?.scrollIntoView({ block: "nearest" });
  }

  private row(lock: Readable<Lock>): HTMLElement {
    const { editor } = this;
    const { state } = editor;
    const { id, mark, figure, part } = untracked(() => lock.value);
    const change = (changes: LockChanges): void => void editor.edit(changeLock(id, changes));
    const isSelected = computed(() => state.selection.value.lock === id);
    const title = el("span", { class: "lock-title" });
    const figures = el("span", { class: "lock-figures" });
    const name = el(
      "button",
      {
        type: "button",
        class: "lock-name",
        onclick: () => (isSelected.value ? state.select(null) : state.select({ figure, part }, id)),
        onpointerenter: () => {
          state.hover.value = { part: null, lock: id };
        },
        onpointerleave: () => {
          state.hover.value = { part: null, lock: null };
        },
      },
      icon(mark.shape),
      title,
      figures,
    );
    const reading = el("span", { class: "lock-reading" });
    const enable = iconButton("eye", "", () => change({ enabled: !lock.value.enabled }));
    const remove = iconButton("trash", `Delete lock ${lock.value.name} (Delete)`, () => void editor.edit(removeLock(id)));
    const element = el(
      "div",
      { class: "lock", role: "listitem", "data-lock": String(id) },
      el("div", { class: "lock-head" }, name, reading, enable, remove),
    );
    effect(() => {
      const { name: text, enabled } = lock.value;
      title.textContent = text;
      figures.textContent = state.several.value ? figuresOf(lock.value).join(" + ") : "";
      element.classList.toggle("off", !enabled);
      enable.title = enabled ? "Turn off" : "Turn on";
      enable.setAttribute("aria-label", `${enable.title} ${text}`);
      fill(enable, icon(enabled ? "eye" : "off"));
    });
    effect(() => {
      if (state.panel.value !== "locks") return; // nobody sees it
      const now = state.readings.value.get(id);
      const status = statusOf(lock.value, now);
      element.dataset.status = status;
      const off = lock.value.enabled ? "not here" : "off"; // at other frames, or switched off
      reading.textContent = status === "off" ? off : !now ? "" : status === "held" ? "held" : inWords(now.error, now.unit);
      reading.title = now ? `Error: ${inWords(now.error, now.unit)}` : "";
    });
    effect(() => {
      element.classList.toggle("selected", isSelected.value);
      name.setAttribute("aria-expanded", String(isSelected.value));
    });
    unfold(element, isSelected, () => lockDetails(editor, lock, change));
    return element;
  }
}

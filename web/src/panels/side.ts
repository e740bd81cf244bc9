/** The panel at the side, with its tabs. */

import { effect } from "../state/signals";
import type { State } from "../state/state";
import { PANEL_NAMES, type PanelName } from "../state/view";
import { el } from "../widgets/dom";
import { type IconName, icon } from "../widgets/icons";

export interface Panel {
  readonly element: HTMLElement;
  /** It has come into sight. */
  shown?(): void;
}

const TABS: Record<PanelName, [string, IconName]> = {
  figures: ["Figures", "box"],
  parts: ["Parts", "pose"],
  locks: ["Locks", "lock"],
  solver: ["Solver", "solve"],
  poses: ["Poses", "star"],
  clips: ["Clips", "film"],
  history: ["History", "undo"],
};

const [NARROWEST, WIDEST] = [240, 900]; // [pixels]

export class SidePanel {
  readonly element: HTMLElement;
  private readonly tabs: ReadonlyMap<PanelName, HTMLButtonElement>;

  constructor(
    private readonly state: State,
    private readonly panels: Record<PanelName, Panel>,
  ) {
    this.tabs = new Map(PANEL_NAMES.map((name) => [name, this.tab(name)]));
    for (const name of PANEL_NAMES) {
      const { element } = panels[name];
      Object.assign(element, { id: `panel-${name}`, hidden: true, role: "tabpanel" });
      element.setAttribute("aria-labelledby", `tab-${name}`);
    }
    this.element = el(
      "aside",
      { class: "side", "aria-label": "Panels" },
      this.edge(),
      el("div", { class: "tabs", role: "tablist" }, ...this.tabs.values()),
      ...PANEL_NAMES.map((name) => panels[name].element),
    );
    effect(() => this.show(state.panel.value));
  }

  /** The edge that makes the panel wider or narrower; a double click folds it away. */
  private edge(): HTMLElement {
    const { state } = this;
    const set = (width: number): void => state.setView({ width: Math.min(Math.max(Math.round(width), NARROWEST), WIDEST) });
    const edge = el("div", {
      class: "side-edge",
      role: "separator",
      tabindex: "0",
      title: "Drag: width of the panel; double-click: fold it away (Shift+P)",
      "aria-label": "Width of the panel",
      "aria-orientation": "vertical",
      onpointerdown: (event: PointerEvent) => edge.setPointerCapture(event.pointerId),
      onpointermove: (event: PointerEvent) => {
        if (edge.hasPointerCapture(event.pointerId)) set(window.innerWidth - event.clientX);
      },
      ondblclick: () => state.setView({ folded: true }),
      onkeydown: (event: KeyboardEvent) => {
        const step = event.key === "ArrowLeft" ? 16 : event.key === "ArrowRight" ? -16 : 0;
        if (step) set(this.element.clientWidth + step);
      },
    });
    effect(() => {
      const { width, folded } = state.view.value;
      document.body.classList.toggle("folded", folded);
      if (width === null) document.body.style.removeProperty("--side");
      else document.body.style.setProperty("--side", `${width}px`);
      edge.setAttribute("aria-valuenow", String(width ?? 0));
    });
    return edge;
  }

  private tab(name: PanelName): HTMLButtonElement {
    const [label, symbol] = TABS[name];
    return el(
      "button",
      {
        type: "button",
        class: "tab",
        role: "tab",
        id: `tab-${name}`,
        "aria-controls": `panel-${name}`,
        onclick: () => this.state.setView({ panel: name }),
        onkeydown: (event: KeyboardEvent) => this.key(event),
      },
      icon(symbol),
      el("span", {}, label),
    );
  }

  private show(wanted: PanelName): void {
    for (const [name, tab] of this.tabs) {
      const chosen = name === wanted;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      const panel = this.panels[name];
      const opens = chosen && panel.element.hidden;
      panel.element.hidden = !chosen;
      if (opens) panel.shown?.();
    }
  }

  private key(event: KeyboardEvent): void {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    const at = PANEL_NAMES.indexOf(this.state.panel.value);
    const next = PANEL_NAMES[(at + step + PANEL_NAMES.length) % PANEL_NAMES.length] ?? "parts";
    this.state.setView({ panel: next });
    this.tabs.get(next)?.focus();
    event.stopPropagation();
    event.preventDefault();
  }
}

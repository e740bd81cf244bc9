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
      el("div", { class: "tabs", role: "tablist" }, ...this.tabs.values()),
      ...PANEL_NAMES.map((name) => panels[name].element),
    );
    effect(() => this.show(state.panel.value));
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

/** The panel at the side, with its tabs. */

import type { Editor } from "../editor";
import type { PanelName } from "../state/state";
import { el, type IconName, icon } from "../widgets/dom";

export interface Panel {
  element: HTMLElement;
  shown(): void;
}

const TABS: [PanelName, string, IconName][] = [
  ["parts", "Parts", "pose"],
  ["locks", "Locks", "lock"],
  ["solver", "Solver", "solve"],
  ["poses", "Poses", "star"],
  ["history", "History", "undo"],
];

export class SidePanel {
  readonly element: HTMLElement;
  private readonly tabs: Map<PanelName, HTMLButtonElement>;

  constructor(
    private readonly editor: Editor,
    private readonly panels: Record<PanelName, Panel>,
  ) {
    const { state } = editor;
    this.tabs = new Map(
      TABS.map(([name, label, symbol]) => [
        name,
        el(
          "button",
          {
            type: "button",
            class: "tab",
            role: "tab",
            id: `tab-${name}`,
            "aria-controls": `panel-${name}`,
            onclick: () => state.setView({ panel: name }),
            onkeydown: (event: KeyboardEvent) => this.key(event),
          },
          icon(symbol),
          el("span", {}, label),
        ),
      ]),
    );
    for (const [name, panel] of Object.entries(panels)) {
      Object.assign(panel.element, { id: `panel-${name}`, hidden: true });
      panel.element.setAttribute("role", "tabpanel");
      panel.element.setAttribute("aria-labelledby", `tab-${name}`);
    }
    this.element = el(
      "aside",
      { class: "side", "aria-label": "Panels" },
      el("div", { class: "tabs", role: "tablist" }, ...this.tabs.values()),
      ...Object.values(panels).map((panel) => panel.element),
    );
    state.on("view", () => this.show());
    this.show();
  }

  private show(): void {
    const wanted = this.editor.state.view.panel;
    for (const [name, tab] of this.tabs) {
      const chosen = name === wanted;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      const { element } = this.panels[name];
      const opens = chosen && element.hidden;
      element.hidden = !chosen;
      if (opens) this.panels[name].shown();
    }
  }

  private key(event: KeyboardEvent): void {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    const names = [...this.tabs.keys()];
    const next = names[(names.indexOf(this.editor.state.view.panel) + step + names.length) % names.length];
    this.editor.state.setView({ panel: next });
    this.tabs.get(next)!.focus();
    event.stopPropagation();
    event.preventDefault();
  }
}

/** How the figure is solved and pulled: method, options, iterations, chain of a drag. */

import type { Editor } from "../editor";
import type { ChangeSettings, OptionData, Settings, SolverData } from "../messages";
import { el, fill, icon } from "../widgets/dom";
import { parseNumber } from "../widgets/slider";

export class SolverPanel {
  readonly element = el("div", { class: "panel solver-panel" });
  private readonly body = el("div", { class: "panel-scroll form" });
  private shape = "";

  constructor(private readonly editor: Editor) {
    this.element.append(this.body);
    editor.state.on(["document", "figure"], () => this.build());
    editor.state.on("drag", () => this.showProgress());
  }

  shown(): void {
    this.build();
  }

  private readonly solveButton = el("button", {
    type: "button",
    class: "button primary wide",
    onclick: () => void this.editor.solve(),
  });

  private set(change: Omit<ChangeSettings, "kind">): void {
    void this.editor.edit({ kind: "settings", ...change });
  }

  private build(): void {
    const { state } = this.editor;
    const settings = state.document?.settings;
    if (!settings || !state.figure) return;
    const shape = JSON.stringify([settings, state.figure.name, state.figure.unsuited]);
    if (shape === this.shape) return;
    const focused = (document.activeElement as HTMLElement | null)?.dataset?.focus;
    this.shape = shape;
    const solver = state.solvers.find((each) => each.kind === settings.solver);
    fill(
      this.body,
      heading("Pulling"),
      this.row("Chain", this.modes(settings)),
      this.row("Up to", this.base(settings)),
      this.row(
        "Locks",
        this.segments(["while pulling", "on release"], settings.continuous ? 0 : 1, (k) => this.set({ continuous: k === 0 })),
      ),
      heading("Method"),
      this.row("Solver", this.solvers(settings)),
      solver && el("p", { class: "note" }, solver.summary.replaceAll("`", "")),
      ...this.reasons(settings),
      this.row("Iterations", this.iterations(settings)),
      this.solveButton,
      ...this.switches(settings),
      solver && solver.options.length > 0 && heading("Options"),
      ...(solver?.options ?? []).map((option) => this.option(option, settings)),
    );
    if (focused) this.body.querySelector<HTMLElement>(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
    this.showProgress();
  }

  private showProgress(): void {
    const { progress } = this.editor;
    fill(
      this.solveButton,
      icon(progress ? "stop" : "solve"),
      progress ? `Stop (${progress.iterations} iterations)` : "Solve until satisfied",
    );
    this.solveButton.title = progress
      ? "Stop and keep what has been reached"
      : "Go on until every lock holds or nothing helps (Ctrl+Enter)";
  }

  private modes(settings: Settings): HTMLElement {
    const modes = ["part", "branch", "joint"] as const;
    return this.segments(["part", "branch", "joint"], modes.indexOf(settings.drag_mode), (k) => {
      const root = this.editor.state.figure!.joints[0].name;
      this.set(modes[k] === "joint" && !settings.drag_base ? { drag_mode: "joint", drag_base: root } : { drag_mode: modes[k] });
    });
  }

  private base(settings: Settings): HTMLElement {
    const joints = this.editor.state.figure!.joints.filter((joint) => joint.kind !== "fixed" || joint.parent === null);
    const select = el(
      "select",
      {
        class: "field",
        "aria-label": "The named joint",
        title: "The joint that Ctrl-drag and the chain “joint” go up to",
        "data-focus": "base",
        onchange: () =>
          this.set(
            select.selectedIndex === 0
              ? { free_base: true, drag_mode: settings.drag_mode === "joint" ? "branch" : null }
              : { drag_base: joints[select.selectedIndex - 1].name },
          ),
      },
      el("option", { selected: settings.drag_base === null }, "no joint named"),
      ...joints.map((joint) => el("option", { selected: joint.name === settings.drag_base }, joint.label)),
    );
    return select;
  }

  private solvers(settings: Settings): HTMLElement {
    const { solvers, figure } = this.editor.state;
    const suits = solvers.filter(({ kind }) => !(kind in figure!.unsuited));
    const others = solvers.filter(({ kind }) => kind in figure!.unsuited);
    const option = ({ kind }: SolverData): HTMLElement =>
      el("option", { value: kind, selected: kind === settings.solver, title: figure!.unsuited[kind] ?? "" }, kind);
    const select = el(
      "select",
      {
        class: "field",
        "aria-label": "Solver",
        "data-focus": "solver",
        onchange: () => this.set({ solver: select.value, options: {} }),
      },
      ...suits.map(option),
      others.length > 0 && el("optgroup", { label: "not for this figure", disabled: true }, ...others.map(option)),
    );
    return select;
  }

  /** Why the solvers that are not offered cannot pull this figure; one sentence for all that have the same reason. */
  private reasons(settings: Settings): HTMLElement[] {
    const { unsuited } = this.editor.state.figure!;
    const kinds = new Map<string, string[]>();
    for (const [kind, reason] of Object.entries(unsuited)) kinds.set(reason, [...(kinds.get(reason) ?? []), kind]);
    if (!kinds.size) return [];
    const list = [...kinds].map(([reason, who]) => el("li", {}, el("b", {}, who.join(", ")), `: ${reason}`));
    const chosen = settings.solver in unsuited;
    return [
      el(
        "details",
        { class: chosen ? "why-not chosen" : "why-not", open: chosen },
        el("summary", {}, chosen ? `${settings.solver} cannot pull this figure` : "Why not the others?"),
        el("ul", {}, ...list),
      ),
    ];
  }

  private iterations(settings: Settings): HTMLElement {
    const input = el("input", {
      type: "number",
      class: "field short",
      min: "1",
      max: "10000",
      step: "1",
      "aria-label": "Iterations per refresh",
      "data-focus": "iterations",
      onchange: () => this.set({ iterations_per_refresh: Math.round(Number(input.value)) || 1 }),
    });
    input.value = String(settings.iterations_per_refresh);
    return el("div", { class: "row" }, input, el("span", { class: "dim" }, "per refresh"));
  }

  /** Switches that this server knows: balance, comfort, collision. */
  private switches(settings: Settings): HTMLElement[] {
    const known: [string, string, string][] = [
      ["balance", "Balance", "weight above the feet"],
      ["comfort", "Comfort", "joints in their easy range"],
      ["collision", "Collision", "parts out of one another"],
    ];
    const given = settings as unknown as Record<string, unknown>;
    const found = known.filter(([name]) => typeof given[name] === "boolean");
    if (!found.length) return [];
    return [
      heading("Wishes"),
      ...found.map(([name, label, what]) => {
        const control = el("input", {
          type: "checkbox",
          class: "switch",
          role: "switch",
          "aria-label": label,
          "aria-description": what,
          "data-focus": name,
          checked: given[name] as boolean,
          onchange: (event: Event) => this.set({ [name]: (event.target as HTMLInputElement).checked } as never),
        });
        return this.row(label, el("label", { class: "row" }, control, el("span", { class: "dim" }, what)));
      }),
    ];
  }

  private option(option: OptionData, settings: Settings): HTMLElement {
    const value = option.name in settings.options ? settings.options[option.name] : option.default;
    const set = (given: unknown): void => {
      const options = { ...settings.options, [option.name]: given };
      if (JSON.stringify(given) === JSON.stringify(option.default)) delete options[option.name];
      this.set({ options });
    };
    return this.row(option.name.replaceAll("_", " "), optionField(option, value, set));
  }

  private row(label: string, control: HTMLElement): HTMLElement {
    return el("div", { class: "row" }, el("span", { class: "row-label" }, label), control);
  }

  private segments(labels: readonly string[], now: number, set: (index: number) => void): HTMLElement {
    return el(
      "div",
      { class: "segmented", role: "group" },
      ...labels.map((label, k) =>
        el(
          "button",
          { type: "button", "aria-pressed": String(k === now), "data-focus": label, onclick: () => k !== now && set(k) },
          label,
        ),
      ),
    );
  }
}

const heading = (text: string): HTMLElement => el("h3", { class: "form-heading" }, text);

/** A field that fits an option's type as Python writes it. */
export function optionField(option: OptionData, value: unknown, set: (value: unknown) => void): HTMLElement {
  const label = option.name.replaceAll("_", " ");
  const focus = `option ${option.name}`;
  if (typeof option.default === "boolean") {
    return el("input", {
      type: "checkbox",
      class: "switch",
      role: "switch",
      "aria-label": label,
      "data-focus": focus,
      checked: value === true,
      onchange: (event: Event) => set((event.target as HTMLInputElement).checked),
    });
  }
  const literals = [...option.type.matchAll(/["']([^"']+)["']/g)].map((match) => match[1]);
  if (literals.length) {
    const select = el(
      "select",
      { class: "field", "aria-label": label, "data-focus": focus, onchange: () => set(literals[select.selectedIndex]) },
      ...literals.map((each) => el("option", { selected: each === value }, each)),
    );
    return select;
  }
  const input = el("input", {
    type: "text",
    class: "field short",
    "aria-label": label,
    "data-focus": focus,
    placeholder: "auto",
    spellcheck: "false",
    onchange: () => {
      const given = parseOption(option, input.value);
      if (given === undefined) input.value = shown(value);
      else set(given);
    },
  });
  input.value = shown(value);
  return input;
}

const shown = (value: unknown): string =>
  value === null || value === undefined
    ? ""
    : typeof value === "number"
      ? value !== 0 && Math.abs(value) < 1e-3
        ? value.toExponential()
        : String(value)
      : JSON.stringify(value);

/** What was typed as the option's type has it; undefined where it cannot be. */
export function parseOption(option: OptionData, text: string): unknown {
  if (text.trim() === "") return option.type.includes("None") ? null : option.default;
  const number = parseNumber(text);
  if (number !== null) return /\bint\b/.test(option.type) && !/\bfloat\b/.test(option.type) ? Math.round(number) : number;
  if (/^[[{"]/.test(text.trim())) {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return undefined;
    }
  }
  return /\bstr\b/.test(option.type) ? text : undefined;
}

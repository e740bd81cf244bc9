/** How figures are solved and dragged: IK chain, method, options, iterations, and the goals of the whole body. */

import { chainChange } from "../actions/pose";
import type { Editor } from "../editor";
import type { OptionData, Settings, SolverData } from "../messages";
import { CHAINS } from "../state/chains";
import { equal } from "../state/equal";
import { computed, effect, type Readable } from "../state/signals";
import { heading, row, segmented, select, toggle } from "../widgets/controls";
import { el, fill } from "../widgets/dom";
import { icon } from "../widgets/icons";
import { KeyedRows } from "../widgets/keyed";
import { changeSettings } from "../wire/commands";
import { optionField } from "./solver_options";

const MODES = ["part", "branch", "joint"] as const;
const BODY = [
  ["balance", "Balance", "centre of mass over the feet"],
  ["comfort", "Comfort", "joints in easy range"],
  ["collision", "Collision", "no part in another, or in another figure"],
  ["floor", "Floor", "nothing below the ground"],
] as const;

export class SolverPanel {
  readonly element = el("div", { class: "panel solver-panel" });
  private readonly settings: Readable<Settings | null>;
  private readonly solver: Readable<SolverData | null>;
  private readonly unsuited: Readable<Record<string, string>>; // why a solver cannot move the active figure

  constructor(private readonly editor: Editor) {
    const { state } = editor;
    this.settings = state.settings;
    this.unsuited = computed(() => state.active.value?.data.unsuited ?? {}, equal);
    this.solver = computed(() => state.catalogue.value.solvers.find(({ kind }) => kind === state.settings.value?.solver) ?? null);
    const body = el(
      "div",
      { class: "panel-scroll form" },
      heading("Dragging"),
      row("What follows", this.modes()),
      row("Full body ends at", this.base()),
      row("Locks", this.continuous()),
      heading("Method"),
      row("Solver", this.solvers()),
      this.summary(),
      this.reasons(),
      row("Iterations", this.iterations()),
      this.solveButton(),
      heading("Body"),
      ...BODY.map(([name, label, what]) => this.bodyGoal(name, label, what)),
      ...this.options(),
    );
    this.element.append(body);
  }

  private set(changes: Partial<Settings>): void {
    void this.editor.edit(changeSettings(changes));
  }

  private modes(): HTMLElement {
    const now = computed(() => MODES.indexOf(this.settings.value?.drag_mode ?? "branch"));
    return segmented(
      CHAINS.map(({ label }) => label),
      now,
      (k) => this.set(chainChange(MODES[k] ?? "branch", this.settings.value, this.editor.state.active.value?.root?.name)),
    );
  }

  /** The joint that the IK chain goes up to. */
  private base(): HTMLElement {
    const joints = computed(
      () => this.editor.state.active.value?.data.joints.filter((joint) => joint.kind !== "fixed" || joint.parent === null) ?? [],
    );
    const choices = computed(() => {
      const base = this.settings.value?.drag_base ?? null;
      const known = joints.value.map(({ name, label }) => ({ label, chosen: name === base }));
      return [{ label: "the root", chosen: base === null }, ...known];
    });
    const choose = (index: number): void => {
      const joint = joints.value[index - 1];
      if (joint) this.set({ drag_base: joint.name });
      else this.set({ drag_base: null, ...(this.settings.value?.drag_mode === "joint" && { drag_mode: "branch" }) });
    };
    return select("IK chain root", choices, choose, {
      title: "The joint that a pull of the full body, and Ctrl + drag, goes up to",
    });
  }

  private continuous(): HTMLElement {
    const now = computed(() => (this.settings.value?.continuous ? 0 : 1));
    return segmented(["while dragging", "on release"], now, (k) => this.set({ continuous: k === 0 }));
  }

  private solvers(): HTMLElement {
    const list = el("select", {
      class: "field",
      "aria-label": "Solver",
      onchange: () => this.set({ solver: list.value, options: {} }),
    });
    effect(() => {
      const [all, unsuited] = [this.editor.state.catalogue.value.solvers, this.unsuited.value];
      const option = ({ kind }: SolverData): HTMLElement => el("option", { value: kind, title: unsuited[kind] ?? "" }, kind);
      const others = all.filter(({ kind }) => kind in unsuited);
      fill(
        list,
        ...all.filter(({ kind }) => !(kind in unsuited)).map(option),
        others.length > 0 && el("optgroup", { label: "not for this figure", disabled: true }, ...others.map(option)),
      );
    });
    effect(() => {
      void [this.editor.state.catalogue.value, this.unsuited.value]; // the list may be another
      list.value = this.solver.value?.kind ?? "";
    });
    return list;
  }

  private summary(): HTMLElement {
    const note = el("p", { class: "note" });
    effect(() => {
      note.textContent = this.solver.value?.summary.replaceAll("`", "") ?? "";
    });
    return note;
  }

  /** Why the solvers that are not offered cannot move this figure; one sentence for all that have the same reason. */
  private reasons(): HTMLElement {
    const [summary, list] = [el("summary", {}), el("ul", {})];
    const details = el("details", { class: "why-not" }, summary, list);
    const rows = new KeyedRows<string, string>(list, (who, reason) => {
      const names = el("b", {});
      effect(() => {
        names.textContent = who.value;
      });
      return el("li", {}, names, `: ${reason}`);
    });
    const chosen = computed(() => (this.settings.value?.solver ?? "") in this.unsuited.value);
    effect(() => {
      const byReason = new Map<string, string>();
      for (const [kind, reason] of Object.entries(this.unsuited.value))
        byReason.set(reason, byReason.has(reason) ? `${byReason.get(reason)}, ${kind}` : kind);
      rows.show(byReason);
      details.hidden = byReason.size === 0;
    });
    effect(() => {
      details.classList.toggle("chosen", chosen.value);
      details.open = chosen.value;
    });
    effect(() => {
      summary.textContent = chosen.value ? `${this.settings.value?.solver} cannot pull this figure` : "Why not the others?";
    });
    return details;
  }

  private iterations(): HTMLElement {
    const input = el("input", {
      type: "number",
      class: "field short",
      min: "1",
      max: "10000",
      step: "1",
      "aria-label": "Iterations per refresh",
      onchange: () => this.set({ iterations_per_refresh: Math.round(Number(input.value)) || 1 }),
    });
    const now = computed(() => String(this.settings.value?.iterations_per_refresh ?? ""));
    effect(() => {
      input.value = now.value;
    });
    return el("div", { class: "row" }, input, el("span", { class: "dim" }, "per refresh"));
  }

  private solveButton(): HTMLElement {
    const { state } = this.editor;
    const button = el("button", { type: "button", class: "button primary wide", onclick: () => void this.editor.solve() });
    effect(() => {
      const progress = state.solving.value;
      const text = progress ? `Stop (${progress.iterations} iterations)` : "Solve until converged";
      fill(button, icon(progress ? "stop" : "solve"), text);
      button.title = progress
        ? "Stop and keep the current result"
        : "Iterate until all locks hold or no step helps any more (Ctrl+Enter)";
    });
    return button;
  }

  private bodyGoal(name: "balance" | "comfort" | "collision" | "floor", label: string, what: string): HTMLElement {
    const now = computed(() => this.settings.value?.[name] ?? false);
    const control = toggle(label, now, (on) => this.set({ [name]: on }), what);
    return row(label, el("label", { class: "row" }, control, el("span", { class: "dim" }, what)));
  }

  private options(): HTMLElement[] {
    const [title, list] = [heading("Options"), el("div", { class: "form-rows" })];
    const rows = new KeyedRows<string, OptionData>(list, (option) => this.option(option.value));
    effect(() => {
      const solver = this.solver.value;
      rows.show((solver?.options ?? []).map((option) => [`${solver?.kind} ${option.name}`, option]));
      title.hidden = !solver?.options.length;
    });
    return [title, list];
  }

  private option(option: OptionData): HTMLElement {
    const given = (): Record<string, unknown> => this.settings.value?.options ?? {};
    const value = computed(() => (option.name in given() ? given()[option.name] : option.default), equal);
    const set = (next: unknown): void => {
      const { [option.name]: _, ...others } = given();
      this.set({ options: equal(next, option.default) ? others : { ...others, [option.name]: next } });
    };
    return row(option.name.replaceAll("_", " "), optionField(option, value, set));
  }
}

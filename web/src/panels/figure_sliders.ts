/** One slider for every parameter of a figure, by limb, with reset, mirror and stiffness. */

import type { Editor } from "../editor";
import type { ParameterData } from "../messages";
import type { Figure } from "../state/figure";
import { handOf } from "../state/hand";
import { effect, type Readable, signal, untracked } from "../state/signals";
import { row, toggle } from "../widgets/controls";
import { el, iconButton } from "../widgets/dom";
import { icon } from "../widgets/icons";
import { Slider } from "../widgets/slider";
import { mirrorLimb, reset as resetParameters, setParameter, setStiffness } from "../wire/commands";
import { footOf, footRoll } from "./foot_roll";
import { handControls } from "./hand";

interface Row {
  parameter: ParameterData;
  slider: Slider;
  stiffness: HTMLElement;
  element: HTMLElement;
}

interface Limb {
  name: string;
  rows: Row[];
  element: HTMLElement;
  button: HTMLElement;
}

export class FigureSliders {
  readonly element: HTMLElement;
  private readonly empty = el("p", { class: "panel-empty", hidden: true }, "No part or slider matches.");
  private readonly limbs: Limb[];

  constructor(
    private readonly editor: Editor,
    private readonly figure: Figure,
    private readonly wanted: Readable<string>,
  ) {
    const names = [...new Set(figure.data.parameters.map((parameter) => parameter.limb))];
    this.limbs = names.map((name) => this.limb(name));
    this.element = el(
      "div",
      { role: "group", "aria-label": "Parameters by limb" },
      ...this.limbs.map((limb) => limb.element),
      this.empty,
    );
    effect(() => this.filter());
    effect(() => this.showOpen());
    effect(() => this.showValues());
    effect(() => this.showStiffness());
    effect(() => this.showSelection());
  }

  private get rows(): Row[] {
    return this.limbs.flatMap((limb) => limb.rows);
  }

  private limb(name: string): Limb {
    const { editor, figure } = this;
    const { data } = figure;
    const rows = data.parameters.filter((parameter) => parameter.limb === name).map((parameter) => this.row(parameter));
    const names = rows.map((row) => row.parameter.name);
    const part = rows[0]?.parameter.joint;
    const hasOtherSide = data.joints.some((joint) => joint.limb === name && joint.mirror !== null);
    const toggle = (): void => this.open(name, !this.isOpen(name));
    const button = el("button", { type: "button", class: "limb-name", onclick: toggle }, icon("chevron"), el("span", {}, name));
    const mirror = (): void => {
      if (part) void editor.edit(mirrorLimb(figure.ref(part)));
    };
    const reset = (): void => void editor.edit(resetParameters(figure.id, names));
    const limb = name.toLowerCase();
    const foot = footOf(figure, name);
    const hand = handOf(figure, name);
    const element = el(
      "section",
      { class: "limb", "aria-label": name },
      el(
        "header",
        { class: "limb-head" },
        button,
        hasOtherSide && iconButton("mirror", `Mirror ${limb} to the other side (M)`, mirror, { "data-act": "mirror" }),
        iconButton("reset", `Reset ${limb} to rest pose`, reset),
      ),
      el(
        "div",
        { class: "limb-body" },
        ...rows.map((row) => row.element),
        foot && footRoll(editor, figure, foot),
        hand && handControls(editor, figure, hand),
        this.vertebrae(names),
      ),
    );
    return { name, rows, element, button };
  }

  /** For a spine whose joints move together, or could. */
  private vertebrae(names: readonly string[]): Element | false {
    const single = !names.includes("spine_bend");
    if (single && !names.includes("t8_bend")) return false;
    const set = (on: boolean): void =>
      void this.editor.edit({ kind: "set_group", figure: this.figure.id, group: "spine", single: on });
    const label = "Single vertebrae";
    return el(
      "div",
      { class: "hand" },
      row(label, toggle(label, signal(single), set, "Off: each takes the mean of what they had.")),
    );
  }

  private row(parameter: ParameterData): Row {
    const { editor, figure } = this;
    const { name, label, joint, lo, hi, rest, unit } = parameter;
    const slider = Slider.make({
      label,
      name: figure.nameOf(parameter),
      title: `${name}. Alt: fine. Double-click: rest value.`,
      lo,
      hi,
      rest,
      unit,
      set: (value) => void editor.edit(setParameter(figure.id, name, value)),
      begin: () => editor.drags.begin({ what: "slider", figure: figure.id, parameter: name }),
      move: (value) => editor.drags.move({ value }),
      end: () => void editor.drags.end(),
      cancel: () => editor.drags.cancel(),
    });
    slider.addEventListener("focusin", () => editor.state.select(figure.ref(joint)));
    const stiffness = el("button", { type: "button", class: "stiffness", onclick: () => this.editStiffness(row) });
    const element = el("div", { class: "parameter", "data-parameter": name }, slider, unit !== "%" && stiffness); // pulls mind none there
    const row: Row = { parameter, slider, stiffness, element };
    return row;
  }

  private editStiffness({ parameter, element }: Row): void {
    const open = element.querySelector(".stiffness-editor");
    if (open) {
      open.remove();
      return;
    }
    const now = (): number => this.stiffness(parameter);
    const set = (value: number): void => void this.editor.edit(setStiffness(this.figure.id, parameter.name, value));
    let wanted = now();
    const slider = Slider.make({
      label: "stiffness",
      lo: 0,
      hi: 1,
      rest: parameter.stiffness,
      unit: "",
      set,
      begin: () => {
        wanted = now();
      },
      move: (value) => slider.show((wanted = value)),
      end: () => set(wanted),
      cancel: () => slider.show(now()),
    });
    slider.show(now());
    element.append(el("div", { class: "stiffness-editor" }, slider));
  }

  private stiffness({ name, stiffness }: ParameterData): number {
    return this.editor.state.stiffness(this.figure.id, name) ?? stiffness;
  }

  private isOpen(limb: string): boolean {
    return this.editor.state.view.value.open[limb] ?? (this.limbs.length <= 2 || /right arm/i.test(limb));
  }

  private open(limb: string, on: boolean): void {
    const { state } = this.editor;
    state.setView({ open: { ...state.view.value.open, [limb]: on } });
  }

  private showOpen(): void {
    const searching = this.wanted.value.trim() !== "";
    for (const { name, element, button } of this.limbs) {
      const open = searching || this.isOpen(name);
      element.classList.toggle("open", open);
      button.setAttribute("aria-expanded", String(open));
    }
  }

  private showValues(): void {
    const { state } = this.editor;
    if (state.panel.value !== "parts") return; // nobody sees them
    const values = state.values(this.figure.id);
    for (const { slider, parameter } of this.rows) slider.show(values[this.figure.parameterIndex(parameter.name)] ?? 0);
  }

  private showStiffness(): void {
    for (const { parameter, stiffness } of this.rows) {
      const value = this.stiffness(parameter);
      stiffness.title = `Stiffness ${value.toFixed(2)}: 0 moves freely, 1 not at all`;
      stiffness.setAttribute("aria-label", `${this.figure.nameOf(parameter)}: stiffness ${value.toFixed(2)}`);
      stiffness.classList.toggle("stiff", value > 0);
      stiffness.style.setProperty("--stiff", String(value));
    }
  }

  private filter(): void {
    const words = this.wanted.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    for (const { element, rows } of this.limbs) {
      for (const row of rows) {
        const { name, label, limb, joint } = row.parameter;
        const text = `${name} ${label} ${limb} ${this.figure.joint(joint)?.label ?? ""}`.toLowerCase();
        row.element.hidden = !words.every((word) => text.includes(word));
      }
      element.hidden = rows.every((row) => row.element.hidden);
    }
    this.empty.hidden = !this.limbs.length || this.limbs.some((limb) => !limb.element.hidden);
  }

  /** Marks the sliders of the selected part, unfolds their limb and brings them into sight. */
  private showSelection(): void {
    const { state } = this.editor;
    const selected = state.selection.value.part;
    const part = selected?.figure === this.figure.id ? selected.part : null;
    const isShown = state.panel.value === "parts";
    for (const { parameter, element } of this.rows) element.classList.toggle("selected", parameter.joint === part);
    if (part === null || !isShown || this.element.contains(document.activeElement)) return;
    untracked(() => {
      const name = this.figure.joint(part)?.limb;
      const limb = this.limbs.find((each) => each.name === name);
      if (!limb) return;
      if (!this.isOpen(limb.name)) this.open(limb.name, true);
      const first = limb.rows.find((row) => row.parameter.joint === part);
      (first ?? limb).element.scrollIntoView({ block: "nearest" });
    });
  }
}

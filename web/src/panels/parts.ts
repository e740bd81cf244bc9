/** The sliders: one for every parameter, by limb, to be searched, with reset, mirror and stiffness. */

import type { Editor } from "../editor";
import type { ParameterData } from "../messages";
import { el, fill, icon, iconButton } from "../widgets/dom";
import { Slider } from "../widgets/slider";

interface Row {
  parameter: ParameterData;
  index: number;
  slider: Slider;
  stiffness: HTMLElement;
  element: HTMLElement;
}

export class PartsPanel {
  readonly element = el("div", { class: "panel parts-panel" });
  private readonly list = el("div", { class: "panel-scroll", role: "tree", "aria-label": "Parameters by limb" });
  private readonly search: HTMLInputElement;
  private readonly empty = el("p", { class: "panel-empty", hidden: true }, "No part has this in its name.");
  private rows: Row[] = [];
  private limbs = new Map<string, { element: HTMLElement; button: HTMLElement; body: HTMLElement }>();

  constructor(private readonly editor: Editor) {
    const { state } = editor;
    this.search = el("input", {
      type: "search",
      class: "search",
      placeholder: "Search parts and sliders",
      "aria-label": "Search parts and sliders",
      spellcheck: "false",
      oninput: () => this.filter(),
      onkeydown: (event: KeyboardEvent) => {
        if (event.key !== "Escape") return;
        this.search.value = "";
        this.filter();
        this.search.blur();
        event.stopPropagation();
      },
    });
    this.element.append(
      el("div", { class: "panel-head" }, el("div", { class: "search-box" }, icon("search"), this.search)),
      this.list,
      this.empty,
    );
    state.on("figure", () => this.build());
    state.on("frame", () => this.showValues());
    state.on("document", () => this.showStiffness());
    state.on("selection", () => this.showSelection());
    state.on("view", () => this.showOpen());
  }

  focusSearch(): void {
    this.search.focus();
  }

  private build(): void {
    const { figure } = this.editor.state;
    if (!figure) return;
    this.rows = [];
    this.limbs.clear();
    fill(this.list);
    figure.parameters.forEach((parameter, index) => {
      if (!this.limbs.has(parameter.limb)) this.addLimb(parameter.limb);
      const row = this.row(parameter, index);
      this.rows.push(row);
      this.limbs.get(parameter.limb)!.body.append(row.element);
    });
    if (this.limbs.size === 1) this.limbs.values().next().value!.element.classList.add("only");
    this.showValues();
    this.showStiffness();
    this.showOpen();
    this.filter();
  }

  private addLimb(limb: string): void {
    const { state } = this.editor;
    const body = el("div", { class: "limb-body", role: "group" });
    const toggle = (): void => state.setView({ open: { ...state.view.open, [limb]: !this.isOpen(limb) } });
    const button = el("button", { type: "button", class: "limb-name", onclick: toggle }, icon("chevron"), el("span", {}, limb));
    const element = el(
      "section",
      { class: "limb" },
      el(
        "header",
        { class: "limb-head" },
        button,
        this.hasOtherSide(limb) &&
          iconButton("mirror", `Give this pose of the ${limb.toLowerCase()} to the other side (M)`, () => this.mirror(limb), {
            "data-act": "mirror",
          }),
        iconButton(
          "reset",
          `Bring the ${limb.toLowerCase()} back to rest`,
          () => void this.editor.edit({ kind: "reset", names: this.namesOf(limb) }),
        ),
      ),
      body,
    );
    this.limbs.set(limb, { element, button, body });
    this.list.append(element);
  }

  private hasOtherSide(limb: string): boolean {
    return this.editor.state.figure!.joints.some((joint) => joint.limb === limb && joint.mirror !== null);
  }

  private namesOf(limb: string): string[] {
    return this.rows.filter((row) => row.parameter.limb === limb).map((row) => row.parameter.name);
  }

  private mirror(limb: string): void {
    const part = this.rows.find((row) => row.parameter.limb === limb)?.parameter.joint;
    if (part) void this.editor.edit({ kind: "mirror", part });
  }

  private row(parameter: ParameterData, index: number): Row {
    const { editor } = this;
    const set = (value: number): void => void editor.edit({ kind: "set_parameters", values: { [parameter.name]: value } });
    const slider = Slider.make({
      label: parameter.label,
      title: `${parameter.name}. Alt: fine. Double-click: rest.`,
      lo: parameter.lo,
      hi: parameter.hi,
      rest: parameter.rest,
      unit: parameter.unit,
      set,
      begin: () => editor.drags.begin({ what: "slider", parameter: parameter.name }),
      move: (value) => editor.drags.move({ value }),
      end: () => void editor.drags.end(),
      cancel: () => editor.drags.cancel(),
    });
    slider.addEventListener("focusin", () => editor.state.select(parameter.joint));
    const stiffness = el("button", {
      type: "button",
      class: "stiffness",
      onclick: () => this.editStiffness(parameter),
    });
    const element = el("div", { class: "parameter", role: "treeitem", "data-parameter": parameter.name }, slider, stiffness);
    return { parameter, index, slider, stiffness, element };
  }

  private editStiffness(parameter: ParameterData): void {
    const row = this.rows.find((each) => each.parameter === parameter)!;
    const open = row.element.querySelector(".stiffness-editor");
    if (open) {
      open.remove();
      return;
    }
    const now = (): number => this.editor.state.document?.stiffness[parameter.name] ?? parameter.stiffness;
    const set = (value: number): void =>
      void this.editor.edit({ kind: "stiffness", name: parameter.name, value: Math.min(Math.max(value, 0), 1) });
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
    row.element.append(el("div", { class: "stiffness-editor" }, slider));
  }

  private isOpen(limb: string): boolean {
    const { open } = this.editor.state.view;
    return open[limb] ?? (this.limbs.size <= 2 || /right arm/i.test(limb));
  }

  private showOpen(): void {
    const searching = this.search.value.trim() !== "";
    for (const [limb, { element, button }] of this.limbs) {
      const open = searching || this.isOpen(limb);
      element.classList.toggle("open", open);
      button.setAttribute("aria-expanded", String(open));
    }
  }

  private showValues(): void {
    const { state } = this.editor;
    if (!this.element.isConnected || this.element.hidden) return;
    for (const { slider, index } of this.rows) slider.show(state.value(index));
  }

  /** Brings the panel up to date after it was hidden. */
  shown(): void {
    this.showValues();
    this.showSelection();
  }

  private showStiffness(): void {
    const { document } = this.editor.state;
    for (const { parameter, stiffness } of this.rows) {
      const value = document?.stiffness[parameter.name] ?? parameter.stiffness;
      stiffness.title = `Stiffness ${value.toFixed(2)}: 0 moves freely, 1 not at all`;
      stiffness.setAttribute("aria-label", `${parameter.label}: stiffness ${value.toFixed(2)}`);
      stiffness.classList.toggle("stiff", value > 0);
      stiffness.style.setProperty("--stiff", String(value));
    }
    this.showValues();
  }

  private filter(): void {
    const words = this.search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    let any = false;
    for (const { parameter, element } of this.rows) {
      const text =
        `${parameter.name} ${parameter.label} ${parameter.limb} ${this.editor.state.label(parameter.joint)}`.toLowerCase();
      element.hidden = !words.every((word) => text.includes(word));
      any ||= !element.hidden;
    }
    for (const { element, body } of this.limbs.values())
      element.hidden = [...body.children].every((row) => (row as HTMLElement).hidden);
    this.empty.hidden = any || !this.rows.length;
    this.showOpen();
  }

  private showSelection(): void {
    const { state } = this.editor;
    const joint = state.selected;
    let first: HTMLElement | null = null;
    for (const { parameter, element } of this.rows) {
      const chosen = parameter.joint === joint;
      element.classList.toggle("selected", chosen);
      if (chosen) first ??= element;
    }
    if (!joint || this.element.contains(document.activeElement)) return;
    const limb = state.figure?.joints[state.jointIndex(joint)]?.limb;
    if (limb && this.limbs.has(limb) && !this.isOpen(limb)) state.setView({ open: { ...state.view.open, [limb]: true } });
    (first ?? (limb ? this.limbs.get(limb)?.element : null))?.scrollIntoView({ block: "nearest" });
  }
}

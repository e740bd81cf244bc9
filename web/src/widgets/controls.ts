/** Small controls of forms that show a signal: rows, segmented buttons, switches, selects. */

import { effect, type Readable } from "../state/signals";
import { el } from "./dom";

export const row = (label: string, control: Element): HTMLElement =>
  el("div", { class: "row" }, el("span", { class: "row-label" }, label), control);

export const heading = (text: string): HTMLElement => el("h3", { class: "form-heading" }, text);

/** Buttons side by side, of which one is pressed. */
export function segmented(
  labels: readonly string[],
  now: Readable<number>,
  set: (index: number) => void,
  more: Readonly<Record<string, unknown>> = {},
): HTMLElement {
  const buttons = labels.map((label, k) => el("button", { type: "button", onclick: () => k !== now.value && set(k) }, label));
  effect(() => {
    buttons.forEach((button, k) => void button.setAttribute("aria-pressed", String(k === now.value)));
  });
  return el("div", { class: "segmented", role: "group", ...more }, ...buttons);
}

/** A switch that is on or off. */
export function toggle(
  label: string,
  now: Readable<boolean>,
  set: (on: boolean) => void,
  description?: string,
): HTMLInputElement {
  const input = el("input", {
    type: "checkbox",
    class: "switch",
    role: "switch",
    "aria-label": label,
    "aria-description": description,
    onchange: () => set(input.checked),
  });
  effect(() => {
    input.checked = now.value;
  });
  return input;
}

export interface Choice {
  readonly label: string;
  readonly chosen: boolean;
}

/** A list to choose from; rebuilt only when the choices are others. */
export function select(
  label: string,
  choices: Readable<readonly Choice[]>,
  set: (index: number) => void,
  more: Readonly<Record<string, unknown>> = {},
): HTMLSelectElement {
  const list = el("select", { class: "field", "aria-label": label, onchange: () => set(list.selectedIndex), ...more });
  let shown = "";
  effect(() => {
    const labels = choices.value.map((choice) => choice.label);
    if (labels.join("\n") !== shown || !list.options.length)
      list.replaceChildren(...labels.map((text) => el("option", {}, text)));
    shown = labels.join("\n");
    list.selectedIndex = choices.value.findIndex((choice) => choice.chosen);
  });
  return list;
}

/** Fields for the options of a solver, as their types ask. */

import type { OptionData } from "../messages";
import { computed, effect, type Readable } from "../state/signals";
import { select, toggle } from "../widgets/controls";
import { el } from "../widgets/dom";
import { parseNumber } from "../widgets/slider";

/** A field that fits an option's type as Python writes it. */
export function optionField(option: OptionData, value: Readable<unknown>, set: (value: unknown) => void): HTMLElement {
  const label = option.name.replaceAll("_", " ");
  if (typeof option.default === "boolean") {
    return toggle(
      label,
      computed(() => value.value === true),
      set,
    );
  }
  const literals = [...option.type.matchAll(/["']([^"']+)["']/g)].map((match) => match[1] ?? "");
  if (literals.length) {
    const choices = computed(() => literals.map((each) => ({ label: each, chosen: each === value.value })));
    return select(label, choices, (index) => set(literals[index]));
  }
  const input = el("input", {
    type: "text",
    class: "field short",
    "aria-label": label,
    placeholder: "auto",
    spellcheck: "false",
    onchange: () => {
      const given = parseOption(option, input.value);
      if (given === undefined) input.value = shown(value.value);
      else set(given);
    },
  });
  effect(() => {
    input.value = shown(value.value);
  });
  return input;
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "number") return JSON.stringify(value);
  return value !== 0 && Math.abs(value) < 1e-3 ? value.toExponential() : String(value);
}

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

/** A small question with lines for the answer. */

import { el } from "./dom";
import { parseNumber } from "./slider";

export function askForText(question: string, now: string, done: (text: string) => void): void {
  const input = el("input", { type: "text", class: "field grow", "aria-label": question, maxlength: "80", spellcheck: "false" });
  input.value = now;
  ask(question, [input], "OK", () => {
    const text = input.value.trim();
    if (text && text !== now) done(text);
  });
  input.select();
}

export interface NumberField {
  label: string;
  value: number;
}

/** Asks for some numbers; one that cannot be read stays as it was. */
export function askForNumbers(
  question: string,
  fields: readonly NumberField[],
  verb: string,
  done: (numbers: number[]) => void,
): void {
  const inputs = fields.map(({ label, value }) => {
    const input = el("input", { type: "text", class: "field short", inputmode: "decimal", "aria-label": label });
    input.value = String(Number(value.toPrecision(6)));
    return input;
  });
  const rows = fields.map(({ label }, k) => el("label", { class: "row" }, el("span", { class: "row-label" }, label), inputs[k]));
  ask(question, rows, verb, () => done(fields.map(({ value }, k) => parseNumber(inputs[k]?.value ?? "") ?? value)));
  inputs[0]?.select();
}

function ask(question: string, content: readonly HTMLElement[], verb: string, done: () => void): void {
  const dialog = el(
    "dialog",
    { class: "prompt", "aria-label": question },
    el(
      "form",
      { method: "dialog", onsubmit: done },
      el("h2", {}, question),
      ...content,
      el(
        "div",
        { class: "prompt-buttons" },
        el("button", { type: "button", class: "button", onclick: () => dialog.close() }, "Cancel"),
        el("button", { type: "submit", class: "button primary" }, verb),
      ),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** A small question with one line for the answer. */

import { el } from "./dom";

export function askForText(question: string, now: string, done: (text: string) => void): void {
  const input = el("input", { type: "text", class: "field grow", "aria-label": question, maxlength: "80", spellcheck: "false" });
  input.value = now;
  const dialog = el(
    "dialog",
    { class: "prompt", "aria-label": question },
    el(
      "form",
      {
        method: "dialog",
        onsubmit: () => {
          const text = input.value.trim();
          if (text && text !== now) done(text);
        },
      },
      el("h2", {}, question),
      input,
      el(
        "div",
        { class: "prompt-buttons" },
        el("button", { type: "button", class: "button", onclick: () => dialog.close() }, "Cancel"),
        el("button", { type: "submit", class: "button primary" }, "OK"),
      ),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  input.select();
}

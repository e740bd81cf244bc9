/** A field for a name, and the button that stores something under it. */

import { el } from "../widgets/dom";
import { icon } from "../widgets/icons";

export function storeField(label: string, title: string, store: () => void): [HTMLInputElement, HTMLButtonElement] {
  const name = el("input", {
    type: "text",
    class: "field grow",
    placeholder: "Name",
    "aria-label": label,
    maxlength: "60",
    spellcheck: "false",
    onkeydown: (event: KeyboardEvent) => event.key === "Enter" && store(),
  });
  return [name, el("button", { type: "button", class: "button", title, onclick: store }, icon("plus"), "Store")];
}

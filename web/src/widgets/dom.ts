/** Elements made in one expression. Text is always text: nothing that comes from a file is ever read as markup. */

import { type IconName, icon } from "./icons";

type Child = Node | string | null | false | undefined;
const isShown = (child: Child): child is Node | string => child !== null && child !== undefined && child !== false;
type Properties = Readonly<Record<string, unknown>>;

/** An element with attributes (`class`, `aria-…`), listeners (`onclick`) and children. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value as EventListener);
    else if (name in element && typeof value !== "string") Object.assign(element, { [name]: value });
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter(isShown));
  return element;
}

/** A small button that shows an icon and says in a tooltip what it does. */
export function iconButton(
  name: IconName,
  title: string,
  onclick: (event: MouseEvent) => void,
  more: Properties = {},
): HTMLButtonElement {
  return el("button", { type: "button", class: "icon-button", title, "aria-label": title, onclick, ...more }, icon(name));
}

/** Puts children in the place of what is there. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...children.filter(isShown));
}

/** Which corner of the window a menu of this element rises at. */
export function below(element: Element): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.left, y: box.bottom + 4 };
}

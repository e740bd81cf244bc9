/** Menus: the bar at the top, and those that rise at a part or a button. Arrows, Home, End, Enter and Escape work in all of them. */

import { el, fill } from "./dom";
import { type IconName, icon } from "./icons";
import { shownKeys } from "./keys";

export interface Item {
  label: string;
  keys?: string;
  icon?: IconName;
  run?: () => void;
  enabled?: boolean;
  checked?: boolean;
  items?: () => readonly Entry[]; // a menu of its own
}

/** A line between items, or a heading. */
export type Entry = Item | "-" | { heading: string };

let openMenu: { close: () => void } | null = null;

export function closeMenus(): void {
  openMenu?.close();
}

export const menuIsOpen = (): boolean => openMenu !== null;

/** Opens a menu at a place of the window; it keeps inside the window. */
export function popup(
  entries: readonly Entry[],
  at: { x: number; y: number },
  options: { title?: string; onclose?: () => void } = {},
): void {
  closeMenus();
  const before = document.activeElement;
  const list = listOf(entries, () => close());
  if (options.title) list.prepend(el("div", { class: "menu-title" }, options.title));
  const close = (): void => {
    if (openMenu?.close !== close) return;
    openMenu = null;
    list.remove();
    document.removeEventListener("pointerdown", outside, true);
    options.onclose?.();
    if (before instanceof HTMLElement && document.activeElement === document.body) before.focus({ preventScroll: true });
  };
  const outside = (event: Event): void => {
    if (!list.contains(event.target as Node)) close();
  };
  openMenu = { close };
  document.body.append(list);
  place(list, at);
  document.addEventListener("pointerdown", outside, true);
  list.addEventListener("keydown", (event) => navigate(event, list, close));
  firstItem(list)?.focus({ preventScroll: true });
}

function place(list: HTMLElement, at: { x: number; y: number }): void {
  const { width, height } = list.getBoundingClientRect();
  list.style.left = `${Math.max(4, Math.min(at.x, innerWidth - width - 4))}px`;
  list.style.top = `${Math.max(4, Math.min(at.y, innerHeight - height - 4))}px`;
}

const itemsOf = (list: HTMLElement): HTMLButtonElement[] => [
  ...list.querySelectorAll<HTMLButtonElement>(":scope > .menu-item:not(:disabled)"),
];
const firstItem = (list: HTMLElement): HTMLButtonElement | undefined => itemsOf(list)[0];

function navigate(event: KeyboardEvent, list: HTMLElement, close: () => void): void {
  const items = itemsOf(list);
  const at = items.indexOf(document.activeElement as HTMLButtonElement);
  const go = (index: number): void => items[(index + items.length) % items.length]?.focus();
  switch (event.key) {
    case "ArrowDown":
      go(at + 1);
      break;
    case "ArrowUp":
      go(at < 0 ? -1 : at - 1);
      break;
    case "Home":
      go(0);
      break;
    case "End":
      go(-1);
      break;
    case "Escape":
      close();
      break;
    case "Tab":
      close();
      return;
    case "ArrowRight":
      if (items[at]?.getAttribute("aria-haspopup")) items[at]?.click();
      return; // else the bar goes to the next menu
    case "ArrowLeft":
      return;
    default: {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      const wanted = event.key.toLowerCase();
      const next = [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) =>
        (item.textContent ?? "").trim().toLowerCase().startsWith(wanted),
      );
      next?.focus();
    }
  }
  event.preventDefault();
  event.stopPropagation();
}

function listOf(entries: readonly Entry[], close: () => void): HTMLElement {
  const list = el("div", { class: "menu", role: "menu" });
  for (const entry of entries) {
    if (entry === "-") list.append(el("div", { class: "menu-line", role: "separator" }));
    else if ("heading" in entry) list.append(el("div", { class: "menu-heading" }, entry.heading));
    else list.append(itemElement(entry, close));
  }
  return list;
}

function itemElement(item: Item, close: () => void): HTMLButtonElement {
  const mark = item.checked ? icon("check") : item.icon ? icon(item.icon) : null;
  return el(
    "button",
    {
      type: "button",
      class: "menu-item",
      role: item.checked === undefined ? "menuitem" : "menuitemcheckbox",
      "aria-checked": item.checked === undefined ? null : String(item.checked),
      "aria-haspopup": item.items ? "menu" : null,
      disabled: item.enabled === false,
      onpointerenter: (event: PointerEvent) => (event.currentTarget as HTMLElement).focus({ preventScroll: true }),
      onclick: (event: MouseEvent) => {
        const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
        close();
        if (item.items) popup(item.items(), { x: box.left + 12, y: box.top });
        else item.run?.();
      },
    },
    el("span", { class: "menu-mark" }, mark),
    el("span", { class: "menu-label" }, item.label),
    el("span", { class: "menu-keys" }, item.items ? icon("chevron") : item.keys ? shownKeys(item.keys) : ""),
  );
}

/** The bar with its menus; moving along it with one menu open opens the next. */
export function menuBar(menus: Readonly<Record<string, () => Entry[]>>): HTMLElement {
  const bar = el("nav", { class: "menu-bar", role: "menubar", "aria-label": "Menus" });
  let shown: HTMLButtonElement | null = null;
  const open = (button: HTMLButtonElement): void => {
    const box = button.getBoundingClientRect();
    popup(
      menus[button.dataset.menu ?? ""]?.() ?? [],
      { x: box.left, y: box.bottom + 2 },
      {
        onclose: () => {
          button.setAttribute("aria-expanded", "false");
          if (shown === button) shown = null;
        },
      },
    );
    shown = button;
    button.setAttribute("aria-expanded", "true");
  };
  fill(
    bar,
    ...Object.keys(menus).map((name) => {
      const button: HTMLButtonElement = el(
        "button",
        {
          type: "button",
          class: "menu-button",
          role: "menuitem",
          "aria-haspopup": "menu",
          "aria-expanded": "false",
          "data-menu": name,
          onpointerdown: (event: PointerEvent) => {
            event.preventDefault();
            event.stopPropagation();
            if (shown === button) closeMenus();
            else open(button);
          },
          onclick: (event: MouseEvent) => {
            if (event.detail === 0) open(button); // by key
          },
          onpointerenter: () => {
            if (shown && shown !== button) open(button);
          },
        },
        name,
      );
      return button;
    }),
  );
  document.addEventListener("keydown", (event) => {
    if (!shown || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
    const buttons = [...bar.querySelectorAll<HTMLButtonElement>(".menu-button")];
    const step = event.key === "ArrowRight" ? 1 : -1;
    const next = buttons[(buttons.indexOf(shown) + step + buttons.length) % buttons.length];
    if (next) open(next);
    event.preventDefault();
  });
  return bar;
}

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

/** A menu that is open, and the menus of its items that are open beside it, one in another. */
interface Open {
  readonly lists: { readonly list: HTMLElement; readonly from: HTMLElement | null }[];
  close: () => void;
  readonly onchosen: () => void; // an item was chosen, and is run next
}

let openMenu: Open | null = null;

export function closeMenus(): void {
  openMenu?.close();
}

export const menuIsOpen = (): boolean => openMenu !== null;

/** Opens a menu at a place of the window; it keeps inside the window. */
export function popup(
  entries: readonly Entry[],
  at: { x: number; y: number },
  options: { title?: string; below?: boolean; onclose?: () => void; onchosen?: () => void } = {},
): void {
  closeMenus();
  const before = document.activeElement;
  const menu: Open = {
    lists: [],
    onchosen: () => options.onchosen?.(),
    close: () => {
      if (openMenu !== menu) return;
      openMenu = null;
      closeBeyond(menu, 0);
      document.removeEventListener("pointerdown", outside, true);
      options.onclose?.();
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus({ preventScroll: true });
    },
  };
  const outside = (event: Event): void => {
    if (!menu.lists.some(({ list }) => list.contains(event.target as Node))) menu.close();
  };
  openMenu = menu;
  document.addEventListener("pointerdown", outside, true);
  openList(menu, entries, options.title, null, (list) => {
    if (options.below) list.style.maxHeight = `${innerHeight - at.y - 4}px`; // it scrolls rather than cover the bar
    place(list, at);
  });
  firstItem(menu, 0)?.focus({ preventScroll: true });
}

function openList(
  menu: Open,
  entries: readonly Entry[],
  title: string | undefined,
  from: HTMLElement | null,
  put: (list: HTMLElement) => void,
): void {
  const depth = menu.lists.length;
  const list = el("div", { class: "menu", role: "menu", "aria-label": title });
  if (title) list.append(el("div", { class: "menu-title" }, title));
  for (const entry of entries) {
    if (entry === "-") list.append(el("div", { class: "menu-line", role: "separator" }));
    else if ("heading" in entry) list.append(el("div", { class: "menu-heading" }, entry.heading));
    else list.append(itemElement(menu, depth, entry));
  }
  list.addEventListener("keydown", (event) => navigate(event, menu, depth));
  menu.lists.push({ list, from });
  document.body.append(list);
  put(list);
}

/** The menu of an item, to its right; to its left where there is no room. */
function openBeside(menu: Open, depth: number, button: HTMLElement, { label, items }: Item): void {
  if (!items || menu.lists[depth + 1]?.from === button) return;
  closeBeyond(menu, depth + 1);
  button.setAttribute("aria-expanded", "true");
  openList(menu, items(), label, button, (list) => {
    const box = button.getBoundingClientRect();
    const { width } = list.getBoundingClientRect();
    place(list, { x: box.right + width + 2 <= innerWidth ? box.right - 2 : box.left - width + 2, y: box.top - 4 });
  });
}

/** Closes the menus from a depth on. */
function closeBeyond(menu: Open, depth: number): void {
  for (const { list, from } of menu.lists.splice(depth)) {
    list.remove();
    from?.setAttribute("aria-expanded", "false");
  }
}

function place(list: HTMLElement, at: { x: number; y: number }): void {
  const { width, height } = list.getBoundingClientRect();
  list.style.left = `${Math.max(4, Math.min(at.x, innerWidth - width - 4))}px`;
  list.style.top = `${Math.max(4, Math.min(at.y, innerHeight - height - 4))}px`;
}

const itemsOf = (menu: Open, depth: number): HTMLButtonElement[] => [
  ...(menu.lists[depth]?.list.querySelectorAll<HTMLButtonElement>(":scope > .menu-item:not(:disabled)") ?? []),
];
const firstItem = (menu: Open, depth: number): HTMLButtonElement | undefined => itemsOf(menu, depth)[0];

function navigate(event: KeyboardEvent, menu: Open, depth: number): void {
  const items = itemsOf(menu, depth);
  const at = items.indexOf(document.activeElement as HTMLButtonElement);
  const go = (index: number): void => items[(index + items.length) % items.length]?.focus();
  const back = (): void => {
    const from = menu.lists[depth]?.from;
    closeBeyond(menu, depth);
    from?.focus();
  };
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
      if (depth) back();
      else menu.close();
      break;
    case "Tab":
      menu.close();
      return;
    case "ArrowRight":
      if (!items[at]?.getAttribute("aria-haspopup")) return; // the bar goes to the next menu
      items[at]?.click();
      break;
    case "ArrowLeft":
      if (!depth) return;
      back();
      break;
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

function itemElement(menu: Open, depth: number, item: Item): HTMLButtonElement {
  const mark = item.checked ? icon("check") : item.icon ? icon(item.icon) : null;
  const button: HTMLButtonElement = el(
    "button",
    {
      type: "button",
      class: "menu-item",
      role: item.checked === undefined ? "menuitem" : "menuitemcheckbox",
      "aria-checked": item.checked === undefined ? null : String(item.checked),
      "aria-haspopup": item.items ? "menu" : null,
      "aria-expanded": item.items ? "false" : null,
      disabled: item.enabled === false,
      onpointermove: () => {
        if (document.activeElement === button && (!item.items || menu.lists[depth + 1]?.from === button)) return;
        button.focus({ preventScroll: true });
        if (item.items && item.enabled !== false) openBeside(menu, depth, button, item);
        else closeBeyond(menu, depth + 1);
      },
      onclick: () => {
        if (item.items) {
          openBeside(menu, depth, button, item);
          firstItem(menu, depth + 1)?.focus({ preventScroll: true });
        } else {
          menu.close();
          menu.onchosen();
          item.run?.();
        }
      },
    },
    el("span", { class: "menu-mark" }, mark),
    el("span", { class: "menu-label" }, item.label),
    el("span", { class: "menu-keys" }, item.items ? icon("chevron") : item.keys ? shownKeys(item.keys) : ""),
  );
  return button;
}

/** The bar with its menus; moving along it with one menu open opens the next. */
export function menuBar(menus: Readonly<Record<string, () => Entry[]>>): HTMLElement {
  const bar = el("nav", { class: "menu-bar", role: "menubar", "aria-label": "Menus" });
  let shown: HTMLButtonElement | null = null;
  let from: HTMLElement | null = null; // what had the focus before the bar
  let closing = false;
  bar.addEventListener("focusin", ({ relatedTarget: before }) => {
    if (closing || (before instanceof Element && (bar.contains(before) || before.closest(".menu")))) return;
    from = before instanceof HTMLElement ? before : null;
  });
  /** Keys are for what they were for before the bar. */
  const leave = (): void => {
    const now = document.activeElement;
    if (!(now instanceof HTMLElement) || !bar.contains(now)) return;
    if (from?.isConnected) from.focus({ preventScroll: true });
    else now.blur();
  };
  const open = (button: HTMLButtonElement): void => {
    const box = button.getBoundingClientRect();
    popup(
      menus[button.dataset.menu ?? ""]?.() ?? [],
      { x: box.left, y: box.bottom + 2 },
      {
        below: true,
        onclose: () => {
          button.setAttribute("aria-expanded", "false");
          if (shown === button) shown = null;
          closing = true; // it gets the focus back
          queueMicrotask(() => {
            closing = false;
          });
        },
        onchosen: leave,
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
    const buttons = [...bar.querySelectorAll<HTMLButtonElement>(".menu-button")];
    const now = shown ?? buttons.find((button) => button === document.activeElement);
    if (!now) return;
    if (event.key === "ArrowDown" && !shown) open(now);
    else if (event.key === "Escape" && !shown) leave();
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      const step = event.key === "ArrowRight" ? 1 : -1;
      const next = buttons[(buttons.indexOf(now) + step + buttons.length) % buttons.length];
      const isOpen = shown !== null;
      closeMenus();
      next?.focus(); // where Escape leads back to
      if (next && isOpen) open(next);
    } else return;
    event.preventDefault();
    event.stopImmediatePropagation(); // arrows mean other things elsewhere
  });
  return bar;
}

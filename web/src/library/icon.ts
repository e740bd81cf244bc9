/** The icon of a clip: one picture, and on hover or focus all of them, one after another. */

import { effect, type Readable, signal } from "../state/signals";
import { el } from "../widgets/dom";
import { type FlipBook, ICON } from "./flip_books";
import type { ShelfItem } from "./shelves";

const STILL = 0.45; // of its length: what a clip shows while it does not play
const SHORTEST = 600; // [ms] that a flip-book takes at least

export interface IconHooks {
  insert(): void;
  menu(at: { x: number; y: number }): void;
}

export function clipIcon(
  item: Readable<ShelfItem>,
  book: () => Readable<FlipBook | null>,
  hooks: IconHooks,
): { element: HTMLElement; canvas: HTMLCanvasElement } {
  const canvas = el("canvas", { width: ICON.width, height: ICON.height, "aria-hidden": "true" });
  const [name, length] = [el("span", { class: "clip-name" }), el("span", { class: "clip-length dim" })];
  const page = signal(0);
  const playing = signal(false);
  let timer: ReturnType<typeof setInterval> | undefined;
  const play = (on: boolean): void => {
    if (on && matchMedia("(prefers-reduced-motion: reduce)").matches) return; // whoever asks for calm gets the one picture
    clearInterval(timer);
    const now = book().value;
    page.value = 0;
    playing.value = on;
    if (!on || !now) return;
    const step = Math.max(1000 * now.seconds, SHORTEST) / now.count;
    timer = setInterval(() => {
      page.value = (page.value + 1) % now.count;
    }, step);
  };
  const openMenu = (event: MouseEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    const box = element.getBoundingClientRect();
    hooks.menu(event.clientX ? { x: event.clientX, y: event.clientY } : { x: box.left, y: box.bottom });
  };
  const element = el(
    "button",
    {
      type: "button",
      class: "clip-icon",
      onpointerenter: () => play(true),
      onpointerleave: () => play(false),
      onfocus: () => play(true),
      onblur: () => play(false),
      ondblclick: () => hooks.insert(),
      onkeydown: (event: KeyboardEvent) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        hooks.insert();
      },
      oncontextmenu: openMenu,
    },
    canvas,
    name,
    length,
  );
  effect(() => {
    const { name: called, about } = item.value;
    name.textContent = called.replaceAll("_", " ");
    element.title = about || called;
    element.dataset.clip = called;
    element.setAttribute("aria-label", `Clip ${called}: Enter inserts it at the playhead`);
  });
  effect(() => {
    const now = book().value;
    const still = playing.value ? page.value : Math.floor(now ? now.count * STILL : 0);
    const shown = now?.pages[Math.min(still, now.pages.length - 1)];
    length.textContent = now ? `${now.seconds.toFixed(1)} s` : "…";
    element.dataset.page = String(page.value);
    element.dataset.pages = String(now?.pages.length ?? 0);
    if (!shown) return;
    [canvas.width, canvas.height] = [shown.width, shown.height];
    canvas.getContext("2d")?.drawImage(shown, 0, 0);
  });
  return { element, canvas };
}

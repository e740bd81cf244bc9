/** The keys as buttons behind the canvas, for those who use keys or a screen reader. */

import { effect, untracked } from "../state/signals";
import type { State } from "../state/state";
import { el } from "../widgets/dom";
import { KeyedRows } from "../widgets/keyed";

const AROUND = 40; // keys before and after the playhead that are buttons at a time

export interface GridKey {
  readonly figure: string;
  readonly frame: number;
  readonly label: string;
  readonly chosen: boolean;
  readonly near: boolean; // the first one from the playhead on: Tab comes to it
}

export interface GridHooks {
  focused(key: GridKey | null): void;
  menu(key: GridKey): void;
}

/** Space chooses the key that has the focus: with Shift all up to it, with Ctrl one more or less. The menu key opens its menu. */
export function keyGrid(state: State, { focused, menu }: GridHooks): HTMLElement {
  const { timeline } = state;
  const row = el("div", { role: "row" });
  const grid = el("div", { class: "key-grid", role: "grid", "aria-label": "Keys", "aria-multiselectable": "true" }, row);
  const rows = new KeyedRows<string, GridKey>(row, (item) => {
    const button = el("button", {
      type: "button",
      role: "gridcell",
      tabindex: "-1",
      onclick: () => timeline.pick(item.value.figure, item.value.frame, "alone"),
      oncontextmenu: (event: Event) => {
        event.preventDefault();
        menu(item.value);
      },
      ondblclick: () => timeline.go(item.value.frame),
      onfocus: () => focused(item.value),
      onblur: () => focused(null),
      onkeydown: (event: KeyboardEvent) => move(event, item.value),
    });
    effect(() => {
      const { label, chosen, near } = item.value;
      button.setAttribute("aria-label", label);
      button.setAttribute("aria-selected", String(chosen));
      button.tabIndex = near || chosen ? 0 : -1;
    });
    return button;
  });
  /** Arrows go from key to key; Enter goes to the frame. */
  function move(event: KeyboardEvent, key: GridKey): void {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const [more, upTo] = [event.ctrlKey || event.metaKey, event.shiftKey];
    if (event.key === " " && (more || upTo)) timeline.pick(key.figure, key.frame, more ? "toggle" : "range");
    else if (event.altKey || more || upTo) return;
    else if (step) {
      const buttons = [...row.querySelectorAll("button")];
      buttons[buttons.indexOf(event.currentTarget as HTMLButtonElement) + step]?.focus({ preventScroll: true });
    } else if (event.key === "Enter") timeline.go(key.frame);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  effect(() => {
    const clips = timeline.clips.value;
    const chosen = timeline.keys.value;
    const moving = timeline.playing.value || timeline.scrubbing.value; // the buttons wait for where it ends
    const near = moving ? untracked(() => timeline.playhead.value) : timeline.playhead.value;
    const shown: [string, GridKey][] = [];
    for (const [figure, clip] of clips) {
      const at = clip.placeFrom(near);
      const total = clip.frames.length;
      for (let place = Math.max(0, at - AROUND); place < Math.min(total, at + AROUND); place++) {
        const frame = clip.frames[place]!;
        const whose = state.several.value ? ` of ${figure}` : "";
        const label = `key ${place + 1} of ${total}${whose}, frame ${Number(frame.toFixed(2))}`;
        const isNear = place === Math.min(at, total - 1);
        shown.push([
          `${figure}\n${frame}`,
          { figure, frame, label, chosen: chosen.get(figure)?.has(frame) ?? false, near: isNear },
        ]);
      }
    }
    rows.show(shown);
  });
  return grid;
}

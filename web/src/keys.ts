/** Key presses: for a drag that goes on, or for the action that has the key. */

import type { Actions } from "./actions/action";
import type { State } from "./state/state";
import type { KeyboardPull } from "./tools/keyboard";
import { chordOf, givesUp, isTyping } from "./widgets/keys";
import { menuIsOpen } from "./widgets/menu";
import type { Drags } from "./wire/drags";

interface Keyed {
  state: State;
  drags: Drags;
  actions: Actions;
  keyboard: KeyboardPull;
  pointers: readonly { readonly busy: boolean; cancel(): void }[]; // of the views and of the timeline
  retiming: () => boolean; // whether a gesture on the timeline would change something if it ended now
  views: HTMLElement;
  help: HTMLDialogElement;
  stop: () => void; // what the server is at
}

/** Keys that are a control's own, unless the views have the focus. */
const OF_CONTROLS: ReadonlySet<string> = new Set(["Enter"]);

export function listenToKeys({ state, drags, actions, keyboard, pointers, retiming, views, help, stop }: Keyed): void {
  let byKeys: EventTarget | null = null; // what was reached by keys; any key makes a clicked button match :focus-visible
  document.addEventListener("focusin", ({ target }) => {
    byKeys = document.body.classList.contains("by-pointer") ? null : target;
  });
  document.addEventListener("keydown", (event) => {
    if (help.open || menuIsOpen() || document.querySelector("dialog[open]")) return;
    if (isTyping(event.target) && event.key !== "F1") {
      if (event.key === "Enter" && event.target instanceof HTMLElement) event.target.blur(); // keys are the editor's again
      return;
    }
    if (keyboard.key(event)) {
      event.preventDefault();
      return;
    }
    const chord = chordOf(event);
    const editing = state.dragging.value || retiming();
    const busy = editing || pointers.some((pointer) => pointer.busy);
    // what is undone in the midst of a gesture is the gesture; the step before would be lost when it ends.
    // Escape gives up with Ctrl and Shift as well: these may be part of the gesture
    if (event.key === "Escape" ? busy : givesUp(chord) && editing) {
      event.preventDefault();
      for (const pointer of pointers) pointer.cancel();
      drags.cancel();
      return;
    }
    if (retiming()) return; // keys that are dragged are not to be cut or deleted meanwhile
    if (event.key === "Escape") stop();
    const inViews = document.activeElement === document.body || views.contains(document.activeElement);
    if (OF_CONTROLS.has(chord) && !inViews) return;
    // a control that was reached by keys is pressed by the space bar, one that was clicked is not pressed again
    if (chord === "Space" && byKeys === document.activeElement && document.activeElement?.matches("button, input")) return;
    const action = actions.find(chord);
    if (!action || (event.repeat && /^[A-Z]$/.test(chord))) return;
    event.preventDefault();
    action.run();
  });
  // a window that loses the focus in the middle of a move by keys keeps the result
  document.addEventListener("focusout", () => keyboard.active && setTimeout(() => document.hasFocus() || keyboard.finish(true)));
  // focus rings are for those who use the keyboard
  document.addEventListener("pointerdown", () => document.body.classList.add("by-pointer"), true);
  document.addEventListener("keydown", () => document.body.classList.remove("by-pointer"), true);
}

/** The page of keys, and the hint of the first run. */

import { type Actions, labelOf, shownKeys } from "../actions/action";
import type { Editor } from "../editor";
import { el, iconButton } from "../widgets/dom";

const GESTURES: [string, string][] = [
  ["Pull a part", "drag it"],
  ["Pull the part alone", "Shift + drag"],
  ["Pull up to the named joint", "Ctrl + drag"],
  ["Move or aim a lock", "drag its mark"],
  ["Turn a part or a lock", "R, then drag a ring"],
  ["Menu of a part", "right-click, long press"],
  ["Orbit", "drag the ground; middle or Alt + drag"],
  ["Pan", "right drag; Shift + middle; two fingers"],
  ["Zoom to the cursor", "wheel, pinch"],
  ["Slider: fine", "Alt + drag"],
  ["Slider: back to rest", "double-click, Delete"],
  ["Slider: type a value", "Enter"],
  ["Pull by keys", "Enter, arrows, Enter"],
  ["Orbit by keys", "Ctrl + arrows"],
  ["Pan by keys", "Ctrl + Shift + arrows"],
];

export class Help {
  readonly element = el("dialog", { class: "help", "aria-label": "Help" });

  constructor(
    private readonly actions: Actions,
    private readonly version: () => string,
  ) {
    this.element.addEventListener("click", (event) => event.target === this.element && this.element.close());
  }

  toggle(): void {
    if (this.element.open) this.element.close();
    else {
      this.build();
      this.element.showModal();
    }
  }

  private build(): void {
    const groups = new Map<string, [string, string][]>([["By mouse and touch", GESTURES]]);
    for (const action of Object.values(this.actions)) {
      if (!action.keys || action.keys.includes("Arrow")) continue; // the arrows stand among the gestures
      if (!groups.has(action.group)) groups.set(action.group, []);
      groups.get(action.group)!.push([labelOf(action), shownKeys(action.keys)]);
    }
    this.element.replaceChildren(
      el(
        "header",
        { class: "help-head" },
        el("h2", {}, "Help"),
        el("span", { class: "dim" }, `manikin ${this.version()}`),
        iconButton("close", "Close (Escape)", () => this.element.close()),
      ),
      el(
        "div",
        { class: "help-columns" },
        ...[...groups].map(([name, rows]) =>
          el(
            "section",
            {},
            el("h3", {}, name),
            el("dl", {}, ...rows.map(([label, keys]) => el("div", {}, el("dt", {}, label), el("dd", {}, ...keyCaps(keys))))),
          ),
        ),
      ),
    );
  }
}

/** "Ctrl+Z or Cmd+Z" as key caps; gestures stay words. */
function keyCaps(text: string): (HTMLElement | string)[] {
  if (!/^[A-Z?+\-0-9[/]/.test(text) || / (\+|drag|then) |,/.test(text)) return [text];
  return text.split(" or ").flatMap((chord, k) => [k ? " or " : "", el("kbd", {}, chord)]);
}

/** Three lines for whoever comes for the first time; gone for good once something has been done. */
export function firstHint(editor: Editor): HTMLElement {
  const { state } = editor;
  const close = (): void => state.setView({ hinted: true });
  const hint = el(
    "aside",
    { class: "hint", hidden: true, "aria-label": "First steps" },
    el(
      "ol",
      {},
      el("li", {}, "Pull a hand."),
      el("li", {}, "Pull the pelvis: the feet hold."),
      el("li", {}, "Press ", el("kbd", {}, "?"), " for more."),
    ),
    iconButton("close", "Got it", close),
  );
  let seen = 0;
  state.on("view", () => (hint.hidden = state.view.hinted || !state.figure));
  state.on("document", () => {
    seen = Math.max(seen, state.history.place);
    if (!state.view.hinted && seen >= 3) close();
  });
  return hint;
}

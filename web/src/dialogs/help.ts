/** The page of keys and gestures. */

import { type Actions, labelOf } from "../actions/action";
import { el, iconButton } from "../widgets/dom";
import { shownKeys } from "../widgets/keys";

const GESTURES: [string, string][] = [
  ["Pull a part", "drag it"],
  ["Pull the part only", "Shift + drag"],
  ["Pull up to the chain root", "Ctrl + drag"],
  ["Move or aim a lock", "drag its mark"],
  ["Rotate a part or a lock", "R, then drag a ring"],
  ["Select several parts", "Shift + click; Ctrl + drag a box"],
  ["Menu of a part", "right-click, long press"],
  ["Orbit", "drag the ground; middle or Alt + drag"],
  ["Pan", "right drag; Shift + middle; two fingers"],
  ["Zoom to the cursor", "wheel, pinch"],
  ["Slider: fine", "Alt + drag"],
  ["Slider: rest value", "double-click, Delete"],
  ["Slider: type a value", "Enter"],
  ["Move by keys", "Enter, arrows, Enter"],
  ["Orbit by keys", "Ctrl + arrows"],
  ["Pan by keys", "Ctrl + Shift + arrows"],
];

const ON_THE_TIMELINE: [string, string][] = [
  ["Go through time", "drag the ruler"],
  ["Between frames", "Alt + drag"],
  ["Set what is repeated", "drag under the ruler"],
  ["Choose keys", "click, Shift, Ctrl, box"],
  ["Move keys", "drag; Alt: freely"],
  ["Copy; move all after", "Ctrl, Shift + drag"],
  ["Go to a key", "double-click"],
  ["Zoom, pan", "wheel, middle drag, Alt + ↑ ↓"],
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
    const groups = new Map<string, [string, string][]>([
      ["By mouse and touch", GESTURES],
      ["On the timeline", ON_THE_TIMELINE],
    ]);
    for (const [, action] of this.actions.all()) {
      if (!action.keys || action.keys.includes("Arrow")) continue; // the arrows stand among the gestures
      if (!groups.has(action.group)) groups.set(action.group, []);
      groups.get(action.group)?.push([labelOf(action), shownKeys(action.keys)]);
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

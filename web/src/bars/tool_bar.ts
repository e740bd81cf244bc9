/** The bar of tools: what a drag does, its IK chain, undo, solve. */

import { type Actions, firstKey, isEnabled, labelOf } from "../actions/action";
import { CHAINS, type ChainKind, chainLabel } from "../state/chains";
import { effect } from "../state/signals";
import type { State } from "../state/state";
import { el } from "../widgets/dom";
import { type IconName, icon } from "../widgets/icons";
import { shownKeys } from "../widgets/keys";
import { Slider } from "../widgets/slider";

const [SLOWEST, FASTEST] = [0.1, 3]; // of the part that follows the star

export function toolBar(state: State, actions: Actions): HTMLElement {
  const pull = el(
    "button",
    {
      type: "button",
      class: "tool",
      title: "Pull parts (Escape)",
      "data-tool": "pull",
      onclick: () => {
        state.tool.value = "pull";
      },
    },
    icon("pull"),
    el("span", {}, "Pull"),
  );
  effect(() => pull.setAttribute("aria-pressed", String(state.tool.value === "pull")));
  const button = (name: string, symbol: IconName, text = ""): HTMLButtonElement => actionButton(actions, name, symbol, text);
  const solve = button("solve", "solve", "Solve");
  effect(() => void solve.classList.toggle("busy", state.solving.value !== null));
  return el(
    "div",
    { class: "tool-bar", role: "toolbar", "aria-label": "Tools" },
    el(
      "div",
      { class: "tools" },
      pull,
      button("move", "root", "Move"),
      button("rotate", "rotate", "Rotate"),
      button("root", "pose", "Carry"),
      button("star", "star", "Star"),
    ),
    axesButton(state, actions, "axes"),
    axesButton(state, actions, "turns"),
    speedSlider(state),
    el("div", { class: "divider" }),
    el(
      "div",
      { class: "segmented", role: "group", "aria-label": "What follows a pull" },
      ...CHAINS.map((chain) => chainButton(state, actions, chain)),
    ),
    el("div", { class: "divider" }),
    el(
      "div",
      { class: "tools switches", role: "group", "aria-label": "What a figure minds" },
      button("balance", "balance", "Balance"),
      button("collision", "collision", "Collision"),
      button("floor", "floor", "Floor"),
    ),
    el("div", { class: "spacer" }),
    button("undo", "undo"),
    button("redo", "redo"),
    el("div", { class: "divider" }),
    button("timeline", "time"),
    button("mirrorAll", "mirror"),
    solve,
  );
}

/** A button that follows its action: pressed, possible, named. */
function actionButton(actions: Actions, name: string, symbol: IconName, text: string): HTMLButtonElement {
  const action = actions.get(name);
  const button = el(
    "button",
    { type: "button", class: "tool", "data-action": name, onclick: () => action.run() },
    icon(symbol),
    text && el("span", {}, text),
  );
  effect(() => {
    const label = labelOf(action);
    button.disabled = !isEnabled(action);
    button.title = `${label} (${shownKeys(firstKey(action))})`;
    button.setAttribute("aria-label", label);
    if (action.checked) button.setAttribute("aria-pressed", String(action.checked()));
  });
  return button;
}

function chainButton(state: State, actions: Actions, { mode, what, action }: ChainKind): HTMLButtonElement {
  const button = el("button", { type: "button", "data-chain": mode, title: what, onclick: () => actions.run(action) });
  effect(() => {
    button.textContent = chainLabel(mode, state.settings.value?.drag_base ?? null, state.active.value);
    button.setAttribute("aria-pressed", String(state.settings.value?.drag_mode === mode));
  });
  return button;
}

/** Which axes the arrows or the rings have; shown with them. */
function axesButton(state: State, actions: Actions, of: "axes" | "turns"): HTMLElement {
  const [tool, keys] = of === "axes" ? ["move", "Shift+V"] : ["rotate", "Shift+R"];
  const button = el("button", { type: "button", class: "tool", "data-action": of, onclick: () => actions.run(of) });
  button.title = `Axes of the world, or the part's own (${keys})`;
  effect(() => {
    button.hidden = state.tool.value !== tool;
    button.textContent = state.view.value[of] === "local" ? "own axes" : "world axes";
  });
  return button;
}

/** How fast a part follows the star; shown with the star. */
function speedSlider(state: State): HTMLElement {
  const set = (value: number): void => state.setView({ speed: Math.min(Math.max(value, SLOWEST), FASTEST) });
  const slider = Slider.make({
    label: "speed",
    title: "How fast the part follows the star",
    lo: SLOWEST,
    hi: FASTEST,
    rest: 1,
    unit: "",
    set,
    move: set,
  });
  const box = el("div", { class: "speed", hidden: true }, slider);
  effect(() => {
    box.hidden = state.tool.value !== "star";
    slider.show(state.view.value.speed);
  });
  return box;
}

/** The line at the bottom: IK chain, solver, locks, balance, and what goes on or was done last. */

import type { Actions } from "../actions/action";
import { itemOf } from "../actions/menus";
import { distance } from "../math/vector";
import { statusOf } from "../state/scene";
import { effect } from "../state/signals";
import type { Grip, State } from "../state/state";
import { el } from "../widgets/dom";
import { popup } from "../widgets/menu";
import { inWords } from "../widgets/units";

const CHAINS = { part: "part only", branch: "up to branch", joint: "up to joint" } as const;
const DOES: Record<Grip["what"], string> = {
  part: "pulling",
  rotate: "rotating",
  root: "moving",
  lock: "moving the lock on",
  slider: "sliding",
  pose: "blending",
  foot: "rolling",
};
const NEAR = 5e-4; // [m] from the cursor that is not worth a word

export function stateLine(state: State, actions: Actions): HTMLElement {
  const openPanel = (panel: "solver" | "locks") => () => state.setView({ panel });
  const chain = el("button", {
    type: "button",
    title: "IK chain of a drag",
    onclick: () => {
      const box = chain.getBoundingClientRect();
      const items = ["chainPart", "chainBranch", "chainJoint"].map((name) => itemOf(actions.get(name)));
      popup(items, { x: box.left, y: box.top - 96 });
    },
  });
  const solver = el("button", { type: "button", title: "Solver and its options", onclick: openPanel("solver") });
  const locks = el("button", { type: "button", title: "Locks", onclick: openPanel("locks") });
  const balance = el("span", { class: "balance" });
  const last = el("span", { class: "last", "aria-live": "polite" });
  effect(() => {
    const settings = state.settings.value;
    if (!settings) return;
    const { drag_mode: mode, drag_base: base } = settings;
    const up = mode === "joint" && base ? `up to ${state.active.value?.joint(base)?.label ?? base}` : CHAINS[mode];
    chain.textContent = `IK chain: ${up}`;
    solver.textContent = `${settings.solver} · ${settings.iterations_per_refresh} iterations`;
  });
  effect(() => {
    const [all, readings] = [state.locks.value, state.readings.value];
    const states = all.map((lock) => statusOf(lock, readings.get(lock.id)));
    const on = states.filter((state) => state !== "off").length; // of those that hold at this frame
    const held = states.filter((state) => state === "held").length;
    locks.textContent = all.length ? `locks ${held}/${on} held` : "no locks";
    locks.classList.toggle("bad", held < on);
  });
  effect(() => {
    const margin = state.live.value?.poses.get(state.active.value?.id ?? "")?.balance ?? null;
    balance.textContent = margin === null ? "" : margin >= 0 ? "balance ok" : `out of balance by ${inWords(-margin, "m")}`;
    balance.classList.toggle("bad", margin !== null && margin < 0);
  });
  effect(() => {
    last.textContent = saying(state);
  });
  return el(
    "footer",
    { class: "state-line", "aria-label": "Status" },
    chain,
    solver,
    locks,
    balance,
    el("div", { class: "spacer" }),
    last,
  );
}

function saying(state: State): string {
  const [progress, drag, live] = [state.solving.value, state.drag.value, state.live.value];
  if (progress) return `solving: ${progress.iterations} iterations, error ${progress.error.toPrecision(2)}`;
  if (!drag || !live?.dragging) return state.status.value;
  const { what, parameter } = drag.grip;
  const selected = state.selection.value.part;
  const whom =
    what === "slider"
      ? parameter
      : what === "root"
        ? state.several.value
          ? selected?.figure
          : "the figure"
        : selected && state.label(selected);
  const away = distance(live.goal, live.effector);
  const rest = what !== "slider" && what !== "rotate" && away > NEAR ? ` · ${inWords(away, "m")} from the cursor` : "";
  return `${DOES[what]} ${whom ?? ""}${rest}`;
}

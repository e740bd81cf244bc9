/** The line at the bottom: IK chain, solver, locks, balance, and what goes on or was done last. */

import type { Actions } from "../actions/action";
import { itemOf } from "../actions/menus";
import { distance } from "../math/vector";
import { CHAINS, chainLabel } from "../state/chains";
import { statusOf } from "../state/scene";
import { effect } from "../state/signals";
import type { Grip, State } from "../state/state";
import { el } from "../widgets/dom";
import { popup } from "../widgets/menu";
import { inWords } from "../widgets/units";

const DOES: Record<Grip["what"], string> = {
  part: "pulling",
  rotate: "rotating",
  root: "moving",
  lock: "moving the lock on",
  slider: "sliding",
  pole: "swinging",
  pose: "blending",
  foot: "rolling",
  hand: "closing",
};
const NEAR = 5e-4; // [m] from the cursor that is not worth a word

export function stateLine(state: State, actions: Actions): HTMLElement {
  const openPanel = (panel: "solver" | "locks") => () => state.setView({ panel });
  const chain = el("button", {
    type: "button",
    title: "What follows a pull",
    onclick: () => {
      const box = chain.getBoundingClientRect();
      const items = CHAINS.map(({ action }) => itemOf(actions.get(action)));
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
    chain.textContent = `pull: ${chainLabel(mode, base, state.active.value)}`;
    solver.textContent = `${settings.solver} · ${settings.iterations_per_refresh} iterations`;
  });
  effect(() => {
    const [all, readings] = [state.locks.value, state.readings.value];
    const states = all.map((lock) => statusOf(lock, readings.get(lock.id)));
    const on = states.filter((state) => state !== "off").length; // of those that hold at this frame
    const held = states.filter((state) => state === "held").length;
    locks.textContent = all.length ? `locks ${held}/${on} held` : "no locks";
    locks.classList.toggle(
      "bad",
      all.some(({ hard }, k) => hard && states[k] === "violated"),
    );
  });
  effect(() => {
    const margin = state.live.value?.poses.get(state.active.value?.id ?? "")?.balance ?? null;
    const off = margin !== null && margin < 0;
    balance.textContent = off ? `weight ${inWords(-margin, "m")} beside the feet` : margin === null ? "" : "balance ok";
    // who sits on something that the document does not know leans on purpose
    balance.classList.toggle("bad", off && (state.settings.value?.balance ?? false));
  });
  effect(() => {
    last.textContent = saying(state);
  });
  const chosen = el("span", { class: "unseen", role: "status" }); // for those who hear it
  effect(() => {
    const { part, lock } = state.selection.value;
    const own = state.lock(lock);
    chosen.textContent = own ? `${state.lockLabel(own)}, selected` : part ? `${state.label(part)}, selected` : "";
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
    chosen,
  );
}

function saying(state: State): string {
  const [progress, drag, live] = [state.solving.value, state.drag.value, state.live.value];
  if (progress) return `solving: ${progress.iterations} iterations, error ${progress.error.toPrecision(2)}`;
  if (!drag || !live?.dragging) return state.status.value;
  const { what } = drag.grip;
  const selected = state.selection.value.part;
  const whom =
    what === "slider"
      ? parameterLabel(state, drag.grip)
      : what === "root"
        ? state.several.value
          ? selected?.figure
          : "the figure"
        : selected && state.label(selected);
  const away = distance(live.goal, live.effector);
  const rest = what !== "slider" && what !== "rotate" && away > NEAR ? ` · ${inWords(away, "m")} from the cursor` : "";
  return `${DOES[what]} ${whom ?? ""}${rest}`;
}

/** A parameter in words: "left elbow". */
function parameterLabel(state: State, { figure, parameter }: Grip): string {
  const own = figure ? state.figures.value.get(figure) : state.active.value;
  const found = own?.data.parameters[own.parameterIndex(parameter ?? "")];
  return own && found ? own.nameOf(found) : (parameter ?? "");
}

/** The bars around the views: title and menus, tools, and the state line at the bottom. */

import { type Actions, isEnabled, labelOf, shownKeys } from "../actions/action";
import type { Editor } from "../editor";
import { statusOf } from "../panels/locks";
import { el, fill, type IconName, icon, iconButton } from "../widgets/dom";
import { popup } from "../widgets/menu";
import { Slider } from "../widgets/slider";
import { inWords } from "../widgets/units";

const CHAINS = { part: "the part alone", branch: "to the branch", joint: "to a joint" } as const;

/** Name of the project, whether it is saved. */
export function titleBar(editor: Editor, menus: HTMLElement, actions: Actions): HTMLElement {
  const { state } = editor;
  const name = el("button", {
    type: "button",
    class: "project-name",
    title: "Rename the project",
    onclick: () => actions.rename.run(),
  });
  const saved = el("span", { class: "saved", role: "status" });
  const theme = iconButton("sun", "Light or dark (Shift+T)", () => actions.theme.run());
  const show = (): void => {
    name.textContent = state.document?.name ?? "";
    document.title = state.document ? `${state.document.name} · manikin` : "manikin";
    const waiting = editor.link.unacknowledged;
    const text =
      state.connection === "open"
        ? waiting
          ? "saving …"
          : "saved"
        : state.connection === "connecting"
          ? "connecting …"
          : "not connected: trying again";
    saved.dataset.state = state.connection === "open" ? (waiting ? "saving" : "saved") : state.connection;
    fill(saved, state.connection === "open" && !waiting ? icon("check") : null, text);
    fill(theme, icon(state.view.theme === "dark" ? "sun" : "moon"));
  };
  state.on(["document", "connection", "view"], show);
  return el(
    "header",
    { class: "title-bar" },
    el("span", { class: "brand" }, brand(), "manikin"),
    menus,
    el("div", { class: "spacer" }),
    name,
    saved,
    theme,
    iconButton("help", "Keys and gestures (?)", () => actions.help.run()),
  );
}

function brand(): HTMLElement {
  return el("img", { src: "/assets/icon.svg", alt: "", width: "20", height: "20" });
}

/** Tools, chain of a drag, undo, solve. */
export function toolBar(editor: Editor, actions: Actions): HTMLElement {
  const { state } = editor;
  const button = (name: string, symbol: IconName, text = ""): HTMLButtonElement => {
    const action = actions[name];
    return el(
      "button",
      { type: "button", class: "tool", "data-action": name, onclick: () => action.run() },
      icon(symbol),
      text && el("span", {}, text),
    );
  };
  const pull = el(
    "button",
    { type: "button", class: "tool", title: "Pull parts (Escape)", "data-tool": "pull", onclick: () => state.setTool("pull") },
    icon("pull"),
    el("span", {}, "Pull"),
  );
  const tools = [pull, button("rotate", "rotate", "Turn"), button("root", "root", "Figure"), button("star", "star", "Star")];
  const chains = (["part", "branch", "joint"] as const).map((mode) =>
    el(
      "button",
      {
        type: "button",
        "data-chain": mode,
        title: chainTitle(mode),
        onclick: () => actions[`chain${mode.charAt(0).toUpperCase()}${mode.slice(1)}`].run(),
      },
      mode,
    ),
  );
  const base = el("span", { class: "dim base" });
  const [undo, redo] = [button("undo", "undo"), button("redo", "redo")];
  const [mirror, solve] = [button("mirrorAll", "mirror"), button("solve", "solve", "Solve")];
  const speed = Slider.make({
    label: "speed",
    title: "How fast the part follows the star",
    lo: 0.1,
    hi: 3,
    rest: 1,
    unit: "",
    set: (value) => state.setView({ speed: Math.min(Math.max(value, 0.1), 3) }),
    move: (value) => state.setView({ speed: value }),
  });
  const speedBox = el("div", { class: "speed", hidden: true }, speed);
  const show = (): void => {
    const settings = state.document?.settings;
    pull.setAttribute("aria-pressed", String(state.tool === "pull"));
    for (const name of ["rotate", "root", "star"])
      tools.find((each) => each.dataset.action === name)!.setAttribute("aria-pressed", String(state.tool === name));
    for (const each of chains) each.setAttribute("aria-pressed", String(each.dataset.chain === settings?.drag_mode));
    base.textContent = settings?.drag_base ? `joint: ${state.label(settings.drag_base)}` : "";
    for (const each of [...tools.slice(1), undo, redo, mirror, solve]) {
      const action = actions[each.dataset.action!];
      each.disabled = !isEnabled(action);
      each.title = `${labelOf(action)} (${shownKeys(action.keys!.split(" ")[0])})`;
      each.setAttribute("aria-label", labelOf(action));
    }
    solve.classList.toggle("busy", editor.progress !== null);
    speedBox.hidden = state.tool !== "star";
    speed.show(state.view.speed);
  };
  state.on(["document", "tool", "drag", "selection", "view", "figure"], show);
  return el(
    "div",
    { class: "tool-bar", role: "toolbar", "aria-label": "Tools" },
    el("div", { class: "tools" }, ...tools),
    speedBox,
    el("div", { class: "divider" }),
    el("span", { class: "dim" }, "Chain"),
    el("div", { class: "segmented", role: "group", "aria-label": "Chain of a pull" }, ...chains),
    base,
    el("div", { class: "spacer" }),
    undo,
    redo,
    el("div", { class: "divider" }),
    mirror,
    solve,
  );
}

function chainTitle(mode: keyof typeof CHAINS): string {
  return {
    part: "Only the pulled part moves (Shift + drag)",
    branch: "Joints up to the nearest branch follow",
    joint: "Joints up to the named joint follow (Ctrl + drag)",
  }[mode];
}

/** What is going on: mode, solver, locks, balance, what was done last. */
export function stateLine(editor: Editor, actions: Actions): HTMLElement {
  const { state } = editor;
  const chain = el("button", {
    type: "button",
    title: "What follows a pulled part",
    onclick: (event: MouseEvent) => {
      const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
      popup(
        ["chainPart", "chainBranch", "chainJoint"].map((name) => ({
          label: labelOf(actions[name]),
          checked: actions[name].checked!(),
          run: actions[name].run,
        })),
        { x: box.left, y: box.top - 96 },
      );
    },
  });
  const solver = el("button", {
    type: "button",
    title: "Solver and its options",
    onclick: () => state.setView({ panel: "solver" }),
  });
  const locks = el("button", { type: "button", title: "The locks", onclick: () => state.setView({ panel: "locks" }) });
  const balance = el("span", { class: "balance" });
  const last = el("span", { class: "last", "aria-live": "polite" });
  const show = (): void => {
    const { document, frame } = state;
    if (!document) return;
    const { settings } = document;
    chain.textContent = `pull: ${settings.drag_mode === "joint" && settings.drag_base ? `to ${state.label(settings.drag_base)}` : CHAINS[settings.drag_mode]}`;
    solver.textContent = `${settings.solver} · ${settings.iterations_per_refresh} iterations`;
    const on = document.locks.filter((lock) => lock.enabled);
    const held = document.locks.filter((lock, k) => statusOf(lock, frame?.locks[k]) === "held").length;
    locks.textContent = document.locks.length ? `locks ${held}/${on.length} held` : "no locks";
    locks.classList.toggle("bad", held < on.length);
    const margin = frame?.balance ?? null;
    balance.textContent = margin === null ? "" : margin >= 0 ? "balance ok" : `out of balance by ${inWords(-margin, "m")}`;
    balance.classList.toggle("bad", margin !== null && margin < 0);
    last.textContent = saying(editor);
  };
  state.on(["document", "frame", "drag", "figure", "connection", "selection"], show);
  return el(
    "footer",
    { class: "state-line", "aria-label": "State" },
    chain,
    solver,
    locks,
    balance,
    el("div", { class: "spacer" }),
    last,
  );
}

function saying(editor: Editor): string {
  const { state, progress, drags } = editor;
  if (progress) return `solving: ${progress.iterations} iterations, ${progress.error.toPrecision(2)} off`;
  const { frame } = state;
  if (drags.current && frame?.dragging) {
    const away = Math.hypot(...[0, 1, 2].map((k) => frame.goal[k] - frame.effector[k]));
    const what = {
      part: "pulling",
      rotate: "turning",
      root: "moving",
      lock: "moving the lock on",
      goal: "moving",
      slider: "sliding",
    }[drags.current.what];
    const whom =
      drags.current.what === "slider"
        ? drags.current.parameter!
        : drags.current.what === "root"
          ? "the figure"
          : state.label(state.selected ?? "");
    const rest =
      drags.current.what !== "slider" && drags.current.what !== "rotate" && away > 5e-4
        ? ` · ${inWords(away, "m")} from the cursor`
        : "";
    return `${what} ${whom}${rest}`;
  }
  return editor.lastDone;
}

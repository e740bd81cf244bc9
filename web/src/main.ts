/** The page: everything is made here and put together. */

import "./theme.css";
import { actionFor, chordOf, isTyping } from "./actions/action";
import { makeActions, makeMenus } from "./actions/commands";
import { acceptDrops } from "./actions/files";
import { LockMenu } from "./actions/lock_menu";
import { stateLine, titleBar, toolBar } from "./bars/bars";
import { firstHint, Help } from "./dialogs/help";
import { askForText } from "./dialogs/prompt";
import { Editor } from "./editor";
import { ConflictCard } from "./panels/conflict";
import { HistoryPanel } from "./panels/history";
import { LocksPanel } from "./panels/locks";
import { PartsPanel } from "./panels/parts";
import { PosesPanel } from "./panels/poses";
import { SidePanel } from "./panels/side";
import { SolverPanel } from "./panels/solver";
import { drawsInSoftware } from "./stage/software";
import { Stage } from "./stage/stage";
import { ChaseTool } from "./tools/chase";
import { KeyboardPull } from "./tools/keyboard";
import { Pointer } from "./tools/pointer";
import { Panes } from "./views/panes";
import { el } from "./widgets/dom";
import { menuBar, menuIsOpen } from "./widgets/menu";
import type { Socket } from "./wire/link";

const query = new URLSearchParams(location.search);
const low = query.has("low") || (!query.has("high") && drawsInSoftware());

function makeStage(): Stage {
  try {
    return new Stage({ low, theme: "dark" });
  } catch (error) {
    document.body.append(
      el(
        "p",
        { class: "no-drawing", role: "alert" },
        "This browser cannot draw in three dimensions (WebGL 2). Allow hardware acceleration in its settings, or open the address in another browser.",
      ),
    );
    throw error;
  }
}

const editor = new Editor(() => new WebSocket(`${location.origin.replace("http", "ws")}/ws`) as unknown as Socket);
const { state } = editor;
const stage = makeStage();
const panes = new Panes(editor, stage);
const lockMenu = new LockMenu(editor);
const keyboard = new KeyboardPull(editor, stage);
const chase = new ChaseTool(editor, stage);

const parts = new PartsPanel(editor);
const poses = new PosesPanel(editor);
const locks = new LocksPanel(editor, (at) => lockMenu.openKinds(at));
const side = new SidePanel(editor, { parts, locks, solver: new SolverPanel(editor), poses, history: new HistoryPanel(editor) });

const actions = makeActions({
  editor,
  panes,
  lockMenu,
  keyboard,
  toggleHelp: () => help.toggle(),
  searchParts: () => {
    state.setView({ panel: "parts" });
    parts.focusSearch();
  },
  namePose: () => {
    state.setView({ panel: "poses" });
    poses.focusName();
  },
  rename: () =>
    askForText("Rename the project", state.document?.name ?? "", (name) => void editor.edit({ kind: "rename_project", name })),
});
const help = new Help(actions, () => state.version);
const pointer = new Pointer(editor, stage, panes, {
  contextMenu: (part, lock, at) => lockMenu.open(part, lock, at),
  starMoved: (held) => chase.moved(held),
  starLeft: (place) => chase.putBack(place),
});

const veil = el(
  "div",
  { class: "veil", hidden: true },
  el("p", {}, "Drop a figure (.scr, .urdf), a pose (.json) or a project (.manikin)"),
);
const loading = el("div", { class: "loading", role: "status" }, "Connecting to manikin …");
panes.element.append(lockMenu.banner, firstHint(editor), loading);
side.element.append(new ConflictCard(editor).element);
document.body.append(
  titleBar(editor, menuBar(makeMenus(actions, editor, lockMenu)), actions),
  toolBar(editor, actions),
  el("div", { class: "middle" }, panes.element, side.element),
  stateLine(editor, actions),
  editor.notices.element,
  help.element,
  veil,
);
acceptDrops(editor, veil);

state.on("view", () => (document.documentElement.dataset.theme = state.view.theme));
state.on("connection", () => {
  loading.hidden = state.connection === "open";
  loading.textContent =
    state.connection === "lost"
      ? "The server is gone. All that was saved is on disk: start manikin edit again and open the address that it prints."
      : "Connecting to manikin …";
  document.body.classList.toggle("apart", state.connection !== "open" && state.figure !== null);
});

document.addEventListener("keydown", (event) => {
  if (help.element.open || menuIsOpen() || document.querySelector("dialog[open]")) return;
  if (isTyping(event.target) && event.key !== "F1") {
    if (event.key === "Enter") (event.target as HTMLElement).blur(); // what was typed is done: keys are the editor's again
    return;
  }
  if (keyboard.key(event)) {
    event.preventDefault();
    return;
  }
  if (event.key === "Escape" && (state.dragging || pointer.busy)) {
    pointer.cancel();
    editor.drags.cancel();
    return;
  }
  const chord = chordOf(event);
  // Tab goes from part to part only where the views have the focus; elsewhere it goes from control to control
  const inViews = document.activeElement === document.body || panes.element.contains(document.activeElement);
  if ((chord === "Tab" || chord === "Shift+Tab" || chord === "Enter") && !inViews) return;
  const action = actionFor(actions, chord);
  if (!action || (event.repeat && /^[A-Z]$/.test(chord))) return;
  event.preventDefault();
  action.run();
});
document.addEventListener("focusout", () => keyboard.active && setTimeout(() => document.hasFocus() || keyboard.finish(true)));

document.addEventListener("pointerdown", () => document.body.classList.add("by-pointer"), true);
document.addEventListener("keydown", () => document.body.classList.remove("by-pointer"), true);

panes.layout();
editor.link.connect();

/** For tests and for the console: the page's own state. */
declare global {
  interface Window {
    editor: { editor: Editor; state: typeof state; stage: Stage; panes: Panes; pointer: Pointer; actions: typeof actions };
  }
}
window.editor = { editor, state, stage, panes, pointer, actions };

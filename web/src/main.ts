/** The page: everything is made here and put together. */

import "./theme.css";
import { Actions } from "./actions/action";
import { characterActions, dropFiles } from "./actions/characters";
import { editActions } from "./actions/edit";
import { FigureEdits, figureActions } from "./actions/figures";
import { fileActions } from "./actions/file";
import { acceptDrops, DROPPED } from "./actions/files";
import { openKeyMenu, openLineMenu } from "./actions/key_menu";
import { keyMoveActions } from "./actions/key_moves";
import { lockActions } from "./actions/lock";
import { LockMenu } from "./actions/lock_menu";
import { lookingActions } from "./actions/looking";
import { makeMenus } from "./actions/menus";
import { motionActions } from "./actions/motion";
import { poseActions } from "./actions/pose";
import { Projects } from "./actions/projects";
import { propActions } from "./actions/props";
import { relaxActions } from "./actions/relax";
import { selectionActions } from "./actions/selection";
import { switchActions } from "./actions/switches";
import { timelineActions } from "./actions/timeline";
import { viewActions } from "./actions/view";
import { windowActions } from "./actions/window";
import { stateLine } from "./bars/state_line";
import { titleBar } from "./bars/title_bar";
import { toolBar } from "./bars/tool_bar";
import { timelineSection } from "./bars/transport";
import { BackdropCard } from "./dialogs/backdrop";
import { FilmCard } from "./dialogs/film";
import { firstHint } from "./dialogs/first_hint";
import { Help } from "./dialogs/help";
import { PictureCard } from "./dialogs/picture";
import { RolesCard } from "./dialogs/roles";
import { ScriptCard } from "./dialogs/script";
import { WalkCard } from "./dialogs/walk";
import { Editor } from "./editor";
import { inspected } from "./inspect";
import { listenToKeys } from "./keys";
import { FlipBooks } from "./library/flip_books";
import { ClipConflictCard } from "./panels/clip_conflicts";
import { ClipsPanel } from "./panels/clips";
import { ConflictCard } from "./panels/conflict";
import { FiguresPanel } from "./panels/figures";
import { HistoryPanel } from "./panels/history";
import { LocksPanel } from "./panels/locks";
import { PartsPanel } from "./panels/parts";
import { PosesPanel } from "./panels/poses";
import { SidePanel } from "./panels/side";
import { SolverPanel } from "./panels/solver";
import { makeRenderer } from "./stage/renderer";
import { drawsInSoftware } from "./stage/software";
import { Stage } from "./stage/stage";
import { effect } from "./state/signals";
import { KeyCard } from "./timeline/key_card";
import { Player } from "./timeline/player";
import { TimelineView } from "./timeline/timeline";
import { ArrowTool } from "./tools/arrow";
import { BoxTool } from "./tools/box";
import { ContextTool, GroundTool, NavigateTool } from "./tools/camera";
import { KeyboardPull } from "./tools/keyboard";
import { LockTool, selectionOf } from "./tools/lock";
import { PathTool, SkinTool } from "./tools/path";
import { PoleTool } from "./tools/pole";
import { PullTool } from "./tools/pull";
import { RingTool } from "./tools/ring";
import { StarTool } from "./tools/star";
import { type ViewSample, viewsPointer } from "./tools/views_pointer";
import { Panes } from "./views/panes";
import { el } from "./widgets/dom";
import { menuBar } from "./widgets/menu";
import { webSocket } from "./wire/socket";

const query = new URLSearchParams(location.search);
const low = query.has("low") || (!query.has("high") && drawsInSoftware());
const NO_DRAWING =
  "This browser cannot draw in three dimensions (WebGL 2). Allow hardware acceleration in its settings, or open the address in another browser.";

function makeStage(): Stage {
  try {
    return new Stage({ low, theme: "dark" }, makeRenderer(low));
  } catch (error) {
    document.body.append(el("p", { class: "no-drawing", role: "alert" }, NO_DRAWING));
    throw error;
  }
}

const editor = new Editor(webSocket(`${location.origin.replace("http", "ws")}/ws`));
const { state, drags, link } = editor;
const stage = makeStage();
stage.surfaces.ask = async (digest) => {
  const answer = await fetch(`/api/skin/${digest}`);
  if (answer.status !== 200) throw new Error(`the server answered ${answer.status}`);
  return answer.arrayBuffer();
};
const panes = new Panes(state, editor.receiver, stage);
const edits = new FigureEdits(editor, (figure) => panes.reveal(figure));
const lockMenu = new LockMenu(editor, (figure) => edits.menu(figure));
const keyboard = new KeyboardPull(state, drags, stage);

// ---- tools in the views: those named first are asked first ----------------------------------------------

const camera = { moved: () => panes.keepCameras() };
const openMenu = (at: ViewSample): void => {
  const found = pointer.hovered(at);
  const { part, lock } = found?.selection ?? { part: null, lock: null };
  const selection = lock === null ? { part, lock } : selectionOf(state, lock);
  if (!found || found.selection) state.select(selection.part, selection.lock);
  lockMenu.open(selection.part, selection.lock, { x: at.clientX, y: at.clientY });
};
const pointer = viewsPointer(state, stage, panes, { contextMenu: openMenu });
pointer.register(
  new NavigateTool(stage, camera),
  new ContextTool(stage, camera, openMenu),
  new PathTool(state, stage, drags),
  new StarTool(state, stage, link),
  new RingTool(state, stage, drags),
  new ArrowTool(state, stage, drags),
  new PoleTool(state, stage, drags),
  new LockTool(state, stage, drags),
  new PullTool(state, stage, drags),
  new SkinTool(state, stage),
  new BoxTool(state, stage, panes.cells),
  new GroundTool(state, stage, camera),
);

// ---- panels and actions ---------------------------------------------------------------------------------

const parts = new PartsPanel(editor);
const poses = new PosesPanel(editor, stage);
const keyCard = new KeyCard(editor);
const timelineView = new TimelineView(editor, stage, {
  contextMenu: (at) => openLineMenu(editor, timelineView, keyCard, lockMenu, at),
  keyMenu: (key, place) => openKeyMenu(editor, timelineView, keyCard, key, place),
});
const clips = new ClipsPanel(editor, timelineView, new FlipBooks(state, stage));
timelineView.line.outside = (at) => clips.take(at);
const side = new SidePanel(state, {
  figures: new FiguresPanel(state, edits),
  parts,
  locks: new LocksPanel(editor, (at) => lockMenu.openKinds(at)),
  solver: new SolverPanel(editor),
  poses,
  clips,
  history: new HistoryPanel(editor),
});

const walkCard = new WalkCard(editor, stage, timelineView);
const script = new ScriptCard(editor);
const roles = new RolesCard(editor, stage);
const player = new Player(state);
const actions = new Actions();
const help = new Help(actions, () => state.catalogue.value.version);
const searchParts = (): void => {
  state.setView({ panel: "parts" });
  parts.focusSearch();
};
const namePose = (): void => {
  state.setView({ panel: "poses" });
  poses.focusName();
};
const film = new FilmCard(editor, stage);
const projects = new Projects(editor);
const picture = new PictureCard(editor, stage);
actions.register(
  fileActions(
    editor,
    projects,
    () => picture.open(),
    () => film.open(),
  ),
);
actions.register(editActions(editor, stage, lockMenu, searchParts));
actions.register(figureActions(state, edits));
actions.register(characterActions(editor, roles));
actions.register(poseActions(editor, keyboard, namePose));
actions.register(switchActions(editor));
actions.register(relaxActions(editor));
actions.register(selectionActions(editor));
actions.register(lockActions(editor, panes, lockMenu));
const overTime = { over: () => timelineView.line.over, fit: () => timelineView.fitChosen() };
const backdrop = new BackdropCard(editor, stage, panes);
actions.register(viewActions(state, panes, overTime, backdrop));
actions.register(timelineActions(editor, timelineView, player, keyCard, (figure) => panes.reveal(figure)));
actions.register(keyMoveActions(editor, timelineView, keyCard));
actions.register(lookingActions(editor, timelineView));
actions.register(propActions(editor));
actions.register(motionActions(state, walkCard, script));
pointer.registerFirst(backdrop);
pointer.registerFirst(walkCard);
actions.register(windowActions(state, () => help.toggle()));

// ---- the page -------------------------------------------------------------------------------------------

const veil = el("div", { class: "veil", hidden: true }, el("p", {}, DROPPED));
const loading = el("div", { class: "loading", role: "status" });
panes.element.append(roles.tags, lockMenu.banner, firstHint(editor), loading);
side.element.append(new ClipConflictCard(editor).element, new ConflictCard(editor).element);
document.body.append(
  titleBar(state, menuBar(makeMenus(actions, editor, panes, lockMenu, edits, projects)), actions),
  toolBar(state, actions),
  el("div", { class: "middle" }, panes.element, side.element),
  timelineSection(editor, timelineView, actions),
  stateLine(state, actions),
  editor.notices.element,
  help.element,
  film.element,
  picture.element,
  walkCard.element,
  backdrop.element,
  script.element,
  roles.element,
  keyCard.element,
  veil,
);
acceptDrops((files, at) => dropFiles(editor, panes, edits, files, at), veil);
listenToKeys({
  state,
  drags,
  actions,
  keyboard,
  pointers: [pointer, timelineView.pointer],
  retiming: () => timelineView.pointer.busy && Boolean(timelineView.line.doing.value?.command),
  views: panes.element,
  help: help.element,
  stop: () => editor.stop(),
});

effect(() => {
  document.documentElement.dataset.theme = state.theme.value;
});
effect(() => document.body.classList.toggle("full-view", state.full.value));
effect(() => stage.setTerrain(state.document.value?.terrain ?? null));
effect(() => {
  const connection = state.connection.value;
  loading.hidden = connection === "open";
  loading.textContent =
    connection === "lost"
      ? "The server is gone. All saved edits are on disk: run manikin edit again and open the address it prints."
      : "Connecting to manikin …";
  document.body.classList.toggle("apart", connection !== "open" && state.figures.value.size > 0);
});

effect(() => {
  if (state.file.value) void projects.load();
});

panes.layout();
link.connect();

declare global {
  interface Window {
    editor: ReturnType<typeof inspected>;
  }
}
window.editor = inspected({ editor, stage, panes, pointer, actions, timeline: timelineView });

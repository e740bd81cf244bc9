/** The list of actions of this editor, and the menus made of it. */

import type { Editor } from "../editor";
import { VIEW_NAMES, type ViewName } from "../stage/camera";
import type { PanelName, Tool } from "../state/state";
import type { KeyboardPull } from "../tools/keyboard";
import type { Panes } from "../views/panes";
import { type Entry, itemOf } from "../widgets/menu";
import type { Actions } from "./action";
import { download, openFile } from "./files";
import type { LockMenu } from "./lock_menu";
import { toggleHidden } from "./lock_menu";

export interface Parts {
  editor: Editor;
  panes: Panes;
  lockMenu: LockMenu;
  keyboard: KeyboardPull;
  toggleHelp: () => void;
  searchParts: () => void;
  namePose: () => void;
  rename: () => void;
}

export function makeActions({ editor, panes, lockMenu, keyboard, toggleHelp, searchParts, namePose, rename }: Parts): Actions {
  const { state } = editor;
  const { stage } = panes;
  const chosen = (): boolean => state.selected !== null;
  const lockChosen = (): boolean => state.selectedLock !== null;
  const settings = () => state.document?.settings;
  const tool = (name: Tool, label: string, keys: string, group = "Pose") => ({
    label,
    keys,
    group,
    checked: () => state.tool === name,
    run: () => state.setTool(state.tool === name ? "pull" : name),
  });
  const panel = (name: PanelName, label: string, keys: string) => ({
    label,
    keys,
    group: "Window",
    checked: () => state.view.panel === name,
    run: () => state.setView({ panel: name }),
  });
  const view = (name: ViewName, keys: string) => ({
    label: `${name.charAt(0).toUpperCase()}${name.slice(1)} view large`,
    keys,
    group: "Views",
    checked: () => state.view.large === name,
    run: () => state.setView({ large: name }),
  });
  const camera = (label: string, keys: string, dx: number, dy: number, pan: boolean) => ({
    label,
    keys,
    group: "Views",
    run: () => {
      const large = stage.cameras[state.view.large];
      if (pan || !large.orbits) large.pan(stage.rects[state.view.large]!, -3 * dx, -3 * dy);
      else large.orbit(dx, dy);
      panes.keepCameras();
      stage.request();
    },
  });
  const zoom = (label: string, keys: string, factor: number) => ({
    label,
    keys,
    group: "Views",
    run: () => {
      const rect = stage.rects[state.view.large]!;
      stage.cameras[state.view.large].zoom(rect, rect.width / 2, rect.height / 2, factor);
      panes.keepCameras();
      stage.request();
    },
  });
  const mode = (name: "part" | "branch" | "joint", label: string) => ({
    label,
    group: "Pose",
    checked: () => settings()?.drag_mode === name,
    run: () => {
      const base = settings()?.drag_base ?? state.figure?.joints[0].name ?? null;
      void editor.edit({ kind: "settings", drag_mode: name, ...(name === "joint" ? { drag_base: base } : {}) });
    },
  });
  const next = (step: number): void => {
    const parts = state.figure!.joints.filter((joint, k) => joint.kind !== "fixed" || stage.body!.balls(new Set([k])).length);
    const at = parts.findIndex((joint) => joint.name === state.selected);
    state.select(parts[at < 0 ? (step > 0 ? 0 : parts.length - 1) : (at + step + parts.length) % parts.length].name);
  };
  return {
    open: { label: "Open …", keys: "Ctrl+O", group: "File", run: () => openFile(editor) },
    rename: { label: "Rename the project …", group: "File", run: rename },
    save: {
      label: "Save",
      keys: "Ctrl+S",
      group: "File",
      run: () =>
        editor.notices.show(
          "info",
          "Everything is saved",
          "Each edit is on disk as soon as it is done. Save a copy to take it elsewhere.",
        ),
    },
    saveAs: { label: "Save a copy …", keys: "Ctrl+Shift+S", group: "File", run: () => download("project.manikin") },
    exportPose: { label: "Export the pose (JSON)", group: "File", run: () => download("pose.json") },
    exportFigure: { label: "Export the figure (.scr)", group: "File", run: () => download("figure.scr") },
    exportPicture: {
      label: "Export a picture (PNG)",
      keys: "Ctrl+E",
      group: "File",
      run: () => download("picture.png", { width: "1600", height: "1200", views: "four", theme: state.view.theme }),
    },
    undo: {
      label: () => (state.history.undo ? `Undo ${lower(state.history.undo)}` : "Undo"),
      keys: "Ctrl+Z",
      group: "Edit",
      enabled: () => state.history.undo !== null,
      run: () => editor.undo(),
    },
    redo: {
      label: () => (state.history.redo ? `Redo ${lower(state.history.redo)}` : "Redo"),
      keys: "Ctrl+Shift+Z Ctrl+Y",
      group: "Edit",
      enabled: () => state.history.redo !== null,
      run: () => editor.redo(),
    },
    nextPart: { label: "Next part", keys: "Tab", group: "Edit", run: () => next(1) },
    previousPart: { label: "Previous part", keys: "Shift+Tab", group: "Edit", run: () => next(-1) },
    deselect: {
      label: "Let go, deselect",
      keys: "Escape",
      group: "Edit",
      run: () => {
        if (lockMenu.isChoosing) lockMenu.cancel();
        else if (state.tool !== "pull") state.setTool("pull");
        else if (chosen() || lockChosen()) state.select(null);
        else if (!editor.notices.dismiss()) (document.activeElement as HTMLElement | null)?.blur();
      },
    },
    search: { label: "Search parts and sliders", keys: "/ Ctrl+F", group: "Edit", run: searchParts },
    pull: { label: "Take hold of the chosen part", keys: "Enter", group: "Pose", enabled: chosen, run: () => keyboard.begin() },
    root: tool("root", "Move the whole figure", "G"),
    rotate: tool("rotate", "Turn a part", "R"),
    star: tool("star", "Goal star: a part chases it", "S"),
    chainPart: mode("part", "Pull the part alone"),
    chainBranch: mode("branch", "Pull up to the branch"),
    chainJoint: mode("joint", "Pull up to the named joint"),
    mirror: {
      label: "Mirror the limb to the other side",
      keys: "M",
      group: "Pose",
      enabled: chosen,
      run: () => void editor.edit({ kind: "mirror", part: state.selected }),
    },
    mirrorAll: {
      label: "Mirror the whole pose",
      keys: "Shift+M",
      group: "Pose",
      run: () => void editor.edit({ kind: "mirror" }),
    },
    resetAll: { label: "Back to the rest pose", group: "Pose", run: () => void editor.edit({ kind: "reset" }) },
    store: { label: "Store the pose …", keys: "P", group: "Pose", run: namePose },
    hide: {
      label: "Hide or show the part",
      keys: "H",
      group: "Pose",
      enabled: chosen,
      run: () => toggleHidden(editor, state.selected!),
    },
    showAll: {
      label: "Show all parts",
      keys: "Shift+H",
      group: "Pose",
      enabled: () => state.hidden.size > 0,
      run: () => {
        state.hidden.clear();
        state.emit("hover");
      },
    },
    lock: {
      label: "Lock the chosen part …",
      keys: "L",
      group: "Locks",
      run: () => {
        const rect = panes.cells[state.view.large].getBoundingClientRect();
        const joint = state.selected === null ? -1 : state.jointIndex(state.selected);
        const at = joint < 0 ? null : stage.project(state.view.large, stage.body!.middle(joint));
        lockMenu.openKinds({ x: rect.left + (at?.x ?? 60), y: rect.top + (at?.y ?? 60) });
      },
    },
    toggleLock: {
      label: "Switch the chosen lock on or off",
      keys: "O",
      group: "Locks",
      enabled: lockChosen,
      run: () =>
        void editor.edit({ kind: "change_lock", id: state.selectedLock!, enabled: !state.lock(state.selectedLock!)!.enabled }),
    },
    removeLock: {
      label: "Remove the chosen lock",
      keys: "Delete Backspace",
      group: "Locks",
      enabled: lockChosen,
      run: () => void editor.edit({ kind: "remove_lock", id: state.selectedLock! }),
    },
    solve: {
      label: () => (editor.progress ? "Stop solving" : "Solve until satisfied"),
      keys: "Ctrl+Enter",
      group: "Locks",
      run: () => void editor.solve(),
    },
    continuous: {
      label: "Keep locks while pulling",
      group: "Locks",
      checked: () => settings()?.continuous ?? false,
      run: () => void editor.edit({ kind: "settings", continuous: !settings()?.continuous }),
    },
    view1: view("perspective", "1"),
    view2: view("front", "2"),
    view3: view("side", "3"),
    view4: view("top", "4"),
    full: {
      label: "Large view fills the window",
      keys: "Shift+Space F11",
      group: "Views",
      checked: () => state.view.full,
      run: () => state.setView({ full: !state.view.full }),
    },
    frame: {
      label: "Frame the chosen part",
      keys: "F",
      group: "Views",
      enabled: chosen,
      run: () => panes.frame(VIEW_NAMES, state.selected),
    },
    home: { label: "Frame everything", keys: "Home", group: "Views", run: () => panes.frame(VIEW_NAMES, null) },
    left: camera("Orbit left", "Ctrl+ArrowLeft", 12, 0, false),
    right: camera("Orbit right", "Ctrl+ArrowRight", -12, 0, false),
    up: camera("Orbit up", "Ctrl+ArrowUp", 0, 12, false),
    down: camera("Orbit down", "Ctrl+ArrowDown", 0, -12, false),
    panLeft: camera("Pan left", "Ctrl+Shift+ArrowLeft", -12, 0, true),
    panRight: camera("Pan right", "Ctrl+Shift+ArrowRight", 12, 0, true),
    panUp: camera("Pan up", "Ctrl+Shift+ArrowUp", 0, -12, true),
    panDown: camera("Pan down", "Ctrl+Shift+ArrowDown", 0, 12, true),
    nearer: zoom("Nearer", "+ =", 1.2),
    farther: zoom("Farther", "-", 1 / 1.2),
    theme: {
      label: () => (state.view.theme === "dark" ? "Light theme" : "Dark theme"),
      keys: "Shift+T",
      group: "Window",
      run: () => state.setView({ theme: state.view.theme === "dark" ? "light" : "dark" }),
    },
    parts: panel("parts", "Parts", "Alt+1"),
    locks: panel("locks", "Locks", "Alt+2"),
    solver: panel("solver", "Solver", "Alt+3"),
    poses: panel("poses", "Poses", "Alt+4"),
    history: panel("history", "History", "Alt+5"),
    help: { label: "Keys and gestures", keys: "? F1", group: "Window", run: toggleHelp },
    hint: { label: "First steps", group: "Window", run: () => state.setView({ hinted: false }) },
  };
}

const lower = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1);

export function makeMenus(actions: Actions, editor: Editor, lockMenu: LockMenu): Record<string, () => Entry[]> {
  const { state } = editor;
  const menu = (text: string): Entry[] => text.split(" ").map((name) => (name === "-" ? "-" : itemOf(actions[name])));
  return {
    File: () => [
      {
        label: "New",
        items: () =>
          state.figures.map((each) => ({
            label: `${each.name}: ${each.summary}`,
            run: () => void editor.edit({ kind: "new_figure", name: each.name }),
          })),
      },
      ...menu("open rename - save saveAs - exportPose exportFigure exportPicture"),
    ],
    Edit: () => menu("undo redo - nextPart previousPart deselect search - history"),
    Figure: () =>
      menu("pull root rotate star - chainPart chainBranch chainJoint - mirror mirrorAll resetAll store - hide showAll"),
    Lock: () => [
      ...(state.selected
        ? [{ heading: `Lock ${state.label(state.selected)}` }, ...lockMenu.kinds(state.selected), "-" as const]
        : menu("lock -")),
      ...menu("toggleLock removeLock - locks"),
    ],
    Solve: () => menu("solve continuous - solver"),
    View: () => menu("view1 view2 view3 view4 full - frame home nearer farther - theme - parts locks solver poses history"),
    Help: () => menu("help hint"),
  };
}

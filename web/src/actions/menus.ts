/** The menus of the bar, made from the actions. */

import type { Editor } from "../editor";
import type { Panes } from "../views/panes";
import type { Entry, Item } from "../widgets/menu";
import { type Action, type Actions, firstKey, isEnabled, labelOf } from "./action";
import type { FigureEdits } from "./figures";
import { download } from "./files";
import { groundMenu } from "./ground";
import type { LockMenu } from "./lock_menu";
import { skinMenu } from "./looking";
import type { Projects } from "./projects";
import { relaxTowards } from "./relax";
import { selectionSets } from "./selection";
import { shotMenu } from "./shots";

export type Menus = Readonly<Record<string, () => Entry[]>>;

export function makeMenus(
  actions: Actions,
  editor: Editor,
  panes: Panes,
  lockMenu: LockMenu,
  edits: FigureEdits,
  projects: Projects,
): Menus {
  const { state } = editor;
  const menu = (text: string): Entry[] => text.split(" ").map((name) => (name === "-" ? "-" : itemOf(actions.get(name))));
  return {
    File: () => [
      { label: "New project", items: () => projects.newMenu() },
      ...menu("open"),
      { label: "Open recent", items: () => projects.recentMenu() },
      ...menu("rename - save saveAs - exportPose"),
      {
        label: "Export figure",
        items: () =>
          [
            [".scr", "as .scr, without its skin"],
            [".glb", "as .glb, with its skin"],
            [".vrm", "as .vrm, an avatar"],
            [".usda", "as .usda, with its skin"],
          ].map(([suffix, label]) => ({
            label: label ?? "",
            run: () => download(`figure${suffix}`, { figure: state.active.value?.id ?? "" }),
          })),
      },
      {
        label: "Export clip",
        enabled: state.timeline.clips.value.has(state.active.value?.id ?? ""),
        items: () =>
          [".clip", ".npz", ".csv", ".bvh", ".glb", ".vrma", ".usda"].map((suffix) => ({
            label: `as ${suffix}`,
            run: () => download(`clip${suffix}`, { figure: state.active.value?.id ?? "" }),
          })),
      },
      ...menu("exportPicture exportFilm"),
    ],
    Edit: () => [
      ...menu("undo redo - nextPart previousPart chooseLimb deselect search"),
      { label: "Selection sets", items: () => selectionSets(editor) },
      ...menu("- history menus"),
    ],
    Figure: () => [
      { label: "Add", icon: "plus", items: () => edits.addMenu() },
      { label: "Ground", items: () => groundMenu(editor) },
      ...menu(
        "duplicateFigure renameFigure hideFigure freezeFigure removeFigure - dress stretch stretchFar - pull move axes rotate turns root star - chainPart chainBranch chainJoint - relax exaggerate",
      ),
      relaxTowards(editor),
      ...menu("mirror mirrorAll resetAll store - hide showAll"),
    ],
    Lock: () => {
      const { part } = state.selection.value;
      const kinds: Entry[] = part ? [{ heading: `Lock ${state.label(part)}` }, ...lockMenu.kinds(part), "-"] : menu("lock -");
      return [...kinds, ...menu("toggleLock removeLock allLocks - locks")];
    },
    Time: () => [
      ...menu("play loop record - key keyLimb breakdown - walk walkThrough script"),
      { label: "Props", items: () => menu("takeProp releaseProp throwProp") },
      "-",
      {
        label: "Chosen keys",
        items: () =>
          menu(
            "copyKeys cutKeys removeKeys deleteTime - ripple keysEarlier keysLater restEarlier restLater - stretchKeys shapeKeys",
          ),
      },
      { label: "Paste", items: () => menu("pasteKeys insertKeys pasteMirrored pasteRelative") },
      ...menu("allKeys frameKeys - path"),
      { label: "Onion skins", enabled: state.timeline.moves.value, items: () => skinMenu(editor) },
      ...menu("curves smooth cleanFeet nextProblem previousProblem - timeline"),
    ],
    Solve: () => menu("balance collision floor - solve continuous - solver"),
    View: () => [
      ...menu("view1 view2 view3 view4 opposite"),
      { label: "Cameras", items: () => shotMenu(state, panes) },
      ...menu(
        "xray backdrop follow full foldPanel - frame home nearer farther - timeline theme - figures parts locks solver poses clips history",
      ),
    ],
    Help: () => menu("help hint"),
  };
}

export const itemOf = (action: Action): Item => ({
  label: labelOf(action),
  keys: firstKey(action),
  run: action.run,
  enabled: isEnabled(action),
  checked: action.checked?.(),
});

/** The menus of the bar, made from the actions. */

import type { Editor } from "../editor";
import type { Entry, Item } from "../widgets/menu";
import { newFigure } from "../wire/commands";
import { type Action, type Actions, firstKey, isEnabled, labelOf } from "./action";
import type { LockMenu } from "./lock_menu";

export type Menus = Readonly<Record<string, () => Entry[]>>;

export function makeMenus(actions: Actions, editor: Editor, lockMenu: LockMenu): Menus {
  const { state } = editor;
  const menu = (text: string): Entry[] => text.split(" ").map((name) => (name === "-" ? "-" : itemOf(actions.get(name))));
  return {
    File: () => [
      {
        label: "New",
        items: () =>
          state.catalogue.value.figures.map((each) => ({
            label: `${each.name}: ${each.summary}`,
            run: () => void editor.edit(newFigure(each.name)),
          })),
      },
      ...menu("open rename - save saveAs - exportPose exportFigure exportPicture"),
    ],
    Edit: () => menu("undo redo - nextPart previousPart deselect search - history"),
    Figure: () =>
      menu("pull root rotate star - chainPart chainBranch chainJoint - mirror mirrorAll resetAll store - hide showAll"),
    Lock: () => {
      const { part } = state.selection.value;
      const kinds: Entry[] = part ? [{ heading: `Lock ${state.label(part)}` }, ...lockMenu.kinds(part), "-"] : menu("lock -");
      return [...kinds, ...menu("toggleLock removeLock - locks")];
    },
    Solve: () => menu("solve continuous - solver"),
    View: () => menu("view1 view2 view3 view4 full - frame home nearer farther - theme - parts locks solver poses history"),
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

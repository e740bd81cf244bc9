/** Posing: tools, the IK chain of a drag, mirror, reset, stored poses, hidden parts. */

import type { Editor } from "../editor";
import type { Command, Settings } from "../messages";
import type { FigureId } from "../state/part";
import type { ToolName } from "../state/state";
import type { AxesName } from "../state/view";
import type { KeyboardPull } from "../tools/keyboard";
import { changeSettings, hidePart, mirrorFigure, mirrorLimb, reset, showParts } from "../wire/commands";
import type { Action, ActionSet } from "./action";

export function poseActions(editor: Editor, keyboard: KeyboardPull, namePose: () => void): ActionSet {
  const { state } = editor;
  const group = "Pose";
  const isSelected = (): boolean => state.selection.value.part !== null;
  const editActive = (command: (figure: FigureId) => Command): void => {
    const figure = state.active.value;
    if (figure) void editor.edit(command(figure.id));
  };
  const tool = (name: ToolName, label: string, keys: string, hint: string): Action => ({
    label,
    keys,
    group,
    checked: () => state.tool.value === name,
    run: () => {
      state.tool.value = state.tool.value === name ? "pull" : name;
      state.status.value = state.tool.value === name ? hint : "";
    },
  });
  const chain = (mode: Settings["drag_mode"], label: string): Action => ({
    label,
    group,
    checked: () => state.settings.value?.drag_mode === mode,
    run: () => void editor.edit(changeSettings(chainChange(mode, state.settings.value, state.active.value?.root?.name))),
  });
  const axes = (of: "axes" | "turns", others: AxesName, label: string, keys: string): Action => ({
    label,
    keys,
    group,
    checked: () => state.view.value[of] === others,
    run: () => state.setView({ [of]: state.view.value[of] === "local" ? "world" : "local" }),
  });
  return {
    pull: { label: "Move selected part", keys: "Enter", group, enabled: isSelected, run: () => keyboard.begin() },
    move: tool("move", "Move along axes", "V", "drag an arrow of the selected part or lock; with Ctrl in whole centimetres"),
    axes: axes("axes", "local", "Arrows along own axes", "Shift+V"),
    root: tool("root", "Carry figure with its locks", "G", "drag the figure anywhere: its locks come along"),
    rotate: tool("rotate", "Rotate part", "R", "drag a ring of the selected part or lock; with Ctrl in steps of five degrees"),
    turns: axes("turns", "world", "Rings about world axes", "Shift+R"),
    star: tool("star", "Goal star for selected part", "S", "drag the star off the selected part: the part follows it"),
    chainPart: chain("part", "Pull the part alone (FK)"),
    chainBranch: chain("branch", "Pull the limb (IK)"),
    chainJoint: chain("joint", "Pull the full body"),
    mirror: {
      label: "Mirror limb to other side",
      keys: "M",
      group,
      enabled: isSelected,
      run: () => {
        const { part } = state.selection.value;
        if (part) void editor.edit(mirrorLimb(part));
      },
    },
    mirrorAll: { label: "Mirror whole pose", keys: "Shift+M", group, run: () => editActive(mirrorFigure) },
    resetAll: { label: "Reset to rest pose", group, run: () => editActive(reset) },
    store: { label: "Store pose …", keys: "P", group, run: namePose },
    hide: {
      label: "Hide or show part",
      keys: "H",
      group,
      enabled: isSelected,
      run: () => {
        const { part } = state.selection.value;
        if (part) void editor.edit(hidePart(part, state.figureState(part.figure)?.hidden_parts ?? []));
      },
    },
    showAll: {
      label: "Show all parts",
      keys: "Shift+H",
      group,
      enabled: () => state.hidden.value.size > 0,
      run: () => showAllParts(editor),
    },
  };
}

/** Shows the hidden parts of all figures. */
export function showAllParts(editor: Editor): void {
  for (const [figure, { hidden_parts }] of editor.state.document.value?.figures ?? [])
    if (hidden_parts.length) void editor.edit(showParts(figure));
}

/** The settings for a mode of the IK chain; the root of the figure is the chain's root where none is set. */
export function chainChange(
  mode: Settings["drag_mode"],
  settings: Settings | null,
  root: string | undefined,
): Pick<Settings, "drag_mode"> & { drag_base?: string | null } {
  return mode === "joint" && !settings?.drag_base ? { drag_mode: mode, drag_base: root ?? null } : { drag_mode: mode };
}

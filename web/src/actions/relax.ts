/** Between a pose and rest: a limb, or the chosen parts, go a share of the way, or further away. */

import type { Editor } from "../editor";
import type { ParameterData } from "../messages";
import type { Item } from "../widgets/menu";
import type { Action, ActionSet } from "./action";

const SHARE = 0.25;

export function relaxActions(editor: Editor): ActionSet {
  const { state } = editor;
  /** The parameters of the chosen parts, or of the limb of the one that is selected. */
  const meant = (): readonly ParameterData[] => {
    const { part } = state.selection.value;
    const figure = state.figureOf(part);
    if (!part || !figure) return [];
    const chosen = state.chosenOf(figure.id);
    const limb = figure.joint(part.part)?.limb;
    const isMeant = ({ joint }: ParameterData): boolean =>
      chosen.length > 1 ? chosen.includes(joint) : figure.joint(joint)?.limb === limb;
    return figure.data.parameters.filter((parameter) => isMeant(parameter) && parameter.joint !== figure.root?.name);
  };
  const go = (label: string, keys: string, share: number): Action => ({
    label,
    keys,
    group: "Pose",
    enabled: () => meant().length > 0,
    run: () => {
      const figure = state.figureOf(state.selection.value.part);
      if (!figure) return;
      const now = state.values(figure.id);
      const values = Object.fromEntries(
        meant().map(({ name, rest, lo, hi }) => {
          const value = now[figure.parameterIndex(name)] ?? rest;
          return [name, Math.min(Math.max(value + share * (rest - value), lo ?? -Infinity), hi ?? Infinity)];
        }),
      );
      void editor.edit({ kind: "set_parameters", figure: figure.id, values });
    },
  });
  return {
    relax: go("Relax limb towards rest", "Q", SHARE),
    exaggerate: go("Push limb away from rest", "Shift+Q", -SHARE),
  };
}

/** Towards a stored pose: the limb of the selected part, or those of the chosen parts, go a share of the way; locks hold. */
export function relaxTowards(editor: Editor): Item {
  const { state } = editor;
  const { part } = state.selection.value;
  const poses = (part && state.figureState(part.figure)?.poses) ?? [];
  const towards = (name: string): Item => ({
    label: name,
    run: () => {
      if (!part) return;
      const parts = state.chosenOf(part.figure);
      void editor.edit({ kind: "apply_pose", figure: part.figure, name, share: SHARE, parts, locks: "hold" });
    },
  });
  return {
    label: "Relax limb towards a pose",
    enabled: poses.length > 0,
    items: () => poses.map(({ name }) => towards(name)),
  };
}

/** Several parts at once: the whole limb, and sets of parts that are kept by name. */

import type { Editor } from "../editor";
import type { Entry } from "../widgets/menu";
import { askForText } from "../widgets/prompt";
import type { ActionSet } from "./action";
import { keptMenu, without } from "./kept";

export function selectionActions({ state }: Editor): ActionSet {
  return {
    chooseLimb: {
      label: "Select the whole limb",
      keys: "Shift+A",
      group: "Edit",
      enabled: () => state.selection.value.part !== null,
      run: () => {
        const { part } = state.selection.value;
        const figure = state.figureOf(part);
        if (!part || !figure) return;
        const limb = figure.joint(part.part)?.limb;
        state.choose(
          figure.data.joints
            .filter((joint) => joint.limb === limb && joint.kind !== "fixed")
            .map((joint) => figure.ref(joint.name)),
        );
      },
    },
  };
}

/** The sets that are kept, and one more. */
export function selectionSets({ state }: Editor): Entry[] {
  const figure = state.active.value;
  const { sets } = state.view.value;
  const own = figure ? state.chosenOf(figure.id) : [];
  const choose = (name: string): void => {
    const parts = sets[name] ?? [];
    if (figure) state.choose(parts.filter((part) => figure.joint(part)).map((part) => figure.ref(part)));
  };
  const keep = (name: string): void => state.setView({ sets: { ...state.view.value.sets, [name]: own } });
  const store = (): void => askForText("Name of the set", "", keep);
  const more = { label: "Store chosen parts …", enabled: own.length > 0, run: store };
  return keptMenu(Object.keys(sets), choose, more, (name) => state.setView({ sets: without(sets, name) }));
}

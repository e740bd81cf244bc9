/** Undo and redo, and the selection. */

import type { Editor } from "../editor";
import type { Stage } from "../stage/stage";
import { NO_KEYS } from "../state/clip";
import type { ActionSet } from "./action";
import type { LockMenu } from "./lock_menu";

export function editActions(editor: Editor, stage: Stage, lockMenu: LockMenu, searchParts: () => void): ActionSet {
  const { state } = editor;
  const group = "Edit";
  /** Selects the next or the previous part that can be seen or moved, through all figures. */
  const selectNext = (step: number): void => {
    const shown = [...state.figures.value.values()].filter(({ id }) => !state.figureState(id)?.hidden);
    const parts = shown.flatMap((figure) =>
      figure.data.joints
        .filter((joint, k) => joint.kind !== "fixed" || stage.bodies.get(figure.id)?.isSolid(k))
        .map((joint) => figure.ref(joint.name)),
    );
    const { part } = state.selection.value;
    const at = parts.findIndex((each) => each.figure === part?.figure && each.part === part?.part);
    const next = at < 0 ? (step > 0 ? 0 : parts.length - 1) : (at + step + parts.length) % parts.length;
    state.select(parts[next] ?? null);
  };
  return {
    undo: {
      label: () => named("Undo", state.history.value.undo),
      keys: "Ctrl+Z",
      group,
      enabled: () => state.history.value.undo !== null,
      run: () => editor.undo(),
    },
    redo: {
      label: () => named("Redo", state.history.value.redo),
      keys: "Ctrl+Shift+Z Ctrl+Y",
      group,
      enabled: () => state.history.value.redo !== null,
      run: () => editor.redo(),
    },
    nextPart: { label: "Select next part", keys: "]", group, run: () => selectNext(1) },
    previousPart: { label: "Select previous part", keys: "[", group, run: () => selectNext(-1) },
    deselect: {
      label: "Cancel, deselect",
      keys: "Escape",
      group,
      run: () => {
        const { part, lock } = state.selection.value;
        if (state.timeline.keysLast.value && state.timeline.keys.value.size) {
          state.timeline.choose(NO_KEYS);
          return;
        }
        if (lockMenu.isChoosing) lockMenu.cancel();
        else if (state.tool.value !== "pull") state.tool.value = "pull";
        else if (part || lock !== null) state.select(null);
        else if (!editor.notices.dismiss() && document.activeElement instanceof HTMLElement) document.activeElement.blur();
      },
    },
    menus: {
      label: "Go to the menus",
      keys: "F10",
      group,
      run: () => document.querySelector<HTMLElement>(".menu-button")?.focus(),
    },
    search: { label: "Search parts and sliders", keys: "/ Ctrl+F", group, run: searchParts },
  };
}

const named = (word: string, label: string | null): string =>
  label ? `${word} ${label.charAt(0).toLowerCase()}${label.slice(1)}` : word;

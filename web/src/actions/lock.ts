/** Locks, and solving them. */

import type { Editor } from "../editor";
import type { Lock } from "../state/scene";
import type { Panes } from "../views/panes";
import { changeLock, changeSettings, removeLock, switchLocks } from "../wire/commands";
import { removeKeys } from "../wire/key_commands";
import type { ActionSet } from "./action";
import type { LockMenu } from "./lock_menu";

export function lockActions(editor: Editor, panes: Panes, lockMenu: LockMenu): ActionSet {
  const { state } = editor;
  const group = "Locks";
  /** Delete is for what was chosen last, keys or a lock. */
  const keysLast = (): boolean => state.timeline.keysLast.value && state.timeline.keys.value.size > 0;
  const isSelected = (): boolean => state.selectedLock !== undefined;
  const ofActive = (): Lock[] => state.locks.value.filter((lock) => lock.figure === state.active.value?.id);
  const areOn = (): boolean => ofActive().some((lock) => lock.enabled);
  return {
    lock: {
      label: "Lock selected part …",
      keys: "L",
      group,
      run: () => {
        const view = state.large.value;
        const box = panes.cells[view].getBoundingClientRect();
        const found = panes.stage.find(state.selection.value.part);
        const at = found && panes.stage.project(view, found.body.middle(found.joint));
        lockMenu.openKinds({ x: box.left + (at?.x ?? 60), y: box.top + (at?.y ?? 60) });
      },
    },
    toggleLock: {
      label: "Turn selected lock on or off",
      keys: "O",
      group,
      enabled: isSelected,
      run: () => {
        const lock = state.selectedLock;
        if (lock) void editor.edit(changeLock(lock.id, { enabled: !lock.enabled }));
      },
    },
    allLocks: {
      label: () => (areOn() ? "Turn all locks off" : "Turn all locks on"),
      keys: "Alt+O",
      group,
      enabled: () => ofActive().length > 0,
      run: () => {
        const figure = state.active.value;
        if (figure) void editor.edit(switchLocks(figure.id, !areOn()));
      },
    },
    removeLock: {
      label: () => (keysLast() ? "Delete chosen keys" : "Delete selected lock"),
      keys: "Delete Backspace",
      group,
      enabled: () => keysLast() || isSelected(),
      run: () => {
        if (keysLast()) {
          void editor.edit(removeKeys(state.timeline.keys.value));
          return;
        }
        const lock = state.selectedLock;
        if (lock) void editor.edit(removeLock(lock.id));
      },
    },
    solve: {
      label: () => (state.solving.value ? "Stop solving" : "Solve until converged"),
      keys: "Ctrl+Enter",
      group,
      run: () => void editor.solve(),
    },
    continuous: {
      label: "Solve locks while dragging",
      group,
      checked: () => state.settings.value?.continuous ?? false,
      run: () => void editor.edit(changeSettings({ continuous: !state.settings.value?.continuous })),
    },
  };
}

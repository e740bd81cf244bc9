/** What a figure minds while it is pulled: its balance, itself and others, the floor. */

import type { Editor } from "../editor";
import { changeSettings } from "../wire/commands";
import type { Action, ActionSet } from "./action";

export function switchActions(editor: Editor): ActionSet {
  const of = (name: "balance" | "collision" | "floor", label: string, keys: string): Action => ({
    label,
    keys,
    group: "Pose",
    checked: () => editor.state.settings.value?.[name] ?? false,
    run: () => {
      const settings = editor.state.settings.value;
      if (settings) void editor.edit(changeSettings({ [name]: !settings[name] }));
    },
  });
  return {
    balance: of("balance", "Balance: the weight stays over the feet", "Shift+B"),
    collision: of("collision", "Collision: no part goes into another", "Shift+C"),
    floor: of("floor", "Floor: nothing goes below the ground", "Shift+O"),
  };
}

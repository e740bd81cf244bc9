/** The window: theme, panels, help. */

import type { State } from "../state/state";
import type { PanelName } from "../state/view";
import type { Action, ActionSet } from "./action";

export function windowActions(state: State, toggleHelp: () => void): ActionSet {
  const group = "Window";
  const panel = (name: PanelName, label: string, keys: string): Action => ({
    label,
    keys,
    group,
    checked: () => state.panel.value === name,
    run: () => state.setView({ panel: name }),
  });
  return {
    theme: {
      label: () => (state.theme.value === "dark" ? "Light theme" : "Dark theme"),
      keys: "Shift+T",
      group,
      run: () => state.setView({ theme: state.theme.value === "dark" ? "light" : "dark" }),
    },
    figures: panel("figures", "Figures", "Alt+1"),
    parts: panel("parts", "Parts", "Alt+2"),
    locks: panel("locks", "Locks", "Alt+3"),
    solver: panel("solver", "Solver", "Alt+4"),
    poses: panel("poses", "Poses", "Alt+5"),
    clips: panel("clips", "Clips", "Alt+6"),
    history: panel("history", "History", "Alt+7"),
    help: { label: "Keys and gestures", keys: "? F1", group, run: toggleHelp },
    hint: { label: "First steps", group, run: () => state.setView({ hinted: false }) },
  };
}

/** Motion by walking through places, and by scripts. */

import type { State } from "../state/state";
import type { ActionSet } from "./action";

export function motionActions(state: State, walk: { start(): void }, script: { toggle(): void }): ActionSet {
  const group = "Timeline";
  const enabled = (): boolean => state.active.value !== null;
  return {
    walkThrough: { label: "Walk through places …", keys: "W", group, enabled, run: () => walk.start() },
    script: { label: "Motion script …", keys: "Shift+S", group, enabled, run: () => script.toggle() },
  };
}

/** Views and their cameras. */

import type { State } from "../state/state";
import { VIEW_NAMES, type ViewName } from "../state/view";
import type { Panes } from "../views/panes";
import type { Action, ActionSet } from "./action";

const STEP = 12; // [pixels] of the mouse that a key stands for

/** The timeline, where the pointer may be: F is for it then. */
interface Time {
  over(): boolean;
  fit(): void;
}

export function viewActions(state: State, panes: Panes, time: Time, backdrop: { open(): void }): ActionSet {
  const group = "Views";
  const { stage } = panes;
  const view = (name: ViewName, keys: string): Action => ({
    label: `${name.charAt(0).toUpperCase()}${name.slice(1)} view`,
    keys,
    group,
    checked: () => state.large.value === name,
    run: () => state.setView({ large: name }),
  });
  const orbit = (label: string, keys: string, dx: number, dy: number): Action => ({
    label,
    keys,
    group,
    run: () => {
      const camera = stage.cameras[state.large.value];
      const rect = stage.rects[state.large.value];
      if (camera.orbits) camera.orbit(STEP * dx, STEP * dy);
      else if (rect) camera.pan(rect, -3 * STEP * dx, -3 * STEP * dy);
      moved();
    },
  });
  const pan = (label: string, keys: string, dx: number, dy: number): Action => ({
    label,
    keys,
    group,
    run: () => {
      const rect = stage.rects[state.large.value];
      if (rect) stage.cameras[state.large.value].pan(rect, -3 * STEP * dx, -3 * STEP * dy);
      moved();
    },
  });
  const zoom = (label: string, keys: string, factor: number): Action => ({
    label,
    keys,
    group,
    run: () => {
      const rect = stage.rects[state.large.value];
      if (rect) stage.cameras[state.large.value].zoom(rect, rect.width / 2, rect.height / 2, factor);
      moved();
    },
  });
  const moved = (): void => {
    panes.keepCameras();
    stage.request();
  };
  return {
    view1: view("perspective", "1"),
    view2: view("front", "2"),
    view3: view("side", "3"),
    view4: view("top", "4"),
    opposite: { label: "Look from the opposite side", keys: "5", group, run: () => panes.flip(state.large.value) },
    xray: {
      label: "X-ray: see and grab what is behind",
      keys: "X",
      group,
      checked: () => state.xray.value,
      run: () => {
        state.xray.value = !state.xray.value;
      },
    },
    backdrop: {
      label: "Picture behind the large view …",
      group,
      checked: () => panes.backdrops.of(state.large.value) !== null,
      run: () => backdrop.open(),
    },
    follow: {
      label: "Small views follow the figure",
      group,
      checked: () => state.view.value.follow,
      run: () => state.setView({ follow: !state.view.value.follow }),
    },
    foldPanel: {
      label: "Fold panel away",
      keys: "Shift+P",
      group,
      checked: () => state.view.value.folded,
      run: () => state.setView({ folded: !state.view.value.folded }),
    },
    full: {
      label: "Maximize view",
      keys: "Shift+Space F11",
      group,
      checked: () => state.full.value,
      run: () => state.setView({ full: !state.full.value }),
    },
    frame: {
      label: "Frame selected part, or over the timeline the chosen keys",
      keys: "F",
      group,
      enabled: () => time.over() || state.selection.value.part !== null,
      run: () => (time.over() ? time.fit() : panes.fitView(VIEW_NAMES, state.selection.value.part)),
    },
    home: { label: "Frame all", keys: "Home", group, run: () => panes.fitView(VIEW_NAMES, null) },
    left: orbit("Orbit left", "Ctrl+ArrowLeft", 1, 0),
    right: orbit("Orbit right", "Ctrl+ArrowRight", -1, 0),
    up: orbit("Orbit up", "Ctrl+ArrowUp", 0, 1),
    down: orbit("Orbit down", "Ctrl+ArrowDown", 0, -1),
    panLeft: pan("Pan left", "Ctrl+Shift+ArrowLeft", -1, 0),
    panRight: pan("Pan right", "Ctrl+Shift+ArrowRight", 1, 0),
    panUp: pan("Pan up", "Ctrl+Shift+ArrowUp", 0, -1),
    panDown: pan("Pan down", "Ctrl+Shift+ArrowDown", 0, 1),
    nearer: zoom("Zoom in", "+ =", 1.2),
    farther: zoom("Zoom out", "-", 1 / 1.2),
  };
}

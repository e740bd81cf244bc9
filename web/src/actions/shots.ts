/** Shots: cameras that are kept by name, to come back to. */

import type { State } from "../state/state";
import type { Panes } from "../views/panes";
import type { Entry } from "../widgets/menu";
import { askForText } from "../widgets/prompt";

/** The shots that are kept, and one more: what the large view shows. */
export function shotMenu(state: State, panes: Panes): Entry[] {
  const { shots, large } = state.view.value;
  const { cameras } = panes.stage;
  const names = Object.keys(shots);
  const keep = (name: string): void =>
    state.setView({ shots: { ...state.view.value.shots, [name]: { view: large, ...cameras[large].state } } });
  const show = (name: string): void => {
    const shot = state.view.value.shots[name];
    if (!shot) return;
    const { view, ...camera } = shot;
    cameras[view].state = camera;
    state.setView({ large: view });
    panes.stage.request();
    panes.keepCameras();
  };
  const without = (name: string): void =>
    state.setView({ shots: Object.fromEntries(Object.entries(shots).filter(([each]) => each !== name)) });
  return [
    ...names.map((name) => ({ label: name, run: () => show(name) })),
    ...(names.length ? (["-"] as const) : []),
    { label: "Store this camera …", run: () => askForText("Name of the camera", "", keep) },
    ...names.map((name) => ({ label: `Forget ${name}`, run: () => without(name) })),
  ];
}

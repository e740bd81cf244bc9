/** Shots: cameras that are kept by name, to come back to. */

import type { State } from "../state/state";
import type { Panes } from "../views/panes";
import type { Entry } from "../widgets/menu";
import { askForText } from "../widgets/prompt";
import { keptMenu, without } from "./kept";

/** The shots that are kept, and one more: what the large view shows. */
export function shotMenu(state: State, panes: Panes): Entry[] {
  const { shots, large } = state.view.value;
  const { cameras } = panes.stage;
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
  const more = { label: "Store this camera …", run: () => askForText("Name of the camera", "", keep) };
  return keptMenu(Object.keys(shots), show, more, (name) => state.setView({ shots: without(shots, name) }));
}

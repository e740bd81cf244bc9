/** The pointer in the four views: its samples know their view, and two fingers or a wheel move the camera. */

import type { Stage } from "../stage/stage";
import { NOTHING, type Selection } from "../state/part";
import type { State } from "../state/state";
import { VIEW_NAMES, type ViewName } from "../state/view";
import type { Panes } from "../views/panes";
import { type Pair, Pointer } from "./pointer";
import type { Sample, Tool } from "./tool";

const LINGER = 300; // [ms] that a trackpad's two-finger move goes on being one
const KEEP_AFTER = 250; // [ms] after the last turn of the wheel, when the camera is stored

export interface ViewSample extends Sample {
  readonly view: ViewName;
}

/** What is under the pointer in a view: a part or a lock, or a handle that cannot be selected (a ring, the star). */
export interface ViewHover {
  readonly selection: Selection | null;
  readonly ring?: number;
  readonly arrow?: number;
}

export type ViewTool = Tool<ViewSample, ViewHover>;

export interface ViewHooks {
  contextMenu(at: ViewSample): void;
}

export function viewsPointer(state: State, stage: Stage, panes: Panes, hooks: ViewHooks): Pointer<ViewSample, ViewHover> {
  const cellOf = (event: MouseEvent): [ViewName, HTMLElement] => {
    const found = VIEW_NAMES.find((name) => panes.cells[name].contains(event.currentTarget as Node)) ?? "perspective";
    return [found, panes.cells[found]];
  };
  const sample = (event: MouseEvent): ViewSample => {
    const [view, cell] = cellOf(event);
    const [box, whole] = [cell.getBoundingClientRect(), panes.element.getBoundingClientRect()];
    panes.labels.follow(event.clientX - whole.left, event.clientY - whole.top);
    const { clientX, clientY, button, shiftKey: shift, altKey: alt } = event;
    const [x, y] = [clientX - box.left, clientY - box.top];
    return { view, x, y, clientX, clientY, button, shift, alt, ctrl: event.ctrlKey || event.metaKey };
  };
  const pointer = new Pointer<ViewSample, ViewHover>({
    sample,
    hover: (found, { view }) => {
      state.hover.value = found?.selection ?? NOTHING;
      if (stage.rings.light(found?.ring ?? null)) stage.request();
      if (stage.gizmo.arrows.light(found?.arrow ?? null)) stage.request();
      panes.cells[view].classList.toggle("over", found !== null);
    },
    leave: () => {
      panes.labels.leave();
      state.hover.value = NOTHING;
    },
    rest: (at) => hooks.contextMenu(at),
    pinch: (at, before, after) => pinch(stage, panes, at, before, after),
    pinched: () => panes.keepCameras(),
  });
  for (const name of VIEW_NAMES) {
    pointer.listen(panes.cells[name]);
    listenToWheel(stage, panes, name, sample);
  }
  return pointer;
}

function pinch(stage: Stage, panes: Panes, { view }: ViewSample, before: Pair, after: Pair): void {
  const rect = stage.rects[view];
  if (!rect) return;
  const middle = ([a, b]: Pair): [number, number] => [(a.x + b.x) / 2, (a.y + b.y) / 2];
  const spread = ([a, b]: Pair): number => Math.hypot(a.x - b.x, a.y - b.y) || 1;
  const [[ax, ay], [bx, by]] = [middle(before), middle(after)];
  const box = panes.cells[view].getBoundingClientRect();
  stage.cameras[view].pan(rect, bx - ax, by - ay);
  stage.cameras[view].zoom(rect, bx - box.left, by - box.top, spread(after) / spread(before));
  stage.request();
}

/** A wheel, or a pinch on a trackpad (which comes with Ctrl), zooms; two fingers that also move sideways pan. */
function listenToWheel(stage: Stage, panes: Panes, view: ViewName, sample: (event: MouseEvent) => ViewSample): void {
  let pannedAt = -Infinity;
  let keep: ReturnType<typeof setTimeout> | undefined;
  const turn = (event: WheelEvent): void => {
    event.preventDefault();
    const rect = stage.rects[view];
    if (!rect) return;
    const { x, y } = sample(event);
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 200 : 1;
    if (!event.ctrlKey && (event.deltaX !== 0 || event.timeStamp - pannedAt < LINGER)) {
      pannedAt = event.timeStamp;
      stage.cameras[view].pan(rect, -event.deltaX * unit, -event.deltaY * unit);
    } else stage.cameras[view].zoom(rect, x, y, Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.0016)));
    stage.request();
    clearTimeout(keep);
    keep = setTimeout(() => panes.keepCameras(), KEEP_AFTER);
  };
  panes.cells[view].addEventListener("wheel", turn, { passive: false });
}

/** The page's state in plain values, for tests, for measurements and for the console: `window.editor`. */

import type { Actions } from "./actions/action";
import type { Editor } from "./editor";
import type { Body } from "./stage/body";
import { isInSight } from "./stage/framing";
import type { Stage } from "./stage/stage";
import type { Figure } from "./state/figure";
import type { ToolName } from "./state/state";
import type { ViewName, ViewState } from "./state/view";
import type { TimelineView } from "./timeline/timeline";
import type { Pointer } from "./tools/pointer";
import type { ViewHover, ViewSample } from "./tools/views_pointer";
import type { Panes } from "./views/panes";

interface Shown {
  editor: Editor;
  stage: Stage;
  panes: Panes;
  pointer: Pointer<ViewSample, ViewHover>;
  actions: Actions;
  timeline: TimelineView;
}

/** Names parts without their figure: they are those of the active one. */
export function inspected({ editor, stage, panes, pointer, actions, timeline }: Shown) {
  const { state, receiver } = editor;
  const figure = (): Figure | null => state.active.value;
  const partOf = (part: string | null) => (part === null ? null : (figure()?.ref(part) ?? null));
  const pose = () => {
    const live = state.live.value;
    const own = live?.poses.get(figure()?.id ?? "");
    const locks = state.locks.value.map(({ id }) => live?.locks.get(id)); // in the document's order
    return live && own && { ...live, ...own, locks };
  };
  const plain = {
    get connection() {
      return state.connection.value;
    },
    get figure() {
      return figure()?.data ?? null;
    },
    /** The names of all figures, in their order. */
    get figures() {
      return [...state.figures.value.keys()];
    },
    get active() {
      return figure()?.id ?? null;
    },
    /** Makes a figure the one that all the names of parts are about. */
    activate: (name: string) => state.activate(name),
    figureState: (name: string) => state.figureState(name) ?? null,
    get document() {
      const scene = state.document.value;
      if (!scene) return null;
      const { figures, ...rest } = scene;
      return { ...figures.get(figure()?.id ?? ""), ...rest };
    },
    get revision() {
      return state.document.value?.revision ?? 0;
    },
    get history() {
      return state.history.value;
    },
    /** The newest pose. */
    get pose() {
      return pose();
    },
    get clipConflicts() {
      return state.clipConflicts.value;
    },
    get conflict() {
      return state.conflict.value;
    },
    get solving() {
      return state.solving.value;
    },
    get view() {
      return state.view.value;
    },
    get tool() {
      return state.tool.value;
    },
    get selected() {
      return state.selection.value.part?.part ?? null;
    },
    get selectedLock() {
      return state.selection.value.lock;
    },
    get hovered() {
      return state.hover.value.part?.part ?? null;
    },
    get hoveredLock() {
      return state.hover.value.lock;
    },
    get dragging() {
      return state.dragging.value;
    },
    get chain() {
      return state.drag.value?.chain.map(({ part }) => part) ?? [];
    },
    jointIndex: (part: string) => figure()?.jointIndex(part) ?? -1,
    parameterIndex: (name: string) => figure()?.parameterIndex(name) ?? -1,
    value: (parameter: number) => state.values(figure()?.id ?? "")[parameter] ?? 0,
    select: (part: string | null, lock: number | null = null) => state.select(partOf(part), lock),
    setTool: (tool: ToolName) => {
      state.tool.value = tool;
    },
    isInSight: (view: ViewName, name: string) => isInSight(stage, view, name),
    setView: (change: Partial<ViewState>) => state.setView(change),
    get playhead() {
      return state.timeline.playhead.value;
    },
    get playing() {
      return state.timeline.playing.value;
    },
    /** The frames of the active figure's keys. */
    get keys() {
      return state.timeline.clips.value.get(figure()?.id ?? "")?.frames ?? [];
    },
    /** Those of them that are chosen. */
    get chosenKeys() {
      return [...(state.timeline.keys.value.get(figure()?.id ?? "") ?? [])].sort((a, b) => a - b);
    },
    get framesAreWhole() {
      return state.framesAreWhole;
    },
    /** Whether a pose has come that is not shown yet. */
    get behind() {
      return receiver.behind;
    },
  };
  // the body of the active figure
  const withBody = Object.defineProperty(stage, "body", {
    get: (): Body | null => stage.bodies.get(figure()?.id ?? "") ?? null,
  });
  return { editor, state: plain, stage: withBody, panes, pointer, timeline, actions: Object.fromEntries(actions.all()) };
}

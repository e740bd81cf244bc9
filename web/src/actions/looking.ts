/** What is shown of time besides the keys: ways, onion skins, curves, the smooth answer, frames that are off. */

import type { Editor } from "../editor";
import { heldInWords, nextProblem, problemFrames } from "../timeline/problems";
import type { TimelineView } from "../timeline/timeline";
import type { Entry } from "../widgets/menu";
import { changeFigure } from "../wire/commands";
import type { Action, ActionSet } from "./action";

export const MOST_SKINS = 5; // on each side
const STEPS = [1, 2, 5, 10]; // frames between two skins

export function lookingActions(editor: Editor, view: TimelineView): ActionSet {
  const { state } = editor;
  const { timeline } = state;
  const group = "Timeline";
  const moves = (): boolean => timeline.moves.value;
  const problem = (label: string, keys: string, by: 1 | -1): Action => ({
    label,
    keys,
    group,
    enabled: moves,
    run: () => {
      const frame = nextProblem(problemFrames(state), timeline.playhead.value, by);
      if (frame === null) state.status.value = heldInWords(state) || "There are no locks";
      else {
        timeline.go(frame);
        view.line.scale.reveal(frame);
      }
    },
  });
  const isSmooth = (): boolean => state.figureState(state.active.value?.id ?? "")?.smooth ?? false;
  return {
    path: {
      label: "Way of the selected part",
      keys: "T",
      group,
      enabled: moves,
      checked: () => timeline.path.value,
      run: () => {
        timeline.path.value = !timeline.path.value;
        if (timeline.path.value && !state.selection.value.part) state.status.value = "Select a part to see its way";
      },
    },
    onion: {
      label: "Onion skins",
      keys: "U",
      group,
      enabled: moves,
      checked: () => timeline.onion.value > 0,
      run: () => setSkins(editor, (timeline.onion.value + 1) % (MOST_SKINS + 1)),
    },
    curves: {
      label: "Curves of the selected part",
      keys: "C",
      group,
      enabled: moves,
      checked: () => timeline.curves.value,
      run: () => {
        if (state.view.value.timeline === false) state.setView({ timeline: true });
        timeline.curves.value = !timeline.curves.value;
        view.line.curves.window.value = null;
      },
    },
    smooth: {
      label: () => (timeline.smoothing.value === null ? "Smooth: locks by whole intervals" : "Stop smoothing"),
      group,
      enabled: () => timeline.clips.value.has(state.active.value?.id ?? ""),
      checked: isSmooth,
      run: () => {
        const figure = state.active.value?.id;
        if (figure) void editor.edit(changeFigure(figure, { smooth: !isSmooth() }));
      },
    },
    nextProblem: problem("Next frame that is off", "N", 1),
    previousProblem: problem("Previous frame that is off", "Shift+N", -1),
    frameKeys: { label: "Show chosen keys, or all", group, enabled: moves, run: () => view.fitChosen() },
  };
}

/** Shows so many onion skins on each side, none with 0. */
export function setSkins({ state }: Editor, count: number): void {
  const { onion, onionStep } = state.timeline;
  onion.value = Math.min(Math.max(count, 0), MOST_SKINS);
  const [many, step] = [onion.value, onionStep.value];
  const what = step ? `every ${step === 1 ? "frame" : `${step} frames`}, ${many}` : `${many} ${many === 1 ? "key" : "keys"}`;
  state.status.value = many ? `Onion skins: ${what} on each side` : "Onion skins off";
}

/** What skins are taken of, and how many. */
export function skinMenu(editor: Editor): Entry[] {
  const { onion, onionStep } = editor.state.timeline;
  const stepped = (step: number) => (): void => {
    onionStep.value = step;
    setSkins(editor, onion.value || 1);
  };
  return [
    { label: "At keys", checked: onionStep.value === 0, run: stepped(0) },
    ...STEPS.map((step) => ({
      label: step === 1 ? "Every frame" : `Every ${step} frames`,
      checked: onionStep.value === step,
      run: stepped(step),
    })),
    "-",
    ...Array.from({ length: MOST_SKINS + 1 }, (_, count) => ({
      label: count ? `${count} on each side` : "None",
      checked: onion.value === count,
      run: () => setSkins(editor, count),
    })),
  ];
}

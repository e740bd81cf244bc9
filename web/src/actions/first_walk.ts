/** Play where nothing moves yet: the figure walks on the spot, with keys and locks that are edited like any others. */

import type { Editor } from "../editor";
import type { FigureId } from "../state/part";
import type { Player } from "../timeline/player";
import type { TimelineView } from "../timeline/timeline";
import { insertClip } from "../wire/clip_commands";

const WALK = { shelf: "moves", name: "walk" };
const SLOWEST = 20_000; // [ms] that a busy machine may take for the frames: a playhead that runs over a figure that stands tells nothing
const FEET = ["l_foot", "r_foot", "l_toes", "r_toes"]; // of the figure that the shipped walk is for

/** Whether the active figure is one that the shipped walk moves. */
export function canWalk({ state }: Editor): boolean {
  const figure = state.active.value;
  return figure !== null && FEET.every((foot) => figure.joint(foot) !== undefined);
}

export interface Stepping {
  unfold(): void; // the timeline
  reveal(figure: FigureId): void; // in views that do not show its strides whole
}

/** Plays or stops; where no figure moves, the active one first gets the shipped walk. */
export async function startPlaying(
  editor: Editor,
  view: TimelineView,
  player: Player,
  { unfold, reveal }: Stepping,
): Promise<void> {
  const { state } = editor;
  const figure = state.active.value;
  if (!state.timeline.moves.value && figure && canWalk(editor)) {
    if (!(await editor.edit(insertClip(WALK, figure.id, 0, { on_the_spot: true })))) return;
    state.setView({ timeline: true });
    view.fitAll();
    await editor.until(() => state.timeline.news.value > 0 && state.timeline.frames.get(figure.id)?.has(0) === true, SLOWEST);
    state.timeline.go(0); // its widest stride
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame); // it is seen then, in views as large as they are now
    reveal(figure.id);
  }
  unfold();
  player.toggle();
}

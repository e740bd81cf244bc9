/** Three lines for new users; gone for good after a few edits, or when they are closed. */

import { canWalk } from "../actions/first_walk";
import type { Editor } from "../editor";
import type { Figure } from "../state/figure";
import { computed, effect } from "../state/signals";
import { el, iconButton } from "../widgets/dom";

const EDITS = 3; // after which the hint is not needed any more

export function firstHint(editor: Editor): HTMLElement {
  const { state } = editor;
  const pull = el("li");
  const walk = el("li", {}, "Press ", el("kbd", {}, "Space"), ": it walks. ", el("kbd", {}, "K"), " folds the timeline away.");
  const close = (): void => state.setView({ hinted: true });
  const hint = el(
    "aside",
    { class: "hint", hidden: true, "aria-label": "First steps" },
    el("ol", {}, pull, walk, el("li", {}, "Press ", el("kbd", {}, "?"), " for more.")),
    iconButton("close", "Got it", close),
  );
  effect(() => {
    hint.hidden = state.view.value.hinted || !state.figures.value.size;
  });
  const walks = computed(() => canWalk(editor));
  const holds = computed(() => state.locks.value.length > 0);
  effect(() => {
    walk.hidden = !walks.value;
    pull.textContent = firstPull(state.active.value, holds.value);
  });
  let most = 0;
  effect(() => {
    const { place } = state.history.value;
    if (place > most && place >= EDITS) close();
    most = Math.max(most, place);
  });
  return hint;
}

/** What to pull first: not every figure has hands. */
function firstPull(figure: Figure | null, holds: boolean): string {
  const hasHands = figure?.data.joints.some(({ name }) => /hand$/.test(name)) ?? false;
  const what = hasHands ? `Pull a hand, or the ${figure?.root?.label ?? "body"}` : "Pull any part";
  return !holds ? `${what}.` : hasHands ? `${what}: the feet hold.` : `${what}: what is locked holds.`;
}

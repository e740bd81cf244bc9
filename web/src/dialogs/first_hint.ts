/** Three lines for new users; gone for good after a few edits, or when they are closed. */

import { effect } from "../state/signals";
import type { State } from "../state/state";
import { el, iconButton } from "../widgets/dom";

const EDITS = 3; // after which the hint is not needed any more

export function firstHint(state: State): HTMLElement {
  const close = (): void => state.setView({ hinted: true });
  const hint = el(
    "aside",
    { class: "hint", hidden: true, "aria-label": "First steps" },
    el(
      "ol",
      {},
      el("li", {}, "Pull a hand, or the pelvis: the feet hold."),
      el("li", {}, "Press ", el("kbd", {}, "Space"), ": it walks. ", el("kbd", {}, "K"), " folds the timeline away."),
      el("li", {}, "Press ", el("kbd", {}, "?"), " for more."),
    ),
    iconButton("close", "Got it", close),
  );
  effect(() => {
    hint.hidden = state.view.value.hinted || !state.figures.value.size;
  });
  let most = 0;
  effect(() => {
    const { place } = state.history.value;
    if (place > most && place >= EDITS) close();
    most = Math.max(most, place);
  });
  return hint;
}

/** When a lock holds, in numbers: the first and the last frame of each span, and its windows. */

import type { Editor } from "../editor";
import type { Lock } from "../state/scene";
import { computed, effect, type Readable } from "../state/signals";
import { usualSpan } from "../timeline/spans";
import { el, fill, iconButton } from "../widgets/dom";
import { parseNumber } from "../widgets/slider";
import { changeLock, type LockChanges } from "../wire/commands";

type Span = NonNullable<Lock["spans"]>[number];

const FIELDS = [
  ["start", "First frame"],
  ["end", "Last frame"],
  ["ease_in", "Window before, in frames"],
  ["ease_out", "Window after, in frames"],
] as const;

export function lockSpans(editor: Editor, lock: Readable<Lock>, change: (changes: LockChanges) => void): HTMLElement {
  const { timeline } = editor.state;
  const spans = computed(() => lock.value.spans);
  const list = el("div", { class: "lock-spans" });
  const put = (next: Span[]): void => change({ spans: next });
  /** At a frame every lock holds without an end; that it does at all of them is said about no frame. */
  const forget = (): void => void editor.editAsIs(changeLock(lock.value.id, { spans: null }));
  const field = (place: number, span: Span, name: (typeof FIELDS)[number][0], label: string): HTMLElement => {
    const input = el("input", {
      type: "text",
      class: "field short",
      inputmode: "decimal",
      "aria-label": label,
      title: label,
      placeholder: "usual",
    });
    const now = span[name] ?? null;
    input.value = now === null ? "" : String(Number(now.toFixed(2)));
    input.addEventListener("change", () => {
      const typed = parseNumber(input.value);
      const eases = name === "ease_in" || name === "ease_out";
      if (typed === null && !(eases && input.value.trim() === "")) input.value = now === null ? "" : String(now);
      else put((spans.value ?? []).map((each, k) => (k === place ? { ...each, [name]: typed } : each)));
    });
    return input;
  };
  const add = (): void => {
    const [first, last] = timeline.extent.value;
    const after = Math.max(...(spans.value ?? []).map(({ end }) => end), Math.round(timeline.playhead.value) - 1) + 1;
    put([...(spans.value ?? []), spans.value ? usualSpan(after, Math.max(after, last)) : usualSpan(first, last)]);
  };
  effect(() => {
    const own = spans.value;
    const rows = (own ?? []).map((span, place) =>
      el(
        "div",
        { class: "row lock-span" },
        ...FIELDS.map(([name, label]) => field(place, span, name, label)),
        iconButton("trash", "Remove these frames", () => put((own ?? []).filter((_, k) => k !== place))),
      ),
    );
    const always = el("button", { type: "button", class: "button small", onclick: forget }, "Always");
    const some = el("button", { type: "button", class: "button small", onclick: add }, own ? "Add frames" : "Some frames only");
    fill(list, ...rows, el("div", { class: "row" }, own ? always : el("span", { class: "value" }, "always"), some));
  });
  return list;
}

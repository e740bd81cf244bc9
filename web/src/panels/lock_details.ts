/** All that can be changed about a lock. */

import type { Editor } from "../editor";
import type { Lock } from "../state/scene";
import { computed, effect, type Readable, untracked } from "../state/signals";
import { row, segmented, select } from "../widgets/controls";
import { el } from "../widgets/dom";
import { Slider } from "../widgets/slider";
import type { LockChanges } from "../wire/commands";
import { chainChoices, heldAxes, rangeOf, type Triple, withAxes } from "./lock_data";
import { lockSpans } from "./lock_spans";

type Change = (changes: LockChanges) => void;

export function lockDetails(editor: Editor, lock: Readable<Lock>, change: Change): HTMLElement {
  const { state } = editor;
  const { kind, figure, part, goal } = untracked(() => lock.value);
  const label = state.catalogue.value.lockKinds.find((each) => each.kind === kind)?.label ?? kind;
  const timed = untracked(() => state.timeline.moves.value || lock.value.spans !== null);
  const hard = computed(() => (lock.value.hard ? 0 : 1));
  return el(
    "div",
    { class: "lock-details" },
    row("Name", nameField(lock, change)),
    row("Kind", el("span", { class: "value" }, `${label} · ${state.label({ figure, part })}`)),
    row(
      "Priority",
      segmented(["hard", "soft"], hard, (k) => change({ hard: k === 0 }), {
        title: "Hard locks come first; soft locks are met as well as possible",
      }),
    ),
    heldAxes(goal) && row("Axes", axes(editor, lock, change)),
    kind === "distance" && row("Between", range(lock, change)),
    row("IK chain", chain(editor, lock, change)),
    el("div", { class: "row weight" }, weightSlider(lock, change)),
    timed && row("Frames", lockSpans(editor, lock, change)),
  );
}

function nameField(lock: Readable<Lock>, change: Change): HTMLElement {
  const input = el("input", {
    type: "text",
    class: "field",
    "aria-label": "Name of the lock",
    spellcheck: "false",
    maxlength: "80",
    onchange: () => {
      const name = input.value.trim();
      if (name && name !== lock.value.name) change({ name });
    },
    onkeydown: (event: KeyboardEvent) => event.key === "Enter" && input.blur(),
  });
  const name = computed(() => lock.value.name);
  effect(() => {
    input.value = name.value;
  });
  return input;
}

function weightSlider(lock: Readable<Lock>, change: Change): HTMLElement {
  let wanted = 0;
  const weight = Slider.make({
    label: "Weight",
    title: "Weight beside other soft locks and goals",
    lo: 0,
    hi: Math.max(
      4,
      untracked(() => lock.value.weight),
    ),
    rest: 1,
    unit: "",
    set: (value) => change({ weight: Math.max(0, value) }),
    move: (value) => weight.show((wanted = value)),
    end: () => change({ weight: wanted }),
    cancel: () => weight.show(lock.value.weight),
  });
  effect(() => weight.show((wanted = lock.value.weight)));
  return weight;
}

/** Which of x, y and z are locked. */
function axes(editor: Editor, lock: Readable<Lock>, change: Change): HTMLElement {
  const held = computed((): Triple<boolean> => heldAxes(lock.value.goal) ?? [false, false, false]);
  const button = (axis: string, k: 0 | 1 | 2): HTMLElement => {
    const press = (): void => {
      const next: Triple<boolean> = [...held.value];
      next[k] = !next[k];
      if (next.some(Boolean)) change({ goal: withAxes(lock.value.goal, next) });
      else editor.notices.show("info", "A lock needs at least one axis", "Turn the lock off instead.");
    };
    const element = el("button", { type: "button", onclick: press }, axis);
    effect(() => {
      element.setAttribute("aria-pressed", String(held.value[k]));
      element.title = held.value[k] ? `Free ${axis}` : `Lock ${axis}`;
    });
    return element;
  };
  return el(
    "div",
    { class: "segmented", role: "group", "aria-label": "Locked axes" },
    button("X", 0),
    button("Y", 1),
    button("Z", 2),
  );
}

/** The least and the largest distance [cm]. */
function range(lock: Readable<Lock>, change: Change): HTMLElement {
  const box = (name: "lo" | "hi", label: string): HTMLElement => {
    const input = el("input", {
      type: "number",
      class: "field short",
      step: "0.5",
      min: "0",
      "aria-label": label,
      placeholder: "any",
      onchange: () => {
        const number = input.value === "" ? null : Number(input.value) / 100;
        change({ goal: { ...lock.value.goal, [name]: name === "lo" ? (number ?? 0) : number } });
      },
    });
    const text = computed(() => {
      const value = rangeOf(lock.value.goal)[name];
      return value === null ? "" : (value * 100).toFixed(1);
    });
    effect(() => {
      input.value = text.value;
    });
    return input;
  };
  const [lo, hi] = [box("lo", "Least distance in centimetres"), box("hi", "Largest distance in centimetres")];
  return el("div", { class: "row" }, lo, "and", hi, "cm");
}

function chain(editor: Editor, lock: Readable<Lock>, change: Change): HTMLElement {
  const choices = computed(() => {
    const figure = editor.state.figures.value.get(lock.value.figure);
    return figure ? chainChoices(figure, lock.value) : [];
  });
  const set = (index: number): void => {
    const chosen = choices.value[index];
    if (chosen) change({ chain: chosen.chain });
  };
  return select("IK chain", choices, set, { title: "Joints that may move to keep the lock" });
}

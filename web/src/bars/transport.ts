/** The bar above the timeline: play, go, record, key; the frame and the rate. */

import { type Actions, firstKey, isEnabled, labelOf } from "../actions/action";
import { setSkins, skinMenu } from "../actions/looking";
import { isOpen } from "../actions/timeline";
import type { Editor } from "../editor";
import { countKeys } from "../state/clip";
import { computed, effect } from "../state/signals";
import { heldInWords } from "../timeline/problems";
import type { TimelineView } from "../timeline/timeline";
import { select } from "../widgets/controls";
import { el } from "../widgets/dom";
import { type IconName, icon } from "../widgets/icons";
import { shownKeys } from "../widgets/keys";
import { popup } from "../widgets/menu";
import { parseNumber } from "../widgets/slider";
import { changeTimeline, dropPose, keyPose } from "../wire/key_commands";

const PACES = [0.25, 0.5, 0.75, 1, 1.5, 2] as const;

/** The timeline with its bar; folded away where it is not wanted. */
export function timelineSection(editor: Editor, view: TimelineView, actions: Actions): HTMLElement {
  const section = el("section", { class: "timeline", "aria-label": "Timeline" }, transport(editor, actions), view.element);
  effect(() => {
    section.hidden = !isOpen(editor);
  });
  // cards over the views end above it
  const tell = (): void => document.documentElement.style.setProperty("--timeline", `${section.offsetHeight}px`);
  new ResizeObserver(tell).observe(section);
  return section;
}

function transport(editor: Editor, actions: Actions): HTMLElement {
  const { state } = editor;
  const { timeline } = state;
  const button = (name: string, symbol: IconName, more = ""): HTMLButtonElement => actionButton(actions, name, symbol, more);
  const play = button("play", "play", "play");
  effect(() => play.replaceChildren(icon(timeline.playing.value ? "pause" : "play")));
  const record = button("record", "record", "record");
  const summary = el("span", { class: "dim timeline-summary" });
  effect(() => {
    const chosen = countKeys(timeline.keys.value);
    const all = [...timeline.clips.value.values()].reduce((sum, clip) => sum + clip.frames.length, 0);
    const late = timeline.dropped.value;
    const keys = chosen ? `${chosen} of ${all} keys chosen` : all ? `${all} ${all === 1 ? "key" : "keys"}` : "";
    summary.textContent = timeline.playing.value && late ? `${keys} · ${late} frames left out` : keys;
    if (timeline.playing.value || state.dragging.value) return; // long sums wait
    void timeline.news.value;
    const held = heldInWords(state);
    if (held) summary.textContent = keys ? `${held} · ${keys}` : held;
    summary.title = summary.textContent; // it gives way where there is little room
  });
  return el(
    "div",
    { class: "transport", role: "toolbar", "aria-label": "Playing and keys" },
    button("firstFrame", "first"),
    button("previousKey", "previousKey"),
    play,
    button("nextKey", "nextKey"),
    button("lastFrame", "last"),
    button("loop", "loop"),
    el("div", { class: "divider" }),
    frameField(editor),
    rateField(editor),
    paceField(editor),
    el("div", { class: "divider" }),
    record,
    button("key", "key"),
    button("ripple", "ripple"),
    el("div", { class: "divider" }),
    button("path", "path"),
    skinButton(editor, actions),
    button("curves", "curves"),
    smoothButton(editor, actions),
    waiting(editor),
    summary,
    button("timeline", "fold"),
  );
}

/** A small button that follows its action. */
function actionButton(actions: Actions, name: string, symbol: IconName, more: string): HTMLButtonElement {
  const action = actions.get(name);
  const button = el("button", { type: "button", class: `icon-button ${more}`, "data-action": name, onclick: () => action.run() });
  button.append(icon(symbol));
  effect(() => {
    const [label, keys] = [labelOf(action), firstKey(action)];
    button.disabled = !isEnabled(action);
    button.title = keys ? `${label} (${shownKeys(keys)})` : label;
    button.setAttribute("aria-label", label);
    if (action.checked) button.setAttribute("aria-pressed", String(action.checked()));
  });
  return button;
}

/** Onion skins: the wheel shows more or fewer, the other mouse button has a menu. */
function skinButton(editor: Editor, actions: Actions): HTMLButtonElement {
  const { onion } = editor.state.timeline;
  const button = actionButton(actions, "onion", "onion", "");
  const turn = (event: WheelEvent): void => {
    event.preventDefault();
    setSkins(editor, onion.value - Math.sign(event.deltaY));
  };
  button.addEventListener("wheel", turn, { passive: false });
  button.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    popup(skinMenu(editor), { x: event.clientX, y: event.clientY }, { title: "Onion skins" });
  });
  return button;
}

/** Smooth, with how far it is; pressed again it stops. */
function smoothButton(editor: Editor, actions: Actions): HTMLButtonElement {
  const { smoothing } = editor.state.timeline;
  const button = actionButton(actions, "smooth", "smooth", "smooth");
  const word = el("span", { role: "status" });
  button.append(word);
  effect(() => {
    const share = smoothing.value;
    word.textContent = share === null ? "Smooth" : `${Math.round(100 * share)} % ✕`;
    button.classList.toggle("busy", share !== null);
    button.style.setProperty("--done", `${Math.round(100 * (share ?? 0))}%`);
  });
  return button;
}

/** The frame at the playhead, of how many; another one may be typed. */
function frameField({ state }: Editor): HTMLElement {
  const { timeline } = state;
  const field = el("input", { type: "text", class: "field frame-field", inputmode: "decimal", "aria-label": "Frame" });
  const show = (): void => {
    const frame = timeline.playhead.value;
    if (document.activeElement !== field) field.value = Number.isInteger(frame) ? String(frame) : frame.toFixed(2);
  };
  field.addEventListener("change", () => {
    const frame = parseNumber(field.value);
    if (frame !== null) timeline.go(frame);
  });
  field.addEventListener("blur", show);
  effect(show);
  const seconds = el("span", { class: "dim number seconds" });
  effect(() => {
    const { rate } = timeline.data.value;
    seconds.textContent = `${(timeline.playhead.value / rate).toFixed(2)} s`;
  });
  return el("span", { class: "transport-field" }, field, seconds);
}

function rateField(editor: Editor): HTMLElement {
  const { timeline } = editor.state;
  const field = el("input", {
    type: "text",
    class: "field rate-field",
    inputmode: "decimal",
    "aria-label": "Frames per second",
    title: "Frames per second",
  });
  const show = (): void => {
    if (document.activeElement !== field) field.value = String(timeline.data.value.rate);
  };
  field.addEventListener("change", () => {
    const rate = parseNumber(field.value);
    if (rate !== null && rate !== timeline.data.value.rate) void editor.edit(changeTimeline({ rate }));
  });
  field.addEventListener("blur", show);
  effect(show);
  return el("label", { class: "transport-field" }, field, el("span", { class: "dim" }, "fps"));
}

/** How fast it plays: a share of real time, or each frame however long it takes. */
function paceField({ state }: Editor): HTMLElement {
  const choices = computed(() => [
    ...PACES.map((pace) => ({
      label: `${100 * pace} %`,
      chosen: !state.view.value.everyFrame && state.view.value.pace === pace,
    })),
    { label: "every frame", chosen: state.view.value.everyFrame },
  ]);
  const set = (index: number): void => {
    const pace = PACES[index];
    state.setView(pace === undefined ? { everyFrame: true } : { pace, everyFrame: false });
  };
  return select("Speed of playing", choices, set, { class: "field pace-field", title: "Speed of playing" });
}

/** A pose that was made with record off: it is kept, and can be keyed or dropped. */
function waiting(editor: Editor): HTMLElement {
  const { timeline } = editor.state;
  const where = el("span");
  const chip = el(
    "span",
    { class: "chip", role: "status", hidden: true },
    where,
    el("button", { type: "button", class: "button small", onclick: () => void key() }, "Key it"),
    el("button", { type: "button", class: "button small", onclick: () => void editor.edit(dropPose()) }, "Drop it"),
  );
  const key = async (): Promise<void> => {
    const frame = timeline.data.value.unkeyed;
    const figure = editor.state.active.value;
    if (frame !== null && figure) await editor.edit(keyPose(figure.id, frame));
  };
  effect(() => {
    const frame = timeline.data.value.unkeyed;
    chip.hidden = frame === null;
    where.textContent = `Pose at ${frame} is not keyed`;
  });
  return chip;
}

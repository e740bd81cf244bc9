/** The menu of a key, of a lock's strip, or of the empty line. */

import type { Editor } from "../editor";
import { countKeys, type KeySet, namedKeys, USUAL_KEY } from "../state/clip";
import type { KeyCard } from "../timeline/key_card";
import type { LineSample } from "../timeline/line";
import type { TimelineView } from "../timeline/timeline";
import { type Entry, popup } from "../widgets/menu";
import { askForText } from "../widgets/prompt";
import { changeKeys, changeTimeline, removeKeys } from "../wire/key_commands";
import type { LockMenu } from "./lock_menu";

export function openLineMenu(editor: Editor, view: TimelineView, card: KeyCard, locks: LockMenu, at: LineSample): void {
  const { state } = editor;
  const place = { x: at.clientX, y: at.clientY };
  const key = view.line.keyUnder(at);
  if (at.row?.kind === "strip") {
    const holds = (spans: readonly { start: number; end: number }[] | null): boolean =>
      spans?.some(({ start, end }) => at.frame >= start - 0.5 && at.frame <= end + 0.5) ?? true;
    const lock = at.row.locks.find(({ spans }) => holds(spans)) ?? at.row.locks[0]!;
    state.select({ figure: lock.figure, part: lock.part }, lock.id);
    locks.open(null, lock.id, place);
  } else if (key) openKeyMenu(editor, view, card, key, place);
  else popup(ofLine(editor, Math.round(at.frame)), place);
}

/** The menu of a key, and with it of all that are chosen if it is one of them. */
export function openKeyMenu(
  editor: Editor,
  view: TimelineView,
  card: KeyCard,
  key: { figure: string; frame: number },
  place: { x: number; y: number },
): void {
  const { timeline } = editor.state;
  const before = timeline.keys.value;
  const more = before.size > 0 && !before.get(key.figure)?.has(key.frame);
  if (!before.get(key.figure)?.has(key.frame)) timeline.pick(key.figure, key.frame, "alone");
  const keys = timeline.keys.value;
  const title = countKeys(keys) > 1 ? `${countKeys(keys)} keys` : `Key at ${key.frame}`;
  const above = { x: place.x, y: view.element.getBoundingClientRect().top };
  const choose = (how: "range" | "toggle") => (): void => {
    timeline.choose(before);
    timeline.pick(key.figure, key.frame, how);
  };
  // what Shift and Ctrl do for a mouse
  const choices: Entry[] = [
    { label: "Choose up to here", enabled: before.has(key.figure), run: choose("range") },
    { label: "Choose as well", run: choose("toggle") },
    "-",
  ];
  popup([...(more ? choices : []), ...ofKeys(editor, card, key, keys, above)], place, { title });
}

function ofKeys(
  editor: Editor,
  card: KeyCard,
  { figure, frame }: { figure: string; frame: number },
  keys: KeySet,
  place: { x: number; y: number },
): Entry[] {
  const { timeline } = editor.state;
  const clip = timeline.clips.value.get(figure);
  const shown = clip?.key(clip.placeFrom(frame)) ?? USUAL_KEY;
  const set = (changes: Parameters<typeof changeKeys>[1]) => (): void => void editor.edit(changeKeys(keys, changes));
  const title = countKeys(keys) > 1 ? `${countKeys(keys)} keys` : `Key at ${frame}`;
  return [
    { label: "Go to its frame", run: () => timeline.go(frame) },
    { label: "Curve, tension, slowness …", run: () => card.openKeys(keys, shown, title, place) },
    "-",
    { label: "Smooth", checked: shown.curve === "smooth", run: set({ curve: "smooth" }) },
    { label: "Linear", checked: shown.curve === "linear", run: set({ curve: "linear" }) },
    { label: "Hold until the next key", checked: shown.curve === "hold", run: set({ curve: "hold" }) },
    "-",
    {
      label: "Rates from the neighbours",
      run: () => void editor.edit({ kind: "set_key_rates", keys: namedKeys(keys), rates: null }),
    },
    { label: "Make whole", enabled: shown.tracks !== null, run: set({ tracks: null }) },
    { label: "Name …", run: () => askForText("Name of the key", shown.name, (name) => set({ name })()) },
    { label: "Delete", keys: "Delete", icon: "trash", run: () => void editor.edit(removeKeys(keys)) },
  ];
}

function ofLine(editor: Editor, frame: number): Entry[] {
  const { timeline } = editor.state;
  const { marks } = timeline.data.value;
  const near = marks.filter((mark) => mark.frame === frame);
  const add = (name: string): void => void editor.edit(changeTimeline({ marks: [...marks, { frame, name }] }));
  return [
    { label: "Go here", run: () => timeline.go(frame) },
    { label: "Mark this frame …", run: () => askForText(`Name of frame ${frame}`, "", add) },
    ...near.map((mark) => ({
      label: `Remove the mark ${mark.name}`,
      run: () => void editor.edit(changeTimeline({ marks: marks.filter((each) => each !== mark) })),
    })),
    { label: "Repeat everything", enabled: timeline.loop.value !== null, run: () => void (timeline.loop.value = null) },
  ];
}

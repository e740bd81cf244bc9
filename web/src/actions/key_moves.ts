/** Chosen keys in time, by keys and numbers: moved, with what follows or without, stretched, shaped; and how much of time is seen. */

import type { Editor } from "../editor";
import { countKeys, extentOf, type KeySet, namedKeys, USUAL_KEY } from "../state/clip";
import type { KeyCard } from "../timeline/key_card";
import type { TimelineView } from "../timeline/timeline";
import { askForNumbers } from "../widgets/prompt";
import { moveKeys } from "../wire/key_commands";
import type { Action, ActionSet } from "./action";

const NEARER = 1.5; // times as large, at a press of a key

export function keyMoveActions(editor: Editor, view: TimelineView, card: KeyCard): ActionSet {
  const { timeline } = editor.state;
  const group = "Timeline";
  const chosen = (): KeySet => timeline.keys.value;
  const someKeys = (): boolean => chosen().size > 0;
  const range = (): readonly [number, number] | null => extentOf(chosen());
  /** The chosen keys after their frames were mapped. */
  const mapped = (keys: KeySet, map: (frame: number) => number): KeySet =>
    new Map([...keys].map(([id, frames]) => [id, new Set([...frames].map(map))]));
  const nudge = (label: string, keys: string, by: number, ripple: boolean): Action => ({
    label,
    keys,
    group,
    enabled: someKeys,
    run: () => {
      const before = chosen();
      const figures = Object.keys(namedKeys(before));
      const command = ripple ? { kind: "slide_time" as const, figures, start: range()?.[0] ?? 0, by } : moveKeys(before, by);
      const byKeyboard = view.element.contains(document.activeElement) && document.activeElement !== view.canvas;
      void editor.edit(command).then((made) => {
        if (!made) return;
        timeline.choose(mapped(before, (frame) => frame + by));
        if (byKeyboard) view.focusKey(); // a key at another frame is another button
      });
    },
  });
  const zoom = (label: string, keys: string, factor: number): Action => ({
    label,
    keys,
    group,
    enabled: () => timeline.moves.value,
    run: () => view.line.scale.zoom(view.line.scale.x(timeline.playhead.value), factor),
  });
  return {
    ripple: {
      label: "What follows moves along",
      group,
      checked: () => timeline.ripple.value,
      run: () => {
        timeline.ripple.value = !timeline.ripple.value;
      },
    },
    keysEarlier: nudge("Move keys a frame earlier", "Alt+ArrowLeft", -1, false),
    keysLater: nudge("Move keys a frame later", "Alt+ArrowRight", 1, false),
    restEarlier: nudge("… with all that follows, earlier", "Alt+Shift+ArrowLeft", -1, true),
    restLater: nudge("… with all that follows, later", "Alt+Shift+ArrowRight", 1, true),
    stretchKeys: {
      label: "Stretch …",
      group,
      enabled: () => (range()?.[1] ?? 0) > (range()?.[0] ?? 0),
      run: () => {
        const before = chosen();
        const [start, end] = range() ?? [0, 0];
        const fields = [
          { label: "first frame", value: start },
          { label: "last frame", value: end },
        ];
        askForNumbers(`Stretch ${countKeys(before)} keys`, fields, "Stretch", ([first = start, last = end]) => {
          if (first === start && last === end) return;
          const map = (frame: number): number => first + ((frame - start) * (last - first)) / (end - start);
          const figures = Object.keys(namedKeys(before));
          void editor
            .edit({ kind: "stretch_time", figures, start, end, new_start: first, new_end: last })
            .then((made) => made && timeline.choose(mapped(before, map)));
        });
      },
    },
    shapeKeys: {
      label: "Curve, tension, slowness …",
      group,
      enabled: someKeys,
      run: () => {
        const [[figure, frames] = ["", new Set<number>()]] = chosen();
        const [frame = 0] = frames;
        const clip = timeline.clips.value.get(figure);
        const title = countKeys(chosen()) > 1 ? `${countKeys(chosen())} keys` : `Key at ${frame}`;
        const box = view.canvas.getBoundingClientRect();
        card.openKeys(chosen(), clip?.key(clip.placeFrom(frame)) ?? USUAL_KEY, title, {
          x: view.line.scale.x(frame) + box.left,
          y: box.top,
        });
      },
    },
    timeNearer: zoom("Fewer frames", "Alt+ArrowUp", NEARER),
    timeFarther: zoom("More frames", "Alt+ArrowDown", 1 / NEARER),
  };
}

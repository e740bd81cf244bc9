/** Time: playing, going from frame to frame, keys. */

import type { Editor } from "../editor";
import { type Clip, countKeys, extentOf, NO_KEYS } from "../state/clip";
import type { Player } from "../timeline/player";
import type { TimelineView } from "../timeline/timeline";
import { keyLimb, keyPose, moveKeys, removeKeys } from "../wire/key_commands";
import type { Action, ActionSet } from "./action";

export function timelineActions(editor: Editor, view: TimelineView, player: Player): ActionSet {
  const { state } = editor;
  const { timeline } = state;
  const group = "Timeline";
  const moves = (): boolean => timeline.moves.value;
  const someKeys = (): boolean => timeline.keys.value.size > 0;
  const unfold = (): void => {
    if (state.view.value.timeline === false) state.setView({ timeline: true });
  };
  const go = (frame: number): void => {
    unfold();
    timeline.go(frame);
    view.line.scale.reveal(timeline.playhead.value);
  };
  const step = (label: string, keys: string, by: number): Action => ({
    label,
    keys,
    group,
    enabled: moves,
    run: () => go((by > 0 ? Math.floor : Math.ceil)(timeline.playhead.value) + by),
  });
  /** The key of any figure that is next in a direction. */
  const nextKey = (by: number): number | null => {
    const now = timeline.playhead.value;
    const near = (clip: Clip): number | undefined =>
      by > 0 ? clip.frames[clip.placeFrom(now) + (clip.has(now) ? 1 : 0)] : clip.frames[clip.placeFrom(now) - 1];
    const found = [...timeline.clips.value.values()].flatMap((clip) => near(clip) ?? []);
    return found.length ? (by > 0 ? Math.min(...found) : Math.max(...found)) : null;
  };
  const toKey = (label: string, keys: string, by: number): Action => ({
    label,
    keys,
    group,
    enabled: moves,
    run: () => go(nextKey(by) ?? timeline.playhead.value),
  });
  const nudge = (label: string, keys: string, by: number): Action => ({
    label,
    keys,
    group,
    enabled: someKeys,
    run: () => {
      const chosen = timeline.keys.value;
      const after = new Map([...chosen].map(([id, frames]) => [id, new Set([...frames].map((frame) => frame + by))]));
      void editor.edit(moveKeys(chosen, by)).then((made) => made && timeline.choose(after));
    },
  });
  const key = (limb: boolean): void => {
    const [figure, { part }] = [state.active.value, state.selection.value];
    if (!figure) return;
    state.setView({ timeline: true });
    const frame = timeline.playhead.value;
    editor.receiver.posedAt = frame;
    void editor.edit(limb && part ? keyLimb(part, frame) : keyPose(figure.id, frame));
  };
  return {
    timeline: {
      label: "Timeline",
      keys: "K",
      group,
      checked: () => isOpen(editor),
      run: () => state.setView({ timeline: !isOpen(editor) }),
    },
    play: {
      label: () => (timeline.playing.value ? "Stop" : "Play"),
      keys: "Space",
      group,
      enabled: moves,
      run: () => {
        unfold();
        player.toggle();
      },
    },
    loop: {
      label: "Repeat",
      keys: "Shift+L",
      group,
      checked: () => state.view.value.looped,
      run: () => {
        const range = extentOf(timeline.keys.value);
        if (range && range[1] > range[0]) {
          timeline.loop.value = [Math.floor(range[0]), Math.ceil(range[1])];
          state.setView({ looped: true });
        } else state.setView({ looped: !state.view.value.looped });
      },
    },
    previousFrame: step("Previous frame", "ArrowLeft", -1),
    nextFrame: step("Next frame", "ArrowRight", 1),
    previousKey: toKey("Previous key", "Shift+ArrowLeft", -1),
    nextKey: toKey("Next key", "Shift+ArrowRight", 1),
    firstFrame: { label: "First frame", keys: "Ctrl+Home", group, enabled: moves, run: () => go(timeline.extent.value[0]) },
    lastFrame: { label: "Last frame", keys: "Ctrl+End", group, enabled: moves, run: () => go(timeline.extent.value[1]) },
    key: { label: "Key pose", keys: "I", group, enabled: () => state.active.value !== null, run: () => key(false) },
    keyLimb: {
      label: "Key selected limb",
      keys: "Shift+I",
      group,
      enabled: () => state.selection.value.part !== null,
      run: () => key(true),
    },
    record: {
      label: "Record: pulls make keys",
      group,
      checked: () => state.view.value.record,
      run: () => state.setView({ record: !state.view.value.record }),
    },
    allKeys: {
      label: "Choose all keys",
      keys: "A",
      group,
      enabled: moves,
      run: () => {
        timeline.choose(new Map([...timeline.clips.value].map(([id, clip]) => [id, new Set(clip.frames)])));
        state.status.value = `${countKeys(timeline.keys.value)} keys chosen`;
      },
    },
    keysEarlier: nudge("Move keys a frame earlier", "Alt+ArrowLeft", -1),
    keysLater: nudge("Move keys a frame later", "Alt+ArrowRight", 1),
    removeKeys: {
      label: "Delete keys",
      group,
      enabled: someKeys,
      run: () => {
        void editor.edit(removeKeys(timeline.keys.value));
        timeline.choose(NO_KEYS);
      },
    },
    frameKeys: {
      label: "Show chosen keys, or all",
      group,
      enabled: moves,
      run: () => {
        const range = extentOf(timeline.keys.value);
        if (range && range[1] > range[0]) view.fit(...range);
        else view.fitAll();
      },
    },
  };
}

/** Whether the timeline is seen: as it was set, or else where a figure moves. */
export const isOpen = ({ state }: Editor): boolean => state.view.value.timeline ?? state.timeline.moves.value;

/** Time: playing, going from frame to frame, keys. */

import type { Editor } from "../editor";
import type { Command, PasteKeys } from "../messages";
import { type Clip, countKeys, extentOf, NO_KEYS, namedKeys } from "../state/clip";
import type { FigureId } from "../state/part";
import type { KeyCard } from "../timeline/key_card";
import type { Player } from "../timeline/player";
import { LABELS } from "../timeline/rows";
import type { TimelineView } from "../timeline/timeline";
import { askForNumbers } from "../widgets/prompt";
import { deleteTime, keyLimb, keyPose, pasteKeys, removeKeys } from "../wire/key_commands";
import type { Action, ActionSet } from "./action";
import { canWalk, startPlaying } from "./first_walk";

export function timelineActions(
  editor: Editor,
  view: TimelineView,
  player: Player,
  card: KeyCard,
  reveal: (figure: FigureId) => void,
): ActionSet {
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
  const key = (limb: boolean): void => {
    const [figure, { part }] = [state.active.value, state.selection.value];
    if (!figure) return;
    state.setView({ timeline: true });
    const frame = timeline.playhead.value;
    editor.receiver.posedAt = frame;
    void editor.edit(limb && part ? keyLimb(part, frame) : keyPose(figure.id, frame));
  };
  let copied: PasteKeys["keys"] | null = null;
  const copy = async (): Promise<void> => {
    const keys = namedKeys(timeline.keys.value);
    const answer = await editor.link.request("copy_keys", { keys });
    copied = answer.keys;
    state.status.value = `${countKeys(timeline.keys.value)} keys copied`;
  };
  /** The copied keys, for the active figure where their own is gone. */
  const toPaste = (): PasteKeys["keys"] => {
    const entries = Object.entries(copied ?? {});
    const active = state.active.value?.id ?? "";
    return Object.fromEntries(entries.map(([id, keys]) => [state.figures.value.has(id) ? id : active, keys]));
  };
  const paste = (label: string, keys: string | undefined, how: Pick<PasteKeys, "mode" | "mirrored" | "relative">): Action => ({
    label,
    ...(keys && { keys }),
    group,
    run: () => {
      if (copied) void editor.edit(pasteKeys(toPaste(), timeline.playhead.value, how));
      else state.status.value = "Nothing is copied yet";
    },
  });
  /** The figure that has keys on both sides of the playhead. */
  const between = (): string | null => {
    const frame = timeline.playhead.value;
    const found = [...timeline.clips.value].find(([id, clip]) => {
      const inside = clip.first < frame && frame < clip.last;
      return inside && (timeline.clips.value.size === 1 || id === state.active.value?.id);
    });
    return found?.[0] ?? null;
  };
  return {
    timeline: {
      label: "Timeline",
      keys: "K",
      group,
      checked: () => isOpen(editor),
      run: () => state.setView({ timeline: !isOpen(editor) }),
    },
    toKeys: {
      label: "Go to the keys by keyboard",
      keys: "Shift+K",
      group,
      enabled: moves,
      run: () => {
        unfold();
        view.focusKey();
      },
    },
    play: {
      label: () => (timeline.playing.value ? "Stop" : "Play"),
      keys: "Space",
      group,
      enabled: () => moves() || canWalk(editor),
      run: () => void startPlaying(editor, view, player, { unfold, reveal }),
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
    removeKeys: {
      label: "Delete keys",
      group,
      enabled: someKeys,
      run: () => {
        void editor.edit(removeKeys(timeline.keys.value));
        timeline.choose(NO_KEYS);
      },
    },
    deleteTime: {
      label: "Delete keys and their time",
      keys: "Shift+Delete",
      group,
      enabled: someKeys,
      run: () => {
        const keys = timeline.keys.value;
        const [start, end] = extentOf(keys) ?? [0, 0];
        const after = [...timeline.clips.value.values()].flatMap((clip) => clip.frames.filter((frame) => frame > start));
        void editor.edit(deleteTime(keys, start, end > start ? end : Math.min(...after, start + 1)));
        timeline.choose(NO_KEYS);
      },
    },
    copyKeys: { label: "Copy keys", keys: "Ctrl+C", group, enabled: someKeys, run: () => void copy() },
    cutKeys: {
      label: "Cut keys",
      keys: "Ctrl+X",
      group,
      enabled: someKeys,
      run: () => {
        const keys = timeline.keys.value;
        void copy().then(() => editor.edit(removeKeys(keys)));
      },
    },
    pasteKeys: paste("Paste keys", "Ctrl+V", {}),
    insertKeys: paste("Paste, moving what follows", "Ctrl+Shift+V", { mode: "insert" }),
    pasteMirrored: paste("Paste mirrored", undefined, { mirrored: true }),
    pasteRelative: paste("Paste where the figure is", undefined, { relative: true }),
    breakdown: {
      label: "Breakdown between two keys",
      keys: "B",
      group,
      enabled: () => between() !== null,
      run: () => {
        const figure = between();
        const box = view.canvas.getBoundingClientRect();
        const frame = timeline.playhead.value;
        if (figure) card.openBreakdown(figure, frame, { x: box.left + LABELS + view.line.scale.x(frame), y: box.top });
      },
    },
    walk: {
      label: "Walk …",
      group,
      enabled: () => state.active.value !== null,
      run: () => {
        const figure = state.active.value?.id;
        const fields = [
          { label: "metres ahead", value: 2 },
          { label: "metres to the left", value: 0 },
        ];
        askForNumbers("Walk from here", fields, "Walk", ([ahead = 0, aside = 0]) => {
          if (figure === undefined) return;
          state.setView({ timeline: true });
          const walk: Command = { kind: "walk", figure, frame: Math.round(timeline.playhead.value), ahead, aside };
          void editor.edit(walk).then((made) => made && view.showNew());
        });
      },
    },
  };
}

/** Whether the timeline is seen: as it was set, or else where a figure moves. */
export const isOpen = ({ state }: Editor): boolean => state.view.value.timeline ?? state.timeline.moves.value;

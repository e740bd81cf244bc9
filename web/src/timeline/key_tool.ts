/** Keys: chosen by a click, moved by a drag; with Ctrl copied, with Shift (or where that is switched on) all that follows moves along. */

import type { Command } from "../messages";
import { type KeySet, namedKeys } from "../state/clip";
import type { FigureId } from "../state/part";
import type { Gesture, Tool } from "../tools/tool";
import type { Doing } from "./gesture";
import type { Line, LineHover, LineSample } from "./line";

export class KeyTool implements Tool<LineSample, LineHover> {
  readonly name = "keys";

  constructor(private readonly line: Line) {}

  hover(at: LineSample): LineHover | null {
    const key = this.line.keyUnder(at);
    return key && { cursor: "grab", key };
  }

  down(start: LineSample): Gesture<LineSample> | null {
    const key = start.button === 0 ? this.line.keyUnder(start) : null;
    if (!key) return null;
    const before = this.line.state.timeline.keys.value;
    let command: Command | null = null;
    let after: KeySet = new Map();
    let out: ReturnType<Line["outside"]> = null;
    return {
      begin: () => {
        const chosen = this.line.state.timeline.keys.value.get(key.figure)?.has(key.frame);
        if (!chosen) this.choose(key, start);
      },
      move: (at) => {
        out = this.line.outside(at);
        if (out) {
          this.line.cancel();
          this.line.doing.value = { label: out.label, at: key.frame, command: null };
          return;
        }
        const shown = this.moved(key, start, at);
        [command, after] = [shown.command, shown.after];
        this.line.show(shown);
      },
      up: () => {
        if (out) {
          this.line.cancel();
          void out.run?.();
          return;
        }
        void this.line.keep(command).then(() => {
          if (command) this.line.state.timeline.choose(after);
        });
      },
      cancel: () => {
        this.line.cancel();
        this.line.state.timeline.choose(before);
      },
      click: (at) => this.choose(key, at),
    };
  }

  /** One key; with Shift all from the one that was chosen before, with Ctrl one more or less. */
  private choose({ figure, frame }: { figure: FigureId; frame: number }, { shift, ctrl }: LineSample): void {
    this.line.state.timeline.pick(figure, frame, ctrl ? "toggle" : shift ? "range" : "alone");
  }

  private moved(key: { frame: number }, start: LineSample, at: LineSample): Doing & { after: KeySet } {
    const { line } = this;
    const { timeline } = line.state;
    const keys = timeline.keys.value;
    if (!keys.size) return { label: "not there any more", at: key.frame, command: null, after: keys }; // another window was quicker
    const target = line.snapped(key.frame + at.frame - start.frame, at.alt, keys);
    const by = Number((target - key.frame).toFixed(6));
    const copies = at.ctrl;
    const ripple = at.shift !== timeline.ripple.value && !copies;
    const first = Math.min(...[...keys.values()].flatMap((frames) => [...frames]));
    const places = (figure: FigureId): Set<number> => new Set([...(keys.get(figure) ?? [])].map((frame) => frame + by));
    const replaced: KeySet = new Map(
      [...timeline.clips.value].map(([id, clip]) => {
        const met = places(id);
        const isKept = (frame: number): boolean => !met.has(frame) || (!copies && (keys.get(id)?.has(frame) ?? false));
        return [id, ripple ? new Set<number>() : new Set(clip.frames.filter((frame) => !isKept(frame)))];
      }),
    );
    const gone = [...replaced.values()].flatMap((frames) => [...frames]);
    const word = copies ? "copy" : ripple ? "all after" : "";
    const label = [
      `${Number(target.toFixed(2))} (${by >= 0 ? "+" : "−"}${Number(Math.abs(by).toFixed(2))})`,
      word,
      gone.length ? `replaces ${gone.length === 1 ? `the key at ${gone[0]}` : `${gone.length} keys`}` : "",
    ];
    const named = namedKeys(keys);
    const command: Command = ripple
      ? { kind: "slide_time", figures: Object.keys(named), start: first, by }
      : { kind: "move_keys", keys: named, by, ...(copies && { copy: true }) };
    const isMoved = (figure: FigureId, frame: number): boolean =>
      ripple ? keys.has(figure) && frame >= first : (keys.get(figure)?.has(frame) ?? false);
    return {
      label: label.filter(Boolean).join(" · "),
      at: target,
      command: by === 0 ? null : command,
      keys,
      copies,
      replaced,
      moved: (figure, frame) => (isMoved(figure, frame) ? frame + by : frame),
      after: new Map([...keys.keys()].map((id) => [id, places(id)])),
    };
  }
}

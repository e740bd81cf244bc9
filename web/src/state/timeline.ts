/** Time: where the playhead is, what plays, which keys are chosen. None of it belongs to the document. */

import type { Timeline as TimelineData } from "../messages";
import { type Clip, countKeys, joined, type KeySet, NO_KEYS } from "./clip";
import { equal } from "./equal";
import { FrameStore } from "./frames";
import type { FigureId } from "./part";
import type { Scene } from "./scene";
import { computed, type Readable, signal } from "./signals";

export const NO_TIMELINE: TimelineData = { rate: 30, marks: [], unkeyed: null };
const NO_CLIPS: ReadonlyMap<FigureId, Clip> = new Map();
export const FARTHEST = 19_000; // the last frame that the playhead goes to
export const BEFORE = -1000; // and the first

export type Range = readonly [number, number];

export class Timeline {
  readonly frames = new FrameStore();
  /** Counts up whenever frames have come. */
  readonly news = signal(0);
  readonly playhead = signal(0);
  readonly playing = signal(false);
  /** Whether the pointer has the playhead. */
  readonly scrubbing = signal(false);
  readonly dropped = signal(0); // frames that were not shown in time since play was pressed
  /** What is repeated; null for everything. */
  readonly loop = signal<Range | null>(null, equal);
  readonly keys = signal<KeySet>(NO_KEYS);
  /** Whether what follows moves along with keys that are dragged. */
  readonly ripple = signal(false);
  /** How many clips and walks were put in here: views show their whole way. */
  readonly cameIn = signal(0);
  /** Whether the way of the selected part is shown. */
  readonly path = signal(false);
  /** How many onion skins are shown on each side. */
  readonly onion = signal(0);
  /** How many frames lie between two of them; 0: they are at keys. */
  readonly onionStep = signal(0);
  /** Whether curves are shown in the place of locks. */
  readonly curves = signal(false);
  /** The parameters whose curves are shown; null: those of the selected part. */
  readonly tracks = signal<ReadonlySet<string> | null>(null);
  /** How much of the smooth answer is done; null where none is made. */
  readonly smoothing = signal<number | null>(null);
  /** Whether keys were chosen after the part or lock that is chosen too: Delete is for what was chosen last. */
  readonly keysLast = signal(false);

  readonly clips: Readable<ReadonlyMap<FigureId, Clip>>;
  readonly data: Readable<TimelineData>;
  /** Whether any figure moves. */
  readonly moves = computed(() => this.clips.value.size > 0);
  /** From the first key to the last, in whole frames. */
  readonly extent: Readable<Range>;
  /** What is played. */
  readonly range: Readable<Range>;

  constructor(document: Readable<Scene | null>) {
    this.clips = computed(() => document.value?.clips ?? NO_CLIPS);
    this.data = computed(() => document.value?.timeline ?? NO_TIMELINE, equal);
    this.extent = computed((): Range => {
      const clips = [...this.clips.value.values()].filter((clip) => clip.frames.length);
      if (!clips.length) return [0, 0];
      return [Math.floor(Math.min(...clips.map((clip) => clip.first))), Math.ceil(Math.max(...clips.map((clip) => clip.last)))];
    }, equal);
    this.range = computed(() => this.loop.value ?? this.extent.value, equal);
  }

  /** Moves the playhead; playing stops where `stop` is not false. */
  go(frame: number, stop = true): void {
    if (stop) this.playing.value = false;
    this.playhead.value = Math.min(Math.max(frame, BEFORE), FARTHEST) + 0; // no frame is −0
  }

  choose(keys: KeySet): void {
    this.keys.value = keys;
    this.keysLast.value = countKeys(keys) > 0;
  }

  /** Chooses a key alone, with all from the one that was chosen before ("range"), or one more or less ("toggle"). */
  pick(figure: FigureId, frame: number, how: "alone" | "range" | "toggle"): void {
    const one: KeySet = new Map([[figure, new Set([frame])]]);
    const before = this.keys.value.get(figure);
    if (how === "toggle") this.choose(joined(this.keys.value, one, true));
    else if (how === "range" && before?.size) {
      const [first, last] = [Math.min(...before, frame), Math.max(...before, frame)];
      const between = this.clips.value.get(figure)?.frames.filter((each) => each >= first && each <= last);
      this.choose(joined(this.keys.value, new Map([[figure, new Set(between)]])));
    } else this.choose(one);
  }

  /** Drops chosen keys that are gone. */
  tidy(): void {
    const clips = this.clips.value;
    const kept = [...this.keys.value].map(
      ([id, frames]) => [id, new Set([...frames].filter((frame) => clips.get(id)?.has(frame)))] as const,
    );
    const left = new Map(kept.filter(([, frames]) => frames.size));
    if (countKeys(left) !== countKeys(this.keys.value)) this.keys.value = left;
    this.frames.keep(new Set(clips.keys()));
  }
}

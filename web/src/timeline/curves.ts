/** The curve view: which parameters are drawn, what of their values is seen, where their keys and handles are. */

import type { ParameterData } from "../messages";
import type { Clip } from "../state/clip";
import type { FigureFrames } from "../state/frames";
import type { FigureId } from "../state/part";
import { signal } from "../state/signals";
import type { State } from "../state/state";
import type { Row } from "./rows";
import type { TimeScale } from "./scale";

const COLOURS = ["#4c9aff", "#ff9d4a", "#4fb977", "#c678dd", "#c9a227", "#e46a76", "#39b6c4", "#9a8cff"];
const MOST = 3; // curves where nothing is selected
const ROOM = 12; // [pixels] above and below
const REACH = 7; // [pixels] around a key or a handle
const LONGEST = 70; // [pixels] of a handle

export interface Curve {
  readonly parameter: number;
  readonly data: ParameterData;
  readonly colour: string;
}

export interface KeyPoint {
  readonly curve: Curve;
  readonly frame: number;
  readonly place: number;
  readonly value: number;
  readonly x: number;
  readonly y: number;
}

export interface Handle extends KeyPoint {
  readonly side: "in" | "out";
  readonly key: KeyPoint;
}

/** Degrees and centimetres: angles and lengths have similar numbers then. */
export const shownIn = ({ unit }: ParameterData): number => (unit === "rad" ? 180 / Math.PI : 100);
export const shownUnit = ({ unit }: ParameterData): string => (unit === "rad" ? "°" : unit === "m" ? " cm" : " %");

/** What was found for a figure, as long as nothing that it depends on has changed. */
interface Known<T> {
  readonly of: readonly unknown[];
  readonly found: T;
}

export class Curves {
  /** What of the values is seen, in degrees or centimetres; null for all that there is. */
  readonly window = signal<readonly [number, number] | null>(null);
  private readonly knownCurves = new Map<FigureId, Known<Curve[]>>();
  private readonly knownRanges = new Map<FigureId, Known<readonly [number, number]>>();

  constructor(
    private readonly state: State,
    private readonly scale: TimeScale,
  ) {}

  /** The curves of a figure that are drawn: those that were picked, those of the selected part, or those that move most. */
  shown(figure: FigureId): Curve[] {
    return this.once(this.knownCurves, figure, () => this.findShown(figure));
  }

  private findShown(figure: FigureId): Curve[] {
    const { timeline } = this.state;
    const own = this.state.figures.value.get(figure);
    if (!own) return [];
    const picked = timeline.tracks.value;
    const parameters = own.data.parameters;
    const { part } = this.state.selection.value;
    const of = (name: string): boolean => parameters.some(({ joint }) => joint === name);
    const above =
      part?.figure === figure
        ? own
            .above(part.part)
            .filter(({ name }) => of(name))
            .at(-1)?.name
        : undefined;
    const wanted = picked?.size
      ? parameters.filter(({ name }) => picked.has(name))
      : above !== undefined
        ? parameters.filter(({ joint }) => joint === above)
        : this.liveliest(figure, parameters);
    return wanted.map((data, k) => ({
      data,
      parameter: own.parameterIndex(data.name),
      colour: COLOURS[k % COLOURS.length] ?? "",
    }));
  }

  /** The values at the lower and the upper edge. */
  range(figure: FigureId): readonly [number, number] {
    return this.window.value ?? this.once(this.knownRanges, figure, () => this.wholeRange(figure));
  }

  /** Thousands of frames are looked through once, not for every picture. */
  private once<T>(known: Map<FigureId, Known<T>>, figure: FigureId, find: () => T): T {
    const { timeline, figures, selection } = this.state;
    const of = [timeline.news.value, timeline.frames.get(figure), timeline.tracks.value, figures.value, selection.value];
    const before = known.get(figure);
    if (before?.of.every((each, k) => each === of[k])) return before.found;
    const found = find();
    known.set(figure, { of, found });
    return found;
  }

  private wholeRange(figure: FigureId): readonly [number, number] {
    const frames = this.state.timeline.frames.get(figure);
    let [low, high] = [Infinity, -Infinity];
    for (const { parameter, data } of frames ? this.shown(figure) : []) {
      for (let row = 0; row < frames!.count; row++) {
        for (const plain of [false, true]) {
          const value = frames!.value(row, parameter, plain) * shownIn(data);
          if (value < low) low = value;
          if (value > high) high = value;
        }
      }
    }
    if (!(high > low)) [low, high] = [Math.min(low, 0) - 5, Math.max(high, 0) + 5];
    if (!Number.isFinite(low) || !Number.isFinite(high)) return [-10, 10];
    const room = Math.max(0.12 * (high - low), 1);
    return [low - room, high + room];
  }

  y(row: Row, [low, high]: readonly [number, number], value: number): number {
    return row.top + ROOM + ((high - value) / (high - low)) * (row.height - 2 * ROOM);
  }

  value(row: Row, [low, high]: readonly [number, number], y: number): number {
    return high - ((y - row.top - ROOM) / (row.height - 2 * ROOM)) * (high - low);
  }

  zoom(row: Row, figure: FigureId, y: number, factor: number): void {
    const range = this.range(figure);
    const at = this.value(row, range, y);
    const [low, high] = range.map((end) => at + (end - at) / factor) as [number, number];
    if (high - low > 1e-3 && high - low < 1e5) this.window.value = [low, high];
  }

  pan(row: Row, figure: FigureId, pixels: number): void {
    const [low, high] = this.range(figure);
    const by = (pixels / (row.height - 2 * ROOM)) * (high - low);
    this.window.value = [low + by, high + by];
  }

  /** The keys of all curves that are seen; of a key of some tracks only those that count. */
  points(row: Row & { figure: FigureId }, moved: (frame: number) => number = (frame) => frame): KeyPoint[] {
    const [clip, frames] = this.of(row.figure);
    if (!clip || !frames) return [];
    const range = this.range(row.figure);
    const curves = this.shown(row.figure);
    const found: KeyPoint[] = [];
    for (let place = Math.max(0, clip.placeFrom(this.scale.frame(0)) - 1); place < clip.frames.length; place++) {
      const frame = clip.frames[place]!;
      if (frame > this.scale.end + 1) break;
      for (const curve of curves) {
        if (!counts(clip, place, curve.data)) continue;
        const value = valueAt(frames, moved(frame), curve.parameter) * shownIn(curve.data);
        found.push({ curve, frame, place, value, x: this.scale.x(moved(frame)), y: this.y(row, range, value) });
      }
    }
    return found;
  }

  /** Handles beside chosen keys: how fast each curve comes and leaves. */
  handles(row: Row & { figure: FigureId }): Handle[] {
    const [clip, frames] = this.of(row.figure);
    const chosen = this.state.timeline.keys.value.get(row.figure);
    if (!clip || !frames || !chosen?.size) return [];
    const range = this.range(row.figure);
    return this.points(row)
      .filter(({ frame }) => chosen.has(frame))
      .flatMap((key) =>
        (["in", "out"] as const).flatMap((side): Handle[] => {
          const next = clip.frames[key.place + (side === "out" ? 1 : -1)];
          if (next === undefined || (side === "out" && clip.key(key.place).curve !== "smooth")) return [];
          if (side === "in" && clip.key(key.place - 1).curve !== "smooth") return [];
          const away = Math.sign(next - key.frame) * Math.min(Math.abs(next - key.frame) / 3, LONGEST / this.scale.scale);
          const slope = slopeAt(frames, key.frame, key.curve.parameter, side) * shownIn(key.curve.data);
          const value = key.value + away * slope;
          const frame = key.frame + away;
          return [{ ...key, key, side, frame, value, x: this.scale.x(frame), y: this.y(row, range, value) }];
        }),
      );
  }

  /** The key or the handle under a pixel of the line. */
  under(row: Row & { figure: FigureId }, x: number, y: number, reach = 1): KeyPoint | Handle | null {
    const nearest = <T extends KeyPoint>(points: readonly T[]): T | null => {
      const away = (point: KeyPoint): number => Math.hypot(point.x - x, point.y - y);
      const best = points.reduce<T | null>((a, b) => (a && away(a) <= away(b) ? a : b), null);
      return best && away(best) <= REACH * reach ? best : null;
    };
    return nearest(this.points(row)) ?? nearest(this.handles(row));
  }

  private of(figure: FigureId): [Clip | undefined, FigureFrames | undefined] {
    const { timeline } = this.state;
    return [timeline.clips.value.get(figure), timeline.frames.get(figure)];
  }

  private liveliest(figure: FigureId, parameters: readonly ParameterData[]): ParameterData[] {
    const frames = this.state.timeline.frames.get(figure);
    if (!frames) return [];
    const spans = parameters.map((data, k) => {
      let [low, high] = [Infinity, -Infinity];
      for (let row = 0; row < frames.count; row++) {
        const value = frames.value(row, k) * shownIn(data);
        [low, high] = [Math.min(low, value), Math.max(high, value)];
      }
      return { data, span: high - low };
    });
    return [...spans]
      .sort((a, b) => b.span - a.span)
      .filter(({ span }) => span > 0)
      .slice(0, MOST)
      .map(({ data }) => data);
  }
}

/** Whether a key is one of a parameter's curve. A ball's track has the name of its joint. */
function counts(clip: Clip, place: number, { name, joint }: ParameterData): boolean {
  const { tracks } = clip.key(place);
  const root = name.startsWith("root_") && tracks?.some((track) => track.startsWith("root"));
  return tracks === null || tracks.includes(name) || tracks.includes(joint) || (root ?? false);
}

/** A parameter at a frame before locks are held. */
function valueAt(frames: FigureFrames, frame: number, parameter: number): number {
  const [low, high] = [frames.row(Math.floor(frame)), frames.row(Math.ceil(frame))];
  const share = frame - Math.floor(frame);
  return (1 - share) * frames.value(low, parameter, true) + share * frames.value(high, parameter, true);
}

/** How fast a parameter changes before or after a key [per frame], from the frames beside it. */
export function slopeAt(frames: FigureFrames, frame: number, parameter: number, side: "in" | "out"): number {
  const step = side === "out" ? 1 : -1;
  const base = side === "out" ? Math.ceil(frame) : Math.floor(frame);
  const at = (k: number): number => frames.value(frames.row(base + k * step), parameter, true);
  return (step * (-3 * at(0) + 4 * at(1) - at(2))) / 2;
}

/** Curves: keys are dragged in time and value, handles bend the curve; a press on the names picks tracks. */

import type { Command } from "../messages";
import { namedKeys } from "../state/clip";
import type { FigureId } from "../state/part";
import type { Gesture, Tool } from "../tools/tool";
import { type Entry, popup } from "../widgets/menu";
import { type Handle, type KeyPoint, shownIn, shownUnit } from "./curves";
import type { Line, LineHover, LineSample } from "./line";
import { valueInWords } from "./paint_curves";
import { LABELS, type Row } from "./rows";

type CurveRow = Row & { figure: FigureId };
const LEAST = 0.25; // [frames] between a key and its handle

export class CurveTool implements Tool<LineSample, LineHover> {
  readonly name = "curves";

  constructor(private readonly line: Line) {}

  hover(at: LineSample): LineHover | null {
    if (at.row?.kind !== "curves") return null;
    if (at.x < LABELS - 34) return { cursor: "pointer", say: "Choose which parameters have a curve" };
    const found = this.under(at);
    if (!found) return null;
    const { label } = found.curve.data;
    if (isHandle(found))
      return { cursor: "grab", say: `How fast ${label} ${found.side === "in" ? "comes" : "leaves"}; Alt: only here` };
    return { cursor: "move", say: `${label} at ${found.frame}: ${valueInWords(found.curve, found.value)}` };
  }

  down(start: LineSample): Gesture<LineSample> | null {
    if (start.row?.kind !== "curves" || start.button !== 0) return null;
    if (start.x < LABELS - 34) return clicked(() => this.pick(start));
    const found = this.under(start);
    if (!found) return null;
    return isHandle(found) ? this.bend(found, start.row, start) : this.drag(found, start.row, start);
  }

  private under({ row, x, y, reach }: LineSample): KeyPoint | Handle | null {
    return row?.kind === "curves" ? this.line.curves.under(row, x - LABELS, y, reach) : null;
  }

  /** A key, and with it all that are chosen, if it is one of them. Shift keeps to the way it moves most. */
  private drag(point: KeyPoint, row: CurveRow, start: LineSample): Gesture<LineSample> {
    const { line } = this;
    const { timeline } = line.state;
    const { figure } = row;
    const range = line.curves.range(figure);
    line.curves.window.value = range; // what is seen stays while values change
    const chosen = timeline.keys.value;
    let command: Command | null = null;
    let by = 0;
    const choose = (more: boolean): void => {
      const before = timeline.keys.value.get(figure);
      const keys = more && before ? new Set([...before, point.frame]) : new Set([point.frame]);
      timeline.choose(new Map([[figure, keys]]));
    };
    return {
      begin: () => {
        if (!timeline.keys.value.get(figure)?.has(point.frame)) choose(start.shift);
      },
      move: (at) => {
        const keys = new Map([[figure, timeline.keys.value.get(figure) ?? new Set([point.frame])]]);
        const [dx, dy] = [Math.abs(at.x - start.x), Math.abs(at.y - start.y)];
        const [inTime, inValue] = at.shift ? [dx > dy, dy >= dx] : [true, true];
        by = inTime ? Number((line.snapped(point.frame + at.frame - start.frame, at.alt, keys) - point.frame).toFixed(6)) : 0;
        const rise = inValue ? line.curves.value(row, range, at.y) - line.curves.value(row, range, start.y) : 0;
        const { data } = point.curve;
        const unit = shownIn(data);
        const [lo, hi] = [(data.lo ?? -Infinity) * unit, (data.hi ?? Infinity) * unit];
        const value = Math.min(Math.max(point.value + rise, lo), hi);
        const amount = (value - point.value) / unit;
        command =
          by || amount ? { kind: "shift_keys", keys: namedKeys(keys), by, values: amount ? { [data.name]: amount } : {} } : null;
        const frame = point.frame + by;
        line.show({
          label: `${Number(frame.toFixed(2))} · ${data.label} ${valueInWords(point.curve, value)}`,
          at: frame,
          command,
          keys,
          moved: (id, each) => (id === figure && keys.get(id)?.has(each) ? each + by : each),
        });
      },
      up: () => {
        const moved = [...(timeline.keys.value.get(figure) ?? [])].map((frame) => frame + by);
        void line.keep(command).then(() => command && timeline.choose(new Map([[figure, new Set(moved)]])));
      },
      cancel: () => {
        line.cancel();
        timeline.choose(chosen);
      },
      click: (at) => choose(at.shift || at.ctrl),
    };
  }

  /** The rate of one parameter at a key; with Alt only on the side of the handle. */
  private bend(handle: Handle, row: CurveRow, start: LineSample): Gesture<LineSample> {
    const { line } = this;
    const { key, curve, side } = handle;
    const range = line.curves.range(row.figure);
    line.curves.window.value = range;
    let command: Command | null = null;
    return {
      move: (at) => {
        const sign = side === "out" ? 1 : -1;
        const away = sign * Math.max(sign * (at.frame - start.frame + handle.frame - key.frame), LEAST);
        const rise = handle.value + line.curves.value(row, range, at.y) - line.curves.value(row, range, start.y) - key.value;
        const rate = rise / away;
        command = {
          kind: "set_key_rates",
          keys: { [row.figure]: [key.frame] },
          rates: { [curve.data.name]: rate / shownIn(curve.data) },
          side: at.alt ? side : "both",
        };
        const perSecond = rate * line.state.timeline.data.value.rate;
        const end = { x: line.scale.x(key.frame + away), y: line.curves.y(row, range, key.value + rise) };
        line.show({
          label: `${curve.data.label} ${perSecond.toFixed(0)}${shownUnit(curve.data)}/s${at.alt ? `, only ${side === "in" ? "before" : "after"}` : ""}`,
          at: key.frame,
          command,
          bend: [key, end],
        });
      },
      up: () => void line.keep(command),
      cancel: () => line.cancel(),
    };
  }

  /** The menu of tracks: those of the selected part, or any that are picked. */
  private pick({ row, clientX, clientY }: LineSample): void {
    if (row?.kind !== "curves") return;
    const { timeline, figures } = this.line.state;
    const parameters = figures.value.get(row.figure)?.data.parameters ?? [];
    const picked = timeline.tracks.value;
    const toggle = (name: string) => (): void => {
      const now = new Set(picked ?? this.line.curves.shown(row.figure).map(({ data }) => data.name));
      if (!now.delete(name)) now.add(name);
      timeline.tracks.value = now.size ? now : null;
    };
    const shown = new Set(this.line.curves.shown(row.figure).map(({ data }) => data.name));
    const limbs = [...new Set(parameters.map(({ limb }) => limb))];
    const entries: Entry[] = [
      { label: "Those of the selected part", checked: picked === null, run: () => void (timeline.tracks.value = null) },
      "-",
      ...limbs.map((limb) => ({
        label: limb,
        items: () =>
          parameters
            .filter((each) => each.limb === limb)
            .map(({ name, label }) => ({ label, checked: shown.has(name), run: toggle(name) })),
      })),
    ];
    popup(entries, { x: clientX, y: clientY }, { title: "Curves of" });
  }
}

const isHandle = (point: KeyPoint | Handle): point is Handle => "side" in point;

const clicked = (run: () => void): Gesture<LineSample> => ({ move: () => {}, up: () => {}, cancel: () => {}, click: run });

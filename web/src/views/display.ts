/** From state to stage: poses, colours, outlines, marks, limits and rings follow the signals that they show. */

import { toStage } from "../math/upright";
import type { Axes } from "../math/vector";
import { carried, Look } from "../stage/body";
import { columnsOf, type Moving } from "../stage/marks";
import type { Skin } from "../stage/onion";
import type { Stage } from "../stage/stage";
import { THEMES } from "../stage/theme";
import { type PartRef, partKey } from "../state/part";
import { type Lock, lockAt } from "../state/scene";
import { effect } from "../state/signals";
import { skinFrames } from "../state/skins";
import type { State } from "../state/state";

const WORLD: Axes = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

export class Display {
  private limitsBefore: ReadonlySet<string> = new Set(); // parts at a limit when no drag went on

  constructor(
    private readonly state: State,
    private readonly stage: Stage,
  ) {
    effect(() => {
      if (state.live.value) stage.setLive(state.live.value, state.timeline.playing.value); // first: all below are shown at this pose
    });
    effect(() => this.paint());
    effect(() => this.showAppearance());
    effect(() => this.showLooks());
    effect(() => this.showLimits());
    effect(() => this.showLocks());
    effect(() => this.showRings());
    effect(() => this.showArrows());
    effect(() => this.showPoles());
    effect(() => this.showPath());
    effect(() => this.showOnion());
  }

  private paint(): void {
    if (this.stage.options.theme !== this.state.theme.value) this.stage.paint(this.state.theme.value);
  }

  private showAppearance(): void {
    const { state, stage } = this;
    for (const id of state.figures.value.keys()) {
      const { hidden = false, tint = null } = state.figureState(id) ?? {};
      stage.setAppearance(id, hidden, tint);
      stage.bodies.get(id)?.xray(state.xray.value);
    }
  }

  private showLooks(): void {
    const { state, stage } = this;
    const { part: selected, lock } = state.selection.value;
    const hovered = state.hover.value.part;
    for (const [id, figure] of state.figures.value) {
      const body = stage.bodies.get(id);
      if (!body) continue;
      const looks = new Uint8Array(figure.data.joints.length);
      const mark = (part: PartRef | null, look: number): void => {
        const joint = part?.figure === id ? figure.jointIndex(part.part) : -1;
        if (joint >= 0) looks[joint]! |= look;
      };
      for (const part of state.drag.value?.chain ?? []) mark(part, Look.chain);
      const { hidden = false, frozen = false } = state.figureState(id) ?? {};
      figure.data.joints.forEach(({ name }, joint) => {
        if (state.isHidden(figure.ref(name))) looks[joint]! |= Look.hidden;
        if (frozen) looks[joint]! |= Look.frozen;
      });
      for (const part of state.chosen.value) mark(part, Look.selected);
      mark(hovered, Look.hover);
      body.look(looks);
      const outlined = hovered ?? (lock === null ? selected : null);
      body.outlineOf(!hidden && outlined?.figure === id ? figure.jointIndex(outlined.part) : null);
    }
    stage.request();
  }

  /** Dots at joints that the drag has brought to a limit, or that belong to its chain. */
  private showLimits(): void {
    const { state, stage } = this;
    const at = [...state.figures.value.values()].flatMap((figure) =>
      figure.jointsAtLimits(state.values(figure.id)).map((part) => figure.ref(part)),
    );
    const drag = state.drag.value;
    if (!drag) this.limitsBefore = new Set(at.map(partKey));
    const chain = new Set(drag?.chain.map(partKey));
    const reached = (part: PartRef): boolean => !this.limitsBefore.has(partKey(part)) || chain.has(partKey(part));
    const isSeen = (part: PartRef): boolean => !state.isHidden(part) && !state.figureState(part.figure)?.hidden;
    stage.setLimits(drag ? at.filter((part) => reached(part) && isSeen(part)) : []);
    stage.request();
  }

  private showLocks(): void {
    const { state, stage } = this;
    if (!state.figures.value.size) return;
    const [live, grip] = [state.live.value, state.drag.value?.grip];
    const lock = grip?.what === "lock" && live?.dragging ? (grip.lock ?? null) : null;
    const carried = grip?.what === "root" && live?.dragging ? (grip.figure ?? null) : null;
    const moving: Moving | null = lock !== null && live ? { id: lock, place: live.goal } : carried === null ? null : { carried };
    const lively = state.hover.value.lock ?? state.selection.value.lock;
    void state.theme.value; // marks take their colours from it
    // of a figure that moves, the locks that hold at this frame, and the one that is selected
    const rests = ({ figure, spans, enabled }: Lock): boolean =>
      spans !== null || (!enabled && state.timeline.clips.value.has(figure));
    const isDue = (lock: Lock): boolean =>
      !rests(lock) || lock.id === lively || state.readings.value.get(lock.id)?.state !== "off";
    const seen = state.locks.value.filter((lock) => !state.figureState(lock.figure)?.hidden && isDue(lock));
    const frame = state.timeline.playhead.value;
    stage.setLocks(
      seen.map((lock) => lockAt(lock, frame)),
      state.readings.value,
      lively,
      moving,
    );
  }

  /** The way of the selected part through its figure's clip. */
  private showPath(): void {
    const { state, stage } = this;
    const { timeline } = state;
    void timeline.news.value;
    const { part } = state.selection.value;
    const found = timeline.path.value ? stage.find(part) : null;
    const [frames, clip] = part && found ? [timeline.frames.get(part.figure), timeline.clips.value.get(part.figure)] : [];
    const effector = found?.body.figure.data.joints[found.joint]?.effector;
    if (!frames || !clip || !found || !effector) stage.path.show([], THEMES[state.theme.value].accent);
    else {
      const rows = Array.from({ length: frames.count }, (_, row) => row).filter((row) => frames.has(row));
      const keys = new Map(clip.frames.map((frame) => [Math.round(frame), frame]));
      const stops = rows.map((row) => ({
        frame: keys.get(frames.first + row) ?? frames.first + row,
        place: toStage(carried(frames.transforms(row), found.joint, effector), stage.up),
        key: keys.has(frames.first + row),
      }));
      stage.path.show(stops, THEMES[state.theme.value].accent);
    }
    stage.request();
  }

  /** The active figure at keys or frames before and after the playhead. */
  private showOnion(): void {
    const { state, stage } = this;
    const { timeline } = state;
    const [count, figure] = [timeline.playing.value ? 0 : timeline.onion.value, state.active.value];
    void timeline.news.value;
    const [clip, frames] = figure ? [timeline.clips.value.get(figure.id), timeline.frames.get(figure.id)] : [];
    const skins: Skin[] = [];
    if (count && clip && frames) {
      for (const { frame, later, away } of skinFrames(clip, timeline.playhead.value, count, timeline.onionStep.value)) {
        const pose = frames.pose(frame);
        if (pose) skins.push({ transforms: pose.transforms, frame, later, away });
      }
    }
    stage.onion.show(figure ? (stage.bodies.get(figure.id) ?? null) : null, skins);
    stage.request();
  }

  /** Arrows to move the selected lock or part, or the figure that is carried. */
  private showArrows(): void {
    const { state, stage } = this;
    const { part, lock } = state.selection.value;
    void state.live.value; // they follow the pose
    const carries = state.tool.value === "root";
    const on = (state.tool.value === "move" || carries) && state.connection.value === "open";
    const found = on ? stage.find(part) : null;
    const held = on && !carries && state.lock(lock) ? stage.marks.origin(lock ?? -1) : null;
    const joint = carries ? 0 : (found?.joint ?? 0);
    const place = held ?? (found && toStage(found.body.effector(joint), stage.up));
    const own = found && !held && !carries && state.view.value.axes === "local" ? found.body.axes(joint) : WORLD;
    const [x, y, z] = own;
    stage.gizmo.arrows.show(place, [toStage(x, stage.up), toStage(y, stage.up), toStage(z, stage.up)]);
    stage.request();
  }

  /** Rings at the elbow or knee of the limb that the selected part belongs to. */
  private showPoles(): void {
    const { state, stage } = this;
    const { part, lock } = state.selection.value;
    void state.live.value;
    const found = state.tool.value === "pull" && lock === null && !state.playing ? stage.find(part) : null;
    const limb = part && found?.body.figure.joint(part.part)?.limb;
    const poles = (found?.body.figure.data.poles ?? []).filter((pole) => found?.body.figure.joint(pole)?.limb === limb);
    stage.gizmo.poles.show(
      poles.map((pole) => {
        const joint = found?.body.figure.jointIndex(pole) ?? 0;
        return { part: pole, place: toStage(found?.body.place(joint) ?? [0, 0, 0], stage.up) };
      }),
    );
    stage.request();
  }

  /** Rings to rotate the selected lock or part. */
  private showRings(): void {
    const { state, stage } = this;
    const { part, lock: id } = state.selection.value;
    void state.live.value; // they follow the pose
    const on = state.tool.value === "rotate" && state.connection.value === "open";
    const lock = state.lock(id);
    const found = on && !lock ? stage.find(part) : null;
    const world = state.view.value.turns === "world";
    if (on && lock) stage.rings.show(stage.marks.place(lock.id), columnsOf(world ? WORLD.flat() : lock.mark.axes, stage.up));
    else if (found) {
      const [x, y, z] = world ? WORLD : found.body.axes(found.joint);
      const axes: Axes = [toStage(x, stage.up), toStage(y, stage.up), toStage(z, stage.up)];
      stage.rings.show(toStage(found.body.place(found.joint), stage.up), axes);
    } else stage.rings.show(null);
    stage.request();
  }
}

/** From messages to state: all that the server says is turned into signals here, and nowhere else. */

import type { DocumentParts, ServerMessage, Welcome } from "../messages";
import { equal } from "../state/equal";
import type { FrameNews } from "../state/frames";
import { ownView } from "../state/own_view";
import { type FigureId, NOTHING } from "../state/part";
import type { History, Live, LivePose } from "../state/scene";
import { shownAt } from "../state/shown";
import { batch, effect, untracked } from "../state/signals";
import type { State } from "../state/state";
import { CLIP_PACKET, readClipPacket } from "./clip_packet";
import { type PosePacket, readPosePacket } from "./pose_packet";
import { SceneParts } from "./scene_parts";

const OFTEN = 250; // [ms] from one look at all frames to the next, while those of a long clip come

export interface Said {
  notice(level: "info" | "warning" | "error", message: string, remedy: string): void;
  elsewhere(): void; // the server has gone to another project
}

export class Receiver {
  /** Called for every pose that comes, drawn or not. */
  onPose: (live: Live) => void = () => this.showNewest();
  private parts = new SceneParts();
  private newest: Live | null = null;
  private raw: Live | null = null; // the last that the server said, whatever the playhead is at
  /** The frame at which figures were posed last: until the frames of that edit come, the pose that came with it is shown. */
  posedAt: number | null = null;
  /** Called when another picture is due though no pose came. */
  onFrames: () => void = () => this.showNewest();
  private due = false;
  private toldAt = -Infinity; // [ms] when it was told last that frames have come
  private begun = false;

  constructor(
    private readonly state: State,
    private readonly said: Said,
  ) {
    const { timeline } = state;
    effect(() => {
      void timeline.playhead.value;
      void timeline.news.value;
      void timeline.clips.value;
      untracked(() => {
        if (!this.raw && !this.newest) return;
        this.due = true;
        this.onFrames();
      });
    });
  }

  /** Whether a pose has come that is not shown yet. */
  get behind(): boolean {
    return this.newest !== null || this.due;
  }

  /** Takes frames of a clip; gives the number of the preview that they complete the answer to. */
  frames(buffer: ArrayBuffer): number {
    const { timeline } = this.state;
    const news = readClipPacket(buffer);
    const figure = this.state.figures.value.get(news.figure);
    const fits = figure && figure.data.joints.length === news.joints && figure.data.parameters.length === news.parameters;
    if (fits && timeline.clips.value.has(news.figure)) {
      timeline.frames.take(news);
      const now = performance.now();
      if (news.complete || this.areSeen(news) || now - this.toldAt > OFTEN) {
        this.toldAt = now;
        timeline.news.value++;
      }
    }
    return news.complete ? news.answers : 0;
  }

  /** Whether frames are at the playhead. */
  private areSeen({ first, count, islands }: FrameNews): boolean {
    const inside = Math.min(Math.max(this.state.timeline.playhead.value, first), first + count - 1);
    return islands.some((island) => inside > island.first - 1 && inside < island.first + island.count);
  }

  /** Takes a pose packet; gives the number of the move that it answers. The pose is shown with the next picture. */
  packet(buffer: ArrayBuffer): number {
    const packet = readPosePacket(buffer);
    // one of another document may have its figures in another order; after each document come all poses
    if (packet.revision === this.state.document.value?.revision) {
      this.newest = this.liveFrom(packet);
      if (packet.frame !== null) this.posedAt = packet.frame;
      this.onPose(this.newest);
    }
    return packet.seq;
  }

  /** Shows the newest pose, so that poses which come faster than pictures cost nothing. */
  showNewest(): void {
    if (!this.newest && !this.due) return;
    const live = this.newest ?? this.raw;
    this.newest = null;
    this.due = false;
    this.raw = live;
    if (live) this.state.live.value = shownAt(this.state, live, this.posedAt);
  }

  message(message: ServerMessage): void {
    batch(() => this.take(message));
  }

  private take(message: ServerMessage): void {
    const { state } = this;
    switch (message.op) {
      case "welcome":
        this.welcome(message);
        break;
      case "document_changed":
        if (done(message.history) > done(state.history.value) && message.history.undo) state.status.value = message.history.undo;
        state.history.value = message.history;
        this.setDocument(message.document, message.revision);
        break;
      case "conflict_changed":
        state.conflict.value = message.sentence ? message : null;
        break;
      case "clip_conflicts":
        state.clipConflicts.value = message.conflicts;
        break;
      case "progress":
        if (state.solving.value) state.solving.value = message;
        break;
      case "smoothing":
        state.timeline.smoothing.value = message.share < 1 ? message.share : null;
        break;
      case "notice":
        this.said.notice(message.level, message.message, message.remedy ?? "");
        break;
      case "refusal":
        this.said.notice("error", message.message, message.remedy ?? "");
        break;
      case "ack": // of what was only told
      case "drag_started":
      case "pong":
      case "keys_copied":
        break;
      default:
        unknown(message);
    }
  }

  private welcome(message: Welcome): void {
    const { file } = this.state;
    if (file.value && file.value !== message.file) {
      this.said.elsewhere();
      return;
    }
    file.value = message.file;
    const { state } = this;
    state.catalogue.value = {
      version: message.version,
      solvers: message.solvers,
      figures: message.shipped,
      lockKinds: message.lock_kinds,
    };
    state.timeline.smoothing.value = null;
    state.clipConflicts.value = [];
    if (!this.begun) state.view.value = ownView(message.file, message.view);
    this.begun = true;
    state.history.value = message.history;
    this.parts = new SceneParts();
    this.setDocument(message.document, message.revision);
  }

  private setDocument(news: DocumentParts, revision: number): void {
    const { state } = this;
    this.parts.update(news);
    state.document.value = this.parts.scene(revision);
    this.setFigures();
    state.timeline.tidy();
    const { part, lock } = state.selection.value;
    if (lock !== null && !state.lock(lock)) state.select(part);
  }

  /** Takes the figures; those that stay the same are kept, with their poses. */
  private setFigures(): void {
    const { state } = this;
    const before = state.figures.value;
    const figures = this.parts.figures(before, equal);
    const ids = [...figures.keys()];
    const isKnown = (id: FigureId): boolean => figures.get(id) === before.get(id);
    if (figures.size === before.size && ids.every(isKnown) && equal(ids, [...before.keys()])) return;
    const live = this.newest ?? this.raw;
    const kept = [...(live?.poses ?? [])].filter(([id]) => figures.has(id) && isKnown(id));
    state.figures.value = figures;
    this.newest = null;
    this.raw = state.live.value = live && kept.length ? { ...live, poses: new Map(kept) } : null;
    state.hover.value = NOTHING;
    const { part } = state.selection.value;
    if (part && !figures.get(part.figure)?.joint(part.part)) state.select(null);
  }

  /** The poses of a packet beside those of the figures that have not moved. */
  private liveFrom({ seq: _seq, poses, ...rest }: PosePacket): Live {
    const figures = [...this.state.figures.value.values()];
    const all = new Map<FigureId, LivePose>((this.newest ?? this.raw)?.poses);
    for (const { place, ...pose } of poses) {
      const figure = figures[place];
      if (figure && pose.transforms.length === 12 * figure.data.joints.length) all.set(figure.id, pose);
    }
    return { ...rest, poses: all };
  }
}

/** Whether a packet has frames of a clip, and no pose. */
export const isClipPacket = (buffer: ArrayBuffer): boolean => new DataView(buffer).getUint32(0, true) === CLIP_PACKET;

/** How many steps are done. */
const done = ({ older, place }: History): number => older + place;

/** The compiler sees to it that every message of the server is known; a newer server's is left aside. */
function unknown(message: never): void {
  console.warn("a message that this page does not know", message);
}

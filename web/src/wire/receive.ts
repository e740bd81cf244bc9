/** From messages to state: all that the server says is turned into signals here, and nowhere else. */

import type { DocumentParts, ServerMessage, Welcome } from "../messages";
import { equal } from "../state/equal";
import { type FigureId, figureOfKey, NOTHING } from "../state/part";
import type { History, Live, LivePose } from "../state/scene";
import { batch } from "../state/signals";
import type { State } from "../state/state";
import { viewFrom } from "../state/view";
import { type PosePacket, readPosePacket } from "./pose_packet";
import { SceneParts } from "./scene_parts";

export interface Said {
  notice(level: "info" | "warning" | "error", message: string, remedy: string): void;
}

export class Receiver {
  /** Called for every pose that comes, drawn or not. */
  onPose: (live: Live) => void = () => this.showNewest();
  private parts = new SceneParts();
  private newest: Live | null = null;
  private begun = false;

  constructor(
    private readonly state: State,
    private readonly said: Said,
  ) {}

  /** Whether a pose has come that is not shown yet. */
  get behind(): boolean {
    return this.newest !== null;
  }

  /** Takes a pose packet; gives the number of the move that it answers. The pose is shown with the next picture. */
  packet(buffer: ArrayBuffer): number {
    const packet = readPosePacket(buffer);
    // one of another document may have its figures in another order; after each document come all poses
    if (packet.revision === this.state.document.value?.revision) {
      this.newest = this.liveFrom(packet);
      this.onPose(this.newest);
    }
    return packet.seq;
  }

  /** Shows the newest pose, so that poses which come faster than pictures cost nothing. */
  showNewest(): void {
    if (!this.newest) return;
    const live = this.newest;
    this.newest = null;
    this.state.live.value = live;
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
      case "progress":
        if (state.solving.value) state.solving.value = message;
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
        break;
      default:
        unknown(message);
    }
  }

  private welcome(message: Welcome): void {
    const { state } = this;
    state.catalogue.value = {
      version: message.version,
      solvers: message.solvers,
      figures: message.shipped,
      lockKinds: message.lock_kinds,
    };
    if (!this.begun) state.view.value = viewFrom(message.view);
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
    const live = this.newest ?? state.live.value;
    const kept = [...(live?.poses ?? [])].filter(([id]) => figures.has(id) && isKnown(id));
    state.figures.value = figures;
    this.newest = null;
    state.live.value = live && kept.length ? { ...live, poses: new Map(kept) } : null;
    state.hover.value = NOTHING;
    state.hidden.value = new Set([...state.hidden.value].filter((key) => isKnown(figureOfKey(key))));
    const { part } = state.selection.value;
    if (part && !figures.get(part.figure)?.joint(part.part)) state.select(null);
  }

  /** The poses of a packet beside those of the figures that have not moved. */
  private liveFrom({ seq: _seq, poses, ...rest }: PosePacket): Live {
    const figures = [...this.state.figures.value.values()];
    const all = new Map<FigureId, LivePose>((this.newest ?? this.state.live.value)?.poses);
    for (const { place, ...pose } of poses) {
      const figure = figures[place];
      if (figure && pose.transforms.length === 12 * figure.data.joints.length) all.set(figure.id, pose);
    }
    return { ...rest, poses: all };
  }
}

/** How many steps are done. */
const done = ({ older, place }: History): number => older + place;

/** The compiler sees to it that every message of the server is known; a newer server's is left aside. */
function unknown(message: never): void {
  console.warn("a message that this page does not know", message);
}

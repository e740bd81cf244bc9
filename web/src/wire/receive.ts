/** From messages to state: all that the server says is turned into signals here, and nowhere else. */

import type { DocumentData, FigureData, ServerMessage, Welcome } from "../messages";
import { equal } from "../state/equal";
import { Figure } from "../state/figure";
import type { FigureId } from "../state/part";
import { NOTHING } from "../state/part";
import type { Live, Lock, Scene } from "../state/scene";
import { batch } from "../state/signals";
import type { State } from "../state/state";
import { viewFrom } from "../state/view";
import { ONLY_FIGURE } from "./address";
import { type PosePacket, readPosePacket } from "./pose_packet";

export interface Said {
  notice(level: "info" | "warning" | "error", message: string, remedy: string): void;
}

export class Receiver {
  /** Called for every pose that comes, drawn or not. */
  onPose: (live: Live) => void = () => this.showNewest();
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
    const figure = this.state.figures.value.get(ONLY_FIGURE);
    if (figure && packet.transforms.length === 12 * figure.data.joints.length) {
      this.newest = liveFrom(packet);
      this.onPose(this.newest);
    } // else it is of a figure that is gone
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
      case "hello":
        this.welcome(message);
        break;
      case "figure":
        this.setFigures(new Map([[ONLY_FIGURE, message.figure]]));
        break;
      case "document":
        if (message.history.place > state.history.value.place && message.history.undo) state.status.value = message.history.undo;
        state.history.value = message.history;
        this.setDocument(sceneFrom(message.document, message.revision));
        break;
      case "conflict":
        state.conflict.value = message.sentence ? message : null;
        break;
      case "progress":
        if (state.solving.value) state.solving.value = message;
        break;
      case "notice":
      case "error":
        this.said.notice(message.op === "error" ? "error" : message.level, message.message, message.remedy ?? "");
        break;
      case "ack": // of what was only told
      case "drag":
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
      figures: message.figures,
      lockKinds: message.lock_kinds,
    };
    if (!this.begun) state.view.value = viewFrom(message.view);
    this.begun = true;
    state.history.value = message.history;
    this.setFigures(new Map([[ONLY_FIGURE, message.figure]]));
    this.setDocument(sceneFrom(message.document, message.revision));
  }

  /** Takes the figures; those that stay the same are kept. */
  private setFigures(given: ReadonlyMap<FigureId, FigureData>): void {
    const { state } = this;
    const before = state.figures.value;
    const figures = new Map<FigureId, Figure>();
    for (const [id, data] of given) {
      const known = before.get(id);
      figures.set(id, known && equal(known.data, data) ? known : new Figure(id, data));
    }
    if (figures.size === before.size && [...figures].every(([id, figure]) => before.get(id) === figure)) return;
    const isNew = (id: FigureId): boolean => figures.get(id) !== before.get(id);
    state.figures.value = figures;
    state.live.value = null;
    this.newest = null;
    state.hover.value = NOTHING;
    state.hidden.value = new Set([...state.hidden.value].filter((key) => !isNew(key.split("\n", 1)[0] ?? "")));
    const { part } = state.selection.value;
    if (part && !figures.get(part.figure)?.joint(part.part)) state.selection.value = NOTHING;
  }

  private setDocument(document: Scene): void {
    const { state } = this;
    state.document.value = document;
    const { part, lock } = state.selection.value;
    if (lock !== null && !state.lock(lock)) state.select(part);
  }
}

function sceneFrom(document: DocumentData, revision: number): Scene {
  const { name, q, stiffness, poses, settings } = document;
  const locks = document.locks.map(
    (lock): Lock => ({
      ...lock,
      figure: ONLY_FIGURE,
      mark: { ...lock.mark, on: lock.mark.on === null ? null : { figure: ONLY_FIGURE, part: lock.mark.on } },
    }),
  );
  return { name, revision, figures: new Map([[ONLY_FIGURE, { q, stiffness }]]), poses, locks, settings };
}

function liveFrom({ seq: _seq, transforms, parameters, ...rest }: PosePacket): Live {
  return { ...rest, poses: new Map([[ONLY_FIGURE, { transforms, parameters }]]) };
}

/** The compiler sees to it that every message of the server is known; a newer server's is left aside. */
function unknown(message: never): void {
  console.warn("a message that this page does not know", message);
}

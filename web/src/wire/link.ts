/**
 * The connection to the server. A request counts when it is acknowledged; if the connection breaks before that, it is sent
 * again with the same id, and the server applies it once. Moves of a drag are never queued: one is under way, the latest waits.
 */

import type { ServerMessage } from "../messages";
import type { Connection } from "../state/state";
import { type FieldsArgument, isReply, type MoveFields, type Reply, type RequestOp, type TellOp } from "./requests";
import type { OpenSocket, Socket } from "./socket";

/** A request that the server has refused: why, and what would help. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly remedy: string,
  ) {
    super(message);
  }
}

interface Waiting {
  text: string;
  settle: (message: ServerMessage) => void;
}

export interface LinkEvents {
  message: (message: ServerMessage) => void; // everything that is no answer to a request
  packet: (buffer: ArrayBuffer) => void;
  connection: (state: Connection) => void;
  unacknowledged: (count: number) => void;
}

const MOVE_PATIENCE = 400; // [ms] after which a move counts as lost and the next one may go
const LONGEST_PAUSE = 3000; // [ms] between two attempts to connect

export class Link {
  readonly client = randomName();
  lastRevision: number | null = null;
  private socket: Socket | null = null;
  private nextId = 1;
  private greeted = false;
  private readonly waiting = new Map<number, Waiting>();
  private attempts = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  // the moves of a drag
  private seq = 0;
  private flying = 0; // number of the move under way, 0 for none
  private flyingSince = 0;
  private latest: MoveFields | null = null;

  constructor(
    private readonly open: OpenSocket,
    private readonly events: LinkEvents,
  ) {}

  connect(): void {
    if (this.attempts === 0) this.events.connection("connecting"); // further attempts leave it lost
    const socket: Socket = this.open({
      opened: () => {
        this.attempts = 0;
        socket.send(JSON.stringify({ op: "hello", id: 0, client: this.client, last_revision: this.lastRevision }));
      },
      closed: () => this.lost(socket),
      received: (data) => this.receive(data),
    });
    this.socket = socket;
  }

  /** Sends a request; the promise is kept once the server has committed it. */
  request<Op extends RequestOp>(op: Op, ...[fields]: FieldsArgument<Op>): Promise<Reply<Op>> {
    const id = this.nextId++;
    const text = JSON.stringify({ op, id, ...fields });
    const answer = new Promise<Reply<Op>>((resolve, reject) => {
      const settle = (message: ServerMessage): void => {
        if (isReply(op, message)) resolve(message);
        else if (message.op === "refusal") reject(new Refused(message.message, message.remedy ?? ""));
        else reject(new Error(`the server answered ${op} with ${message.op}`));
      };
      this.waiting.set(id, { text, settle });
    });
    this.events.unacknowledged(this.waiting.size);
    this.send(text);
    return answer;
  }

  /** Sends what needs no answer; dropped while there is no connection. */
  tell<Op extends TellOp>(op: Op, ...[fields]: FieldsArgument<Op>): void {
    this.send(JSON.stringify({ op, id: this.nextId++, ...fields }));
  }

  /** Sends a move of the drag now, or as soon as the one under way is answered; an older one that waits is dropped. */
  move(fields: MoveFields): void {
    this.latest = fields;
    this.pump();
  }

  /** Drops the move that waits. */
  dropMoves(): void {
    this.latest = null;
    this.flying = 0;
  }

  /** Sends the move that waits, whether or not the one before it is answered. */
  flushMove(): void {
    this.flying = 0;
    this.pump();
  }

  /** A pose has arrived that answers a move. */
  answered(seq: number): void {
    if (seq && seq >= this.flying) this.flying = 0;
    this.pump();
  }

  get unacknowledged(): number {
    return this.waiting.size;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  private get isUp(): boolean {
    return this.greeted && (this.socket?.isOpen ?? false);
  }

  private send(text: string): void {
    if (this.isUp) this.socket?.send(text);
  }

  private pump(): void {
    const late = performance.now() - this.flyingSince > MOVE_PATIENCE;
    if (!this.latest || (this.flying && !late) || !this.isUp) return;
    this.flying = ++this.seq;
    this.flyingSince = performance.now();
    this.send(JSON.stringify({ op: "drag_move", id: this.nextId++, seq: this.seq, ...this.latest }));
    this.latest = null;
  }

  private receive(data: string | ArrayBuffer): void {
    if (typeof data !== "string") {
      this.events.packet(data);
      return;
    }
    const message: ServerMessage = JSON.parse(data);
    if ("revision" in message) this.lastRevision = message.revision;
    const waiting = "id" in message ? this.waiting.get(message.id) : undefined;
    if (message.op === "welcome") this.greet(message);
    else if (waiting && "id" in message) {
      this.waiting.delete(message.id);
      this.events.unacknowledged(this.waiting.size);
      waiting.settle(message);
    } else this.events.message(message);
  }

  private greet(message: ServerMessage): void {
    this.greeted = true;
    this.events.message(message);
    for (const { text } of this.waiting.values()) this.send(text);
    this.events.connection("open");
    this.flying = 0;
  }

  private lost(socket: Socket): void {
    if (socket !== this.socket || this.closed) return;
    this.greeted = false;
    this.events.connection("lost");
    const pause = Math.min(150 * 1.7 ** this.attempts++, LONGEST_PAUSE);
    this.timer = setTimeout(() => this.connect(), pause);
  }
}

function randomName(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

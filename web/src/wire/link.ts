/**
 * The connection to the server. A request counts when it is acknowledged; what is not yet acknowledged when the line breaks is
 * sent again with the same id, and the server applies it once. Moves of a drag are never queued: one is under way, the latest waits.
 */

export interface Socket {
  binaryType: string;
  readyState: number;
  onopen: ((event: Event) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  onerror: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  send(data: string): void;
  close(): void;
}

export type Connection = "connecting" | "open" | "lost";

/** What the server says about a request that it refuses. */
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
  resolve: (answer: Record<string, unknown>) => void;
  reject: (error: Refused) => void;
}

export interface LinkEvents {
  message: (message: Record<string, unknown>) => void; // all that is no answer to a request
  frame: (buffer: ArrayBuffer) => void;
  connection: (state: Connection) => void;
}

const MOVE_PATIENCE = 400; // [ms] after which a move counts as lost and the next one may go
const OPEN = 1;

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
  private latest: Record<string, unknown> | null = null;

  constructor(
    private readonly open: () => Socket,
    private readonly events: LinkEvents,
  ) {}

  connect(): void {
    if (this.attempts === 0) this.events.connection("connecting"); // while it is tried again the line stays lost
    const socket = (this.socket = this.open());
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.attempts = 0;
      socket.send(JSON.stringify({ op: "hello", id: 0, client: this.client, last_revision: this.lastRevision }));
    };
    socket.onmessage = (event) => this.receive(event.data as string | ArrayBuffer);
    socket.onclose = () => this.lost(socket);
    socket.onerror = () => {}; // a close follows
  }

  /** Sends a request; the promise is kept once the server has committed it. */
  request(op: string, fields: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const id = this.nextId++;
    const text = JSON.stringify({ op, id, ...fields });
    const answer = new Promise<Record<string, unknown>>((resolve, reject) => this.waiting.set(id, { text, resolve, reject }));
    if (this.greeted && this.socket?.readyState === OPEN) this.socket.send(text);
    return answer;
  }

  /** Sends what needs no answer; dropped while there is no connection. */
  tell(op: string, fields: Record<string, unknown> = {}): void {
    if (this.greeted && this.socket?.readyState === OPEN) this.socket.send(JSON.stringify({ op, id: this.nextId++, ...fields }));
  }

  /** Sends a move of the drag now, or as soon as the one under way is answered; older ones that wait are forgotten. */
  move(fields: Record<string, unknown>): void {
    this.latest = fields;
    this.pump();
  }

  /** Forgets the move that waits. */
  dropMoves(): void {
    this.latest = null;
    this.flying = 0;
  }

  /** Whether the last move has been sent, so that the end of the drag may follow. */
  get movesAreSent(): boolean {
    return this.latest === null;
  }

  /** Sends the move that waits, whether or not the one before it is answered. */
  flushMove(): void {
    this.flying = 0;
    this.pump();
  }

  /** Says that a frame has arrived that answers a move. */
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

  private pump(): void {
    const late = performance.now() - this.flyingSince > MOVE_PATIENCE;
    if (!this.latest || (this.flying && !late) || !this.greeted || this.socket?.readyState !== OPEN) return;
    this.flying = ++this.seq;
    this.flyingSince = performance.now();
    this.socket.send(JSON.stringify({ op: "drag.move", id: this.nextId++, seq: this.seq, ...this.latest }));
    this.latest = null;
  }

  private receive(data: string | ArrayBuffer): void {
    if (typeof data !== "string") {
      this.events.frame(data);
      return;
    }
    const message = JSON.parse(data) as Record<string, unknown>;
    if (typeof message.revision === "number") this.lastRevision = message.revision;
    if (message.op === "hello") this.greet(message);
    else if (typeof message.id === "number" && this.waiting.has(message.id)) this.settle(message.id, message);
    else this.events.message(message);
  }

  private greet(message: Record<string, unknown>): void {
    this.greeted = true;
    this.events.message(message);
    for (const { text } of this.waiting.values()) this.socket!.send(text);
    this.events.connection("open");
    this.flying = 0;
  }

  private settle(id: number, message: Record<string, unknown>): void {
    const { resolve, reject } = this.waiting.get(id)!;
    this.waiting.delete(id);
    if (message.op === "error") reject(new Refused(String(message.message), String(message.remedy ?? "")));
    else resolve(message);
  }

  private lost(socket: Socket): void {
    if (socket !== this.socket || this.closed) return;
    this.greeted = false;
    this.events.connection("lost");
    const pause = Math.min(150 * 1.7 ** this.attempts++, 3000);
    this.timer = setTimeout(() => this.connect(), pause);
  }
}

function randomName(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

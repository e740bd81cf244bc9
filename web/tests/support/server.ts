/** A server that remembers what it was told and says what a test wants. */

import { Editor } from "../../src/editor";
import type { Made, ServerMessage, Welcome } from "../../src/messages";
import type { Socket, SocketEvents } from "../../src/wire/socket";
import { type DocumentContent, documentParts, WELCOME } from "./figures";
import { type PacketNumbers, packetBuffer } from "./packets";

export type Sent = Record<string, unknown> & { op: string; id: number };

export class FakeSocket implements Socket {
  isOpen = false;
  readonly sent: Sent[] = [];

  constructor(private readonly events: SocketEvents) {}

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.isOpen = false;
    this.events.closed();
  }

  /** The connection stands and the server has said hello. */
  greet(welcome: Welcome = WELCOME): void {
    this.isOpen = true;
    this.events.opened();
    this.say(welcome);
  }

  say(message: ServerMessage): void {
    this.events.received(JSON.stringify(message));
  }

  pose(numbers: PacketNumbers = {}): void {
    this.events.received(packetBuffer(numbers));
  }

  /** Acknowledges the last request, and says what it has made. */
  acknowledge(revision: number, made: Partial<Made> = {}): void {
    this.say({ op: "ack", id: this.sent.at(-1)?.id ?? 0, revision, made: { locks: [], figures: [], ...made } });
  }

  /** Tells of another document. */
  tell(revision: number, content: DocumentContent = {}, history = WELCOME.history): void {
    this.say({ op: "document_changed", revision, document: documentParts(content), history });
  }

  /** The requests of one kind, in their order. */
  of(op: string): Sent[] {
    return this.sent.filter((message) => message.op === op);
  }

  /** The last command that was asked for. */
  get command(): unknown {
    return this.of("edit").at(-1)?.command;
  }
}

/** An editor whose server has said hello and sent a pose. */
export function connectedEditor(welcome: Welcome = WELCOME): { editor: Editor; socket: FakeSocket } {
  let socket: FakeSocket | undefined;
  const editor = new Editor((events) => (socket = new FakeSocket(events)));
  editor.link.connect();
  if (!socket) throw new Error("nothing was opened");
  socket.greet(welcome);
  socket.pose({ locks: [{ error: 0.001, anchor: [0, 1.5, 0] }] });
  return { editor, socket };
}

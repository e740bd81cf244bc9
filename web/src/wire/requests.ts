/** Requests and their replies, typed by the unions that are made from the server's messages. */

import type { ClientMessage, ServerMessage } from "../messages";

/** The requests that the server answers, and the reply of each when it is not refused. */
const REPLIES = {
  edit: "ack",
  undo: "ack",
  redo: "ack",
  solve: "ack",
  drag_begin: "drag_started",
  drag_end: "ack",
  copy_keys: "keys_copied",
} as const satisfies Partial<Record<ClientMessage["op"], ServerMessage["op"]>>;

export type RequestOp = keyof typeof REPLIES;
/** What the server is told without waiting for an answer; `hello` and moves of a drag are the link's own. */
export type TellOp = Exclude<ClientMessage["op"], RequestOp | "hello" | "drag_move">;

export type Fields<Op extends ClientMessage["op"]> = Omit<Extract<ClientMessage, { op: Op }>, "op" | "id">;
export type Reply<Op extends RequestOp> = Extract<ServerMessage, { op: (typeof REPLIES)[Op] }>;
export type MoveFields = Omit<Fields<"drag_move">, "seq">;

/** The fields as an argument, which may be left out where all of them may. */
export type FieldsArgument<Op extends ClientMessage["op"]> =
  Partial<Fields<Op>> extends Fields<Op> ? [fields?: Fields<Op>] : [fields: Fields<Op>];

export const isReply = <Op extends RequestOp>(op: Op, message: ServerMessage): message is Reply<Op> => message.op === REPLIES[op];

// @vitest-environment node

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Command, ServerMessage } from "../src/messages";
import { Link, Refused } from "../src/wire/link";
import { WELCOME } from "./support/figures";
import { FakeSocket } from "./support/server";

const set = (value: number): Command => ({ kind: "set_parameters", values: { bend: value } });

describe("the link", () => {
  let sockets: FakeSocket[];
  let link: Link;
  const heard: ServerMessage[] = [];
  const states: string[] = [];
  const counts: number[] = [];
  const socket = (k: number): FakeSocket => sockets.at(k)!;

  beforeEach(() => {
    vi.useFakeTimers();
    sockets = [];
    heard.length = states.length = counts.length = 0;
    link = new Link(
      (events) => {
        sockets.push(new FakeSocket(events));
        return socket(-1);
      },
      {
        message: (message) => heard.push(message),
        packet: () => {},
        connection: (state) => states.push(state),
        unacknowledged: (count) => counts.push(count),
      },
    );
    link.connect();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it("says hello with its name before anything else", () => {
    void link.request("undo");
    socket(0).greet();
    expect(socket(0).sent[0]).toMatchObject({ op: "hello", client: link.client, last_revision: null });
    expect(socket(0).sent[1]).toMatchObject({ op: "undo", id: 1 });
  });

  it("keeps a promise when the request is acknowledged, and breaks it with the server's words", async () => {
    socket(0).greet();
    const [good, bad] = [link.request("undo"), link.request("redo")];
    expect([link.unacknowledged, counts.at(-1)]).toEqual([2, 2]);
    socket(0).say({ op: "ack", id: 1, revision: 2, made: { locks: [], figures: [] } });
    socket(0).say({ op: "refusal", id: 2, message: "nothing to redo", remedy: "undo first" });
    await expect(good).resolves.toMatchObject({ revision: 2 });
    await expect(bad).rejects.toThrow(new Refused("nothing to redo", "undo first"));
    await expect(bad).rejects.toMatchObject({ remedy: "undo first" });
    expect([link.unacknowledged, counts.at(-1)]).toEqual([0, 0]);
  });

  it("comes back by itself and sends again, with the same id, what was not acknowledged", async () => {
    socket(0).greet();
    const [first, second] = [link.request("edit", { command: set(1) }), link.request("edit", { command: set(2) })];
    socket(0).say({ op: "ack", id: 1, revision: 5, made: { locks: [], figures: [] } });
    socket(0).close();
    expect(states.at(-1)).toBe("lost");
    vi.advanceTimersByTime(200);
    socket(1).greet();
    expect(socket(1).sent[0]).toMatchObject({ op: "hello", client: link.client, last_revision: 5 });
    expect(socket(1).sent.slice(1)).toEqual([{ op: "edit", id: 2, command: set(2) }]);
    socket(1).say({ op: "ack", id: 2, revision: 6, made: { locks: [], figures: [] } });
    await first;
    await expect(second).resolves.toMatchObject({ revision: 6 });
    expect(states.at(-1)).toBe("open");
  });

  it("waits longer after each failure, but never longer than three seconds", () => {
    for (let k = 0; k < 12; k++) {
      socket(-1).close();
      vi.advanceTimersByTime(3000);
      expect(sockets.length).toBe(k + 2);
    }
  });

  it("has one move under way and sends only the latest of those that wait", () => {
    socket(0).greet();
    for (let k = 0; k < 5; k++) link.move({ value: k });
    const moves = (): unknown[] =>
      socket(0)
        .sent.filter((message) => message.op === "drag_move")
        .map(({ seq, value }) => [seq, value]);
    expect(moves()).toEqual([[1, 0]]);
    link.answered(1);
    expect(moves()).toEqual([
      [1, 0],
      [2, 4],
    ]);
    link.answered(2);
    expect(moves()).toHaveLength(2);
  });

  it("goes on when the answer to a move got lost", () => {
    socket(0).greet();
    link.move({ value: 0 });
    vi.advanceTimersByTime(500);
    link.move({ value: 1 });
    expect(socket(0).sent.at(-1)).toMatchObject({ op: "drag_move", value: 1 });
  });

  it("sends the last move before the end of a drag, answered or not", () => {
    socket(0).greet();
    link.move({ value: 0 });
    link.move({ value: 1 });
    link.flushMove();
    void link.request("drag_end");
    expect(socket(0).sent.slice(-2)).toMatchObject([{ op: "drag_move", value: 1 }, { op: "drag_end" }]);
  });

  it("passes on what is no answer", () => {
    socket(0).greet();
    socket(0).say({ op: "notice", level: "info", message: "hi", remedy: null });
    expect(heard.map((message) => message.op)).toEqual(["welcome", "notice"]);
  });

  it("takes no reply of another kind for an answer", async () => {
    socket(0).greet();
    const answer = link.request("undo");
    socket(0).say({ op: "drag_started", id: 1, figure: "two", chain: [], effector: [0, 0, 0], base: null });
    await expect(answer).rejects.toThrow("answered undo with drag_started");
  });

  it("drops what it only tells while there is no connection, and says what the project's last revision was", () => {
    link.tell("drag_cancel");
    socket(0).greet({ ...WELCOME, revision: 12 });
    expect(socket(0).of("drag_cancel")).toEqual([]);
    expect(link.lastRevision).toBe(12);
    link.tell("chase_end");
    expect(socket(0).of("chase_end")).toHaveLength(1);
  });
});

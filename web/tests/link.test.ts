import { beforeEach, describe, expect, it, vi } from "vitest";
import { Link, Refused, type Socket } from "../src/wire/link";

class FakeSocket implements Socket {
  binaryType = "";
  readyState = 0;
  onopen: Socket["onopen"] = null;
  onclose: Socket["onclose"] = null;
  onerror: Socket["onerror"] = null;
  onmessage: Socket["onmessage"] = null;
  sent: Record<string, unknown>[] = [];

  send(data: string): void {
    this.sent.push(JSON.parse(data) as Record<string, unknown>);
  }

  close(): void {
    this.readyState = 3;
    this.onclose?.({} as CloseEvent);
  }

  /** The connection stands and the server has said hello. */
  greet(): void {
    this.readyState = 1;
    this.onopen?.({} as Event);
    this.tell({ op: "hello", revision: 1 });
  }

  tell(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }

  ops(): unknown[] {
    return this.sent.map((message) => message.op);
  }
}

describe("the link", () => {
  let sockets: FakeSocket[];
  let link: Link;
  const heard: Record<string, unknown>[] = [];
  const states: string[] = [];

  beforeEach(() => {
    vi.useFakeTimers();
    sockets = [];
    heard.length = states.length = 0;
    link = new Link(
      () => {
        sockets.push(new FakeSocket());
        return sockets[sockets.length - 1];
      },
      { message: (message) => heard.push(message), frame: () => {}, connection: (state) => states.push(state) },
    );
    link.connect();
  });

  it("says hello with its name before anything else", () => {
    void link.request("undo");
    sockets[0].greet();
    expect(sockets[0].sent[0]).toMatchObject({ op: "hello", client: link.client, last_revision: null });
    expect(sockets[0].sent[1]).toMatchObject({ op: "undo", id: 1 });
  });

  it("keeps a promise when the request is acknowledged, and breaks it with the server's words", async () => {
    sockets[0].greet();
    const [good, bad] = [link.request("undo"), link.request("redo")];
    expect(link.unacknowledged).toBe(2);
    sockets[0].tell({ op: "ack", id: 1, revision: 2 });
    sockets[0].tell({ op: "error", id: 2, message: "nothing to redo", remedy: "undo first" });
    await expect(good).resolves.toMatchObject({ revision: 2 });
    await expect(bad).rejects.toThrow(new Refused("nothing to redo", "undo first"));
    await expect(bad).rejects.toMatchObject({ remedy: "undo first" });
    expect(link.unacknowledged).toBe(0);
  });

  it("comes back by itself and sends again, with the same id, what was not acknowledged", async () => {
    sockets[0].greet();
    const [first, second] = [
      link.request("command", { command: { kind: "a" } }),
      link.request("command", { command: { kind: "b" } }),
    ];
    sockets[0].tell({ op: "ack", id: 1, revision: 5 });
    sockets[0].close();
    expect(states.at(-1)).toBe("lost");
    vi.advanceTimersByTime(200);
    sockets[1].greet();
    expect(sockets[1].sent[0]).toMatchObject({ op: "hello", client: link.client, last_revision: 5 });
    expect(sockets[1].sent.slice(1)).toEqual([{ op: "command", id: 2, command: { kind: "b" } }]);
    sockets[1].tell({ op: "ack", id: 2, revision: 6 });
    await first;
    await expect(second).resolves.toMatchObject({ revision: 6 });
    expect(states.at(-1)).toBe("open");
  });

  it("waits longer after each failure, but never longer than three seconds", () => {
    for (let k = 0; k < 12; k++) {
      sockets[sockets.length - 1].close();
      vi.advanceTimersByTime(3000);
      expect(sockets.length).toBe(k + 2);
    }
  });

  it("has one move under way and sends only the latest of those that wait", () => {
    sockets[0].greet();
    for (let k = 0; k < 5; k++) link.move({ value: k });
    const moves = (): unknown[] =>
      sockets[0].sent.filter((message) => message.op === "drag.move").map(({ seq, value }) => [seq, value]);
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
    sockets[0].greet();
    link.move({ value: 0 });
    vi.advanceTimersByTime(500);
    link.move({ value: 1 });
    expect(sockets[0].sent.at(-1)).toMatchObject({ op: "drag.move", value: 1 });
  });

  it("sends the last move before the end of a drag, answered or not", () => {
    sockets[0].greet();
    link.move({ value: 0 });
    link.move({ value: 1 });
    link.flushMove();
    void link.request("drag.end");
    expect(sockets[0].sent.slice(-2)).toMatchObject([{ op: "drag.move", value: 1 }, { op: "drag.end" }]);
  });

  it("passes on what is no answer", () => {
    sockets[0].greet();
    sockets[0].tell({ op: "notice", level: "info", message: "hi" });
    expect(heard.map((message) => message.op)).toEqual(["hello", "notice"]);
  });
});

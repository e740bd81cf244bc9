import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Editor } from "../src/editor";
import { connectedEditor, FakeSocket } from "./support/server";

describe("the editor", () => {
  let editor: Editor;
  let socket: FakeSocket;

  beforeEach(() => {
    vi.useFakeTimers();
    ({ editor, socket } = connectedEditor());
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("has done an edit when it is acknowledged and its document has come", async () => {
    const done = vi.fn();
    void editor.edit({ kind: "reset" }).then(done);
    expect(editor.state.unsaved.value).toBe(1);
    socket.acknowledge(4, { locks: [8] });
    await vi.advanceTimersByTimeAsync(10);
    expect(editor.state.unsaved.value).toBe(0);
    expect(done).not.toHaveBeenCalled();
    socket.tell(4);
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toHaveBeenCalledWith({ locks: [8], figures: [] });
  });

  it("does not wait for a document for ever", async () => {
    const done = vi.fn();
    void editor.edit({ kind: "reset" }).then(done);
    socket.acknowledge(4, { locks: [8] });
    await vi.advanceTimersByTimeAsync(3001);
    expect(done).toHaveBeenCalledWith({ locks: [8], figures: [] });
  });

  it("shows why an edit was refused", async () => {
    const done = editor.edit({ kind: "mirror", part: "tip" });
    socket.say({ op: "refusal", id: socket.sent.at(-1)?.id ?? 0, message: "the tip has no other side", remedy: "choose a hand" });
    await expect(done).resolves.toBeNull();
    expect(editor.notices.element.textContent).toContain("The tip has no other side");
    expect(editor.notices.element.textContent).toContain("choose a hand");
  });

  it("undoes and redoes only what there is, and says it", () => {
    editor.redo();
    expect(socket.of("redo")).toEqual([]);
    editor.undo();
    expect(socket.of("undo")).toHaveLength(1);
    expect(editor.state.status.value).toBe("Undid: Set bend");
  });

  it("goes through the history step by step and stops where a step is refused", async () => {
    const gone = editor.goTo(-1); // two steps back
    await vi.advanceTimersByTimeAsync(0);
    socket.say({ op: "refusal", id: socket.sent.at(-1)?.id ?? 0, message: "no", remedy: null });
    await gone;
    expect(socket.of("undo")).toHaveLength(1);
  });

  it("says how far it went through the history", async () => {
    editor.state.status.value = "Drag right hand";
    const gone = editor.goTo(-1);
    for (const said of ["Undid: Set bend", "Undid 2 steps"]) {
      await vi.advanceTimersByTimeAsync(0);
      socket.acknowledge(4);
      socket.tell(4);
      await vi.advanceTimersByTimeAsync(0);
      expect(editor.state.status.value).toBe(said);
    }
    await gone;
  });

  it("solves, shows how far it is, and is stopped when asked again", async () => {
    const solved = editor.solve();
    const { id } = socket.of("solve")[0] ?? { id: 0 };
    socket.say({ op: "progress", iterations: 12, error: 0.5 });
    expect(editor.state.solving.value?.iterations).toBe(12);
    void editor.solve();
    expect(socket.of("solve_cancel")).toHaveLength(1);
    socket.say({ op: "ack", id, revision: 3, made: { locks: [], figures: [] } });
    await solved;
    expect([editor.state.solving.value, editor.state.status.value]).toEqual([null, "Solved"]);
  });

  it("stores the view a little after its last change, once", async () => {
    await vi.advanceTimersByTimeAsync(500);
    expect(socket.of("view")).toEqual([]); // the one that has come from the server is there already
    editor.state.setView({ panel: "locks" });
    editor.state.setView({ panel: "poses" });
    await vi.advanceTimersByTimeAsync(500);
    expect(socket.of("view")).toMatchObject([{ view: { panel: "poses" } }]);
  });

  it("gives up a drag when the connection breaks", () => {
    editor.drags.begin({ what: "part", part: "tip" });
    expect(editor.state.dragging.value).toBe(true);
    socket.close();
    expect([editor.state.connection.value, editor.state.dragging.value]).toEqual(["lost", false]);
  });
});

describe("a drag", () => {
  it("lights its IK chain as soon as the server has said it", async () => {
    const { editor, socket } = connectedEditor();
    editor.drags.begin({ what: "part", part: "tip" });
    const { id } = socket.of("drag_begin")[0] ?? { id: 0 };
    socket.say({ op: "drag_started", id, figure: "two", chain: ["root", "tip"], effector: [0, 0, 0], base: null });
    await Promise.resolve();
    expect(editor.state.drag.value?.chain).toEqual([
      { figure: "two", part: "root" },
      { figure: "two", part: "tip" },
    ]);
  });

  it("that never moved leaves nothing, one that moved ends with its last move", () => {
    const { editor, socket } = connectedEditor();
    editor.drags.begin({ what: "slider", parameter: "bend" });
    void editor.drags.end();
    expect(socket.sent.slice(-1)).toMatchObject([{ op: "drag_cancel" }]);
    editor.drags.begin({ what: "slider", parameter: "bend" });
    for (const value of [0.1, 0.2, 0.3]) editor.drags.move({ value });
    void editor.drags.end();
    expect(socket.of("drag_move").map((move) => move.value)).toEqual([0.1, 0.3]);
    expect(socket.sent.at(-1)).toMatchObject({ op: "drag_end" });
    expect(editor.state.dragging.value).toBe(false);
  });

  it("that was begun on a connection which broke is given up on the next one", async () => {
    vi.useFakeTimers();
    const sockets: FakeSocket[] = [];
    const editor = new Editor((events) => {
      const socket = new FakeSocket(events);
      sockets.push(socket);
      return socket;
    });
    editor.link.connect();
    sockets[0]?.greet();
    editor.drags.begin({ what: "part", part: "tip" });
    sockets[0]?.close();
    await vi.advanceTimersByTimeAsync(1000);
    const [, second] = sockets;
    second?.greet();
    const { id } = second?.of("drag_begin")[0] ?? { id: 0 }; // sent again, because nobody had answered it
    second?.say({ op: "drag_started", id, figure: "two", chain: ["tip"], effector: [0, 0, 0], base: null });
    await vi.advanceTimersByTimeAsync(0);
    expect(second?.sent.at(-1)?.op).toBe("drag_cancel");
    vi.useRealTimers();
  });

  it("that begins while another goes on ends that one first; a late refusal does not end the new one", async () => {
    const { editor, socket } = connectedEditor();
    editor.drags.begin({ what: "part", part: "root" });
    editor.drags.begin({ what: "part", part: "tip" });
    expect(socket.sent.slice(-3).map(({ op }) => op)).toEqual(["drag_begin", "drag_cancel", "drag_begin"]);
    const { id } = socket.of("drag_begin")[0] ?? { id: 0 };
    socket.say({ op: "refusal", id, message: "cannot be pulled", remedy: null });
    await Promise.resolve();
    expect(editor.drags.current?.part).toBe("tip");
    expect(editor.notices.element.textContent).toContain("Cannot be pulled");
  });
});

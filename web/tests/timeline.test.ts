import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Editor } from "../src/editor";
import type { ClipData } from "../src/messages";
import { Clip, extentOf, joined, namedKeys } from "../src/state/clip";
import { FrameStore } from "../src/state/frames";
import { Curves } from "../src/timeline/curves";
import { keyAt, shownKeys } from "../src/timeline/keys";
import { nextProblem } from "../src/timeline/problems";
import { TimeScale } from "../src/timeline/scale";
import { eased } from "../src/timeline/slow_tool";
import { readClipPacket } from "../src/wire/clip_packet";
import { Previews } from "../src/wire/previews";
import { documentParts, WELCOME } from "./support/figures";
import { connectedEditor, type FakeSocket } from "./support/server";

const CLIP: ClipData = { frames: [0, 10, 30], shapes: {}, before: "hold", after: "hold" };

/** A clip packet of the figure "two": frames with one number that tells them apart. */
function clipPacket(first: number, count: number, from: number, values: number[], revision = 4): ArrayBuffer {
  const [joints, parameters, locks] = [2, 2, 1];
  const bytes: ArrayBuffer[] = [
    Uint32Array.of(3, revision, 0, 1).buffer,
    Int32Array.of(first).buffer,
    Uint32Array.of(count, joints, parameters, locks, values.length ? 1 : 0, 4, 0).buffer,
    new TextEncoder().encode("two ").buffer,
    Uint32Array.of(7).buffer,
  ];
  if (values.length) {
    bytes.push(Int32Array.of(from).buffer, Uint32Array.of(values.length).buffer);
    bytes.push(Float32Array.from(values.flatMap((value) => Array(28).fill(value))).buffer);
    bytes.push(Float32Array.from(values.flatMap(() => [0.002, 0])).buffer);
  }
  const whole = new Uint8Array(bytes.reduce((sum, each) => sum + each.byteLength, 0));
  let at = 0;
  for (const each of bytes) {
    whole.set(new Uint8Array(each), at);
    at += each.byteLength;
  }
  return whole.buffer;
}

describe("keys", () => {
  const clip = new Clip({ frames: [0, 5, 5.5, 20], shapes: { 1: { ...new Clip(CLIP).key(0), curve: "hold" } } });

  it("are found by their frames", () => {
    expect([-1, 0, 5.2, 21].map((frame) => clip.placeFrom(frame))).toEqual([0, 0, 2, 4]);
    expect([clip.has(5.5), clip.has(6)]).toEqual([true, false]);
    expect([clip.key(1).curve, clip.key(2).curve]).toEqual(["hold", "smooth"]);
  });

  it("are chosen together, one more or one less", () => {
    const [one, other] = [new Map([["a", new Set([1, 2])]]), new Map([["a", new Set([2, 9])]])];
    expect(namedKeys(joined(one, other))).toEqual({ a: [1, 2, 9] });
    expect(namedKeys(joined(one, other, true))).toEqual({ a: [1, 9] });
    expect(extentOf(joined(one, other))).toEqual([1, 9]);
    expect(extentOf(new Map())).toBeNull();
  });

  it("have a picture where there is room, chosen ones first", () => {
    const scale = new TimeScale();
    scale.width = 600;
    scale.fit(0, 20);
    const pictured = (chosen: number[]): number[] =>
      shownKeys(clip, scale, 44, (frame) => chosen.includes(frame))
        .filter((key) => key.pictured)
        .map((key) => key.frame);
    expect(pictured([])).toEqual([0, 5, 20]);
    expect(pictured([5.5])).toEqual([0, 5.5, 20]);
    const keys = shownKeys(clip, scale, 44, () => false);
    expect(keyAt(keys, scale.x(5.5), 44)?.frame).toBe(5.5);
    expect(keyAt(keys, scale.x(20) + 20, 44)?.frame).toBe(20);
    expect(keyAt(keys, scale.x(12), 44)).toBeNull();
  });
});

describe("the scale of time", () => {
  it("zooms around a pixel and fits what is asked for", () => {
    const scale = new TimeScale();
    scale.width = 500;
    scale.fit(10, 60);
    expect([scale.x(10) >= 0, scale.x(60) <= 500]).toEqual([true, true]);
    const frame = scale.frame(123);
    scale.zoom(123, 3);
    expect(scale.frame(123)).toBeCloseTo(frame, 9);
    for (let k = 0; k < 99; k++) scale.zoom(0, 3);
    expect(scale.scale).toBe(120);
    scale.reveal(1000);
    expect(scale.x(1000)).toBeLessThan(500);
  });

  it("has ticks of whole frames at any width", () => {
    const scale = new TimeScale();
    for (let k = 0; k < 60; k++) {
      const { labels, ticks } = scale.ticks();
      expect(Number.isInteger(ticks) && labels % ticks === 0).toBe(true);
      scale.zoom(0, 0.85);
    }
  });

  it("slows down at both ends without going back", () => {
    expect([eased(0, 0, 0), eased(0.5, 0, 0), eased(1, 1, 1)]).toEqual([0, 0.5, 1]);
    expect(eased(0.5, 1, 1)).toBeCloseTo(0.5);
    for (let u = 0; u < 1; u += 0.05) expect(eased(u + 0.05, 1, 0.3)).toBeGreaterThanOrEqual(eased(u, 1, 0.3));
  });

  it("goes to the next problem, and around the end", () => {
    expect([nextProblem([4, 9], 4, 1), nextProblem([4, 9], 9, 1), nextProblem([4, 9], 4, -1)]).toEqual([9, 4, 9]);
    expect(nextProblem([], 0, 1)).toBeNull();
  });
});

describe("frames of a clip", () => {
  it("are read, and refused where the length is wrong", () => {
    const news = readClipPacket(clipPacket(-2, 5, 0, [1, 2]));
    expect(news).toMatchObject({ figure: "two", revision: 4, complete: true, first: -2, count: 5, joints: 2, locks: [7] });
    expect(news.islands[0]).toMatchObject({ first: 0, count: 2 });
    expect(() => readClipPacket(clipPacket(0, 5, 0, [1]).slice(0, -4))).toThrow("length");
  });

  it("that are kept stay when the clip gets longer", () => {
    const store = new FrameStore();
    store.take(readClipPacket(clipPacket(0, 3, 0, [1, 2, 3])));
    store.take(readClipPacket(clipPacket(-1, 6, 3, [4])));
    const frames = store.get("two")!;
    expect([0, 2, 3].map((frame) => frames.pose(frame)?.parameters[0])).toEqual([1, 3, 4]);
    expect(frames.pose(4)).toBeNull(); // it has not come yet
    expect(frames.pose(1.5)?.parameters[0]).toBe(2.5);
    expect(() => store.take(readClipPacket(clipPacket(0, 2, 1, [1, 2])))).toThrow("outside");
  });
});

describe("what is seen at the playhead", () => {
  let editor: Editor;
  let socket: FakeSocket;

  beforeEach(() => {
    ({ editor, socket } = connectedEditor());
    const document = documentParts({ clips: { two: CLIP } });
    socket.say({ op: "document_changed", revision: 4, document, history: WELCOME.history });
    socket.pose({ revision: 4 });
    editor.receiver.frames(
      clipPacket(
        0,
        31,
        0,
        Array.from({ length: 31 }, (_, k) => k),
      ),
    );
  });

  it("is the frame of the clip, with the errors of its locks", () => {
    editor.state.timeline.go(10);
    expect(editor.state.values("two")[0]).toBe(10);
    expect(editor.state.readings.value.get(7)).toMatchObject({ state: "violated", unit: "m" });
    editor.state.timeline.go(99);
    expect(editor.state.values("two")[0]).toBe(30); // it stays as it was at the last key
  });

  it("is looked through once for its curves, and again when frames come", () => {
    const curves = new Curves(editor.state, new TimeScale());
    const read = vi.spyOn(editor.state.timeline.frames.get("two")!, "value");
    const range = curves.range("two");
    const count = read.mock.calls.length;
    expect(count).toBeGreaterThan(0);
    expect([curves.range("two"), read.mock.calls.length]).toEqual([range, count]);
    editor.receiver.frames(clipPacket(0, 31, 5, [99]));
    expect(curves.range("two")[1]).toBeGreaterThan(range[1]);
  });

  it("is where edits are made", () => {
    editor.state.timeline.go(12);
    void editor.edit({ kind: "reset", figure: "two" });
    expect(socket.command).toEqual({ kind: "at_frame", frame: 12, edit: { kind: "reset", figure: "two" } });
    editor.state.setView({ record: false });
    void editor.edit({ kind: "reset", figure: "two" });
    expect(socket.command).toMatchObject({ key: false });
    void editor.edit({ kind: "rename_project", name: "x" });
    expect(socket.command).toEqual({ kind: "rename_project", name: "x" });
  });

  it("drops chosen keys that are gone", () => {
    editor.state.timeline.choose(new Map([["two", new Set([10, 30])]]));
    const document = documentParts({ clips: { two: { ...CLIP, frames: [0, 10] } } });
    socket.say({ op: "document_changed", revision: 5, document, history: WELCOME.history });
    expect(namedKeys(editor.state.timeline.keys.value)).toEqual({ two: [10] });
  });
});

describe("previews", () => {
  it("have one under way, and the newest waits", () => {
    const told: unknown[] = [];
    const previews = new Previews({ tell: (_op: string, fields?: unknown) => void told.push(fields) });
    const move = (by: number) => ({ kind: "move_keys" as const, keys: { two: [0] }, by });
    for (const by of [1, 2, 3]) previews.show(move(by));
    expect(told).toEqual([{ seq: 1, command: move(1) }]);
    previews.answered(1);
    expect(told.at(-1)).toEqual({ seq: 2, command: move(3) });
    previews.cancel();
    expect(told.at(-1)).toEqual({ seq: 3, command: null });
    previews.cancel();
    expect(told.length).toBe(3);
  });
});

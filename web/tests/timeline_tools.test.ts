import { beforeEach, describe, expect, it } from "vitest";
import type { Editor } from "../src/editor";
import type { ClipData, LockData } from "../src/messages";
import { keyGrid } from "../src/timeline/grid";
import { KeyCard } from "../src/timeline/key_card";
import { KeyTool } from "../src/timeline/key_tool";
import { Line, type LineSample } from "../src/timeline/line";
import { NamesTool } from "../src/timeline/names_tool";
import { LABELS } from "../src/timeline/rows";
import { StripTool } from "../src/timeline/strip_tool";
import type { Gesture, Tool } from "../src/tools/tool";
import { documentParts, LOCK, WELCOME } from "./support/figures";
import { connectedEditor, type FakeSocket } from "./support/server";

const CLIP: ClipData = { frames: [0, 10, 30], shapes: {}, before: "hold", after: "hold" };
const SPAN = { start: 10, end: 20, ease_in: null, ease_out: 4, cut_in: true, cut_out: false };

let editor: Editor;
let socket: FakeSocket;
let line: Line;

function show(lock: Partial<LockData> = {}): void {
  const document = documentParts({ clips: { two: CLIP }, locks: [{ ...LOCK, ...lock }] });
  socket.say({ op: "document_changed", revision: 4, document, history: WELCOME.history });
}

beforeEach(() => {
  ({ editor, socket } = connectedEditor());
  line = new Line(editor);
  line.scale.width = 800;
  line.scale.fit(0, 40);
  show({ spans: [SPAN] });
});

/** The pointer at a frame of a row. */
function at(kind: string, frame: number): LineSample {
  const row = line.rows().find((each) => each.kind === kind)!;
  const [x, y] = [LABELS + line.scale.x(frame), row.top + row.height / 2];
  return { x, y, clientX: x, clientY: y, button: 0, shift: false, alt: false, ctrl: false, frame, row, reach: 1 };
}

/** A drag through some frames that goes on. */
function drag(tool: Tool<LineSample, unknown>, kind: string, ...frames: number[]): Gesture<LineSample> {
  const [start = 0, ...rest] = frames;
  const gesture = tool.down(at(kind, start))!;
  gesture.begin?.();
  for (const frame of rest) gesture.move(at(kind, frame));
  return gesture;
}

/** The last edit, made at the playhead. */
const edited = (): unknown => (socket.command as { edit: unknown } | undefined)?.edit;
const previewed = (): unknown => socket.of("preview").at(-1)?.command;

describe("a strip that is dragged", () => {
  it("keeps what was not dragged as it was", () => {
    drag(new StripTool(line), "strip", 20.5, 26.5).up(at("strip", 26.5));
    expect(edited()).toEqual({ kind: "change_lock", id: 7, changes: { spans: [{ ...SPAN, end: 26 }] } });
  });

  it("is not cut off any more where it begins at another frame", () => {
    drag(new StripTool(line), "strip", 9.5, 6.5).up(at("strip", 6.5));
    expect(edited()).toMatchObject({ changes: { spans: [{ start: 7, end: 20, ease_in: null, cut_in: false }] } });
  });

  it.each([
    ["its middle", 15],
    ["its end", 20.5],
    ["its window", 24],
  ])("and comes back by %s changes nothing", (_, from) => {
    const gesture = drag(new StripTool(line), "strip", from, from + 6);
    expect(previewed()).toMatchObject({ kind: "change_lock" });
    gesture.move(at("strip", from));
    expect(previewed()).toBeNull(); // what is, is shown again
    gesture.up(at("strip", from));
    expect(socket.command).toBeUndefined();
  });

  it("and held at all times gets an end with the usual window", () => {
    show({ spans: null });
    drag(new StripTool(line), "strip", 30.5, 22.5).up(at("strip", 22.5));
    const spans = [{ start: 0, end: 22, ease_in: 0, ease_out: null, cut_in: false, cut_out: false }];
    expect(edited()).toEqual({ kind: "change_lock", id: 7, changes: { spans } });
  });
});

describe("a key that is dragged", () => {
  it("and comes back shows what is, and changes nothing", () => {
    const gesture = drag(new KeyTool(line), "keys", 10, 14);
    expect(previewed()).toMatchObject({ kind: "move_keys", by: 4 });
    gesture.move(at("keys", 10));
    expect(previewed()).toBeNull();
    gesture.up(at("keys", 10));
    expect(socket.command).toBeUndefined();
  });
});

describe("the names of rows", () => {
  const onName = (kind: string, down = 0): LineSample => {
    const there = at(kind, 0);
    return { ...there, x: 20, y: there.y + down, clientY: there.y + down };
  };

  it("are dragged to scroll, as far as there are more rows, and clicked to select", () => {
    const strips = new StripTool(line);
    const names = new NamesTool(line, [strips]);
    line.height = 400;
    expect(names.down(onName("strip"))).toBeNull(); // all of them fit
    line.height = 120;
    const gesture = names.down(onName("strip"))!;
    gesture.move(onName("strip", -15));
    expect(line.scrolled).toBe(15);
    gesture.move(onName("strip", -500));
    expect(line.scrolled).toBe(line.hidden);
    gesture.cancel();
    expect(line.scrolled).toBe(0);
    names.down(onName("strip"))!.click!(onName("strip"));
    expect(editor.state.selection.value.lock).toBe(7);
  });
});

describe("the grid of keys", () => {
  it("is come to by Tab wherever the playhead is", () => {
    const grid = keyGrid(editor.state, { focused: () => {}, menu: () => {} });
    const tabbed = (): (string | null)[] =>
      [...grid.querySelectorAll("button")].filter((each) => each.tabIndex === 0).map((each) => each.getAttribute("aria-label"));
    for (const [frame, key] of [
      [0, "key 1 of 3, frame 0"],
      [4, "key 2 of 3, frame 10"],
      [99, "key 3 of 3, frame 30"],
    ] as const) {
      editor.state.timeline.go(frame);
      expect(tabbed()).toEqual([key]);
    }
  });
});

describe("a breakdown by keys", () => {
  const press = (card: KeyCard, key: string): void => {
    const track = card.element.querySelector("[role=slider]")!;
    track.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  };

  it("is shown as arrows change it, kept by Enter and given up by Escape", () => {
    const card = new KeyCard(editor);
    document.body.append(card.element);
    card.openBreakdown("two", 5, { x: 0, y: 0 });
    for (let k = 0; k < 3; k++) press(card, "PageUp");
    expect(socket.command).toBeUndefined();
    expect(card.element.hidden).toBe(false);
    press(card, "Enter");
    expect(socket.command).toEqual({ kind: "breakdown", figure: "two", frame: 5, share: 0.98 });
    expect(card.element.hidden).toBe(true);
    card.openBreakdown("two", 5, { x: 0, y: 0 });
    press(card, "PageUp");
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })); // wherever the focus is
    expect(card.element.hidden).toBe(true);
    expect(previewed()).toBeNull();
    expect(socket.of("edit").length).toBe(1);
    card.element.remove();
  });
});

import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Editor } from "../src/editor";
import { distanceToRay, type Ray } from "../src/math/ray";
import { distance, type Point } from "../src/math/vector";
import { fitView } from "../src/stage/framing";
import type { Stage } from "../src/stage/stage";
import { effect } from "../src/state/signals";
import { GroundTool, NavigateTool } from "../src/tools/camera";
import { KeyboardPull } from "../src/tools/keyboard";
import { LockTool } from "../src/tools/lock";
import { PullTool } from "../src/tools/pull";
import { RingTool } from "../src/tools/ring";
import { StarTool } from "../src/tools/star";
import type { Gesture } from "../src/tools/tool";
import type { ViewSample } from "../src/tools/views_pointer";
import { Display } from "../src/views/display";
import { ACTOR, TIP } from "./support/figures";
import { connectedEditor, type FakeSocket } from "./support/server";
import { at, emptyStage, over } from "./support/stage";

describe("tools in the views", () => {
  let editor: Editor;
  let socket: FakeSocket;
  let stage: Stage;

  beforeEach(() => {
    ({ editor, socket } = connectedEditor());
    stage = emptyStage();
    effect(() => void stage.setFigures(editor.state.figures.value));
    new Display(editor.state, stage);
    for (const view of ["perspective", "front"] as const) fitView(stage, view);
  });

  /** Presses, moves and releases. */
  const drag = (gesture: Gesture<ViewSample> | null, ...places: ViewSample[]): void => {
    expect(gesture).not.toBeNull();
    gesture?.begin?.();
    for (const place of places) gesture?.move(place);
    gesture?.up(places.at(-1)!);
  };
  const lastRay = (): Ray => socket.of("drag_move").at(-1)?.ray as Ray;

  describe("pull", () => {
    let tool: PullTool;
    beforeEach(() => {
      tool = new PullTool(editor.state, stage, editor.drags);
    });

    it("hovers over parts and leaves empty places to others", () => {
      expect(tool.hover(over(stage, [0, 1.5, 0]))).toEqual({ selection: { part: TIP, lock: null } });
      expect(tool.hover(at(2, 2))).toBeNull();
      expect(tool.down(at(2, 2))).toBeNull();
      expect(tool.down(over(stage, [0, 1.5, 0], { button: 2 }))).toBeNull();
    });

    it("selects with a click", () => {
      const place = over(stage, [0, 1.5, 0]);
      tool.down(place)?.click?.(place);
      expect(editor.state.selection.value).toEqual({ part: TIP, lock: null });
      expect(socket.of("drag_begin")).toEqual([]);
    });

    it.each([
      ["plain", {}, "branch", null],
      ["with Shift", { shift: true }, "part", null],
      ["with Ctrl", { ctrl: true }, "joint", "root"],
    ] as const)("%s it has the IK chain %s %s", (_, keys, mode, base) => {
      drag(tool.down(over(stage, [0, 1.5, 0], keys)), over(stage, [0.3, 1.5, 0]));
      expect(socket.of("drag_begin")).toMatchObject([{ what: "part", part: "tip", mode, base }]);
      expect(editor.state.selection.value.part).toEqual(TIP);
    });

    it("pulls the point that was pressed, in the frame of its part", () => {
      const place = over(stage, [0, 1.7, 0]);
      const hit = stage.pick(place.view, place.x, place.y);
      drag(tool.down(place), over(stage, [0.3, 1.5, 0]));
      const pressed = socket.of("drag_begin")[0]?.at as Point;
      const { body, joint } = stage.find(TIP) ?? {};
      expect(distance(body!.carry(joint!, pressed), hit!.point)).toBeLessThan(1e-6);
      expect(distance(pressed, body!.figure.data.joints[joint!]!.effector)).toBeGreaterThan(0.05);
    });

    it("follows the pointer's ray", () => {
      drag(tool.down(over(stage, [0, 1.5, 0])), over(stage, [0.3, 1.2, 0]));
      expect(distanceToRay(lastRay(), [0.3, 1.2, 0])).toBeLessThan(1e-9);
      expect(socket.sent.at(-1)?.op).toBe("drag_end");
    });

    it("carries the whole figure by any part of it, with the root where it was under the pointer", () => {
      editor.state.tool.value = "root";
      drag(tool.down(over(stage, [0, 1.5, 0])), over(stage, [0.4, 1.5, 0]));
      expect(socket.of("drag_begin")).toMatchObject([{ what: "root", part: "tip" }]);
      expect(distanceToRay(lastRay(), [0.4, 0.5, 0])).toBeLessThan(1e-6);
    });

    it("goes back when it is cancelled", () => {
      const gesture = tool.down(over(stage, [0, 1.5, 0]));
      gesture?.begin?.();
      gesture?.move(over(stage, [0.3, 1.2, 0]));
      gesture?.cancel();
      expect(socket.sent.at(-1)?.op).toBe("drag_cancel");
      expect(editor.state.dragging.value).toBe(false);
    });
  });

  it("a lock is moved by its mark", () => {
    const tool = new LockTool(editor.state, stage, editor.drags);
    const mark = over(stage, [0, 1.5, 0]);
    expect(tool.hover(mark)).toEqual({ selection: { part: null, lock: 7 } });
    drag(tool.down(mark), over(stage, [0.2, 1.6, 0]));
    expect(socket.of("drag_begin")).toMatchObject([{ what: "lock", lock: 7 }]);
    expect(editor.state.selection.value).toEqual({ part: TIP, lock: 7 });
    expect(distanceToRay(lastRay(), [0.2, 1.6, 0])).toBeLessThan(1e-9);
  });

  it("a ring rotates the selected part by the angle that the pointer goes round", () => {
    const tool = new RingTool(editor.state, stage, editor.drags);
    expect(tool.down(over(stage, [0, 1, 0]))).toBeNull(); // there are no rings yet
    editor.state.select(TIP);
    editor.state.tool.value = "rotate";
    const middle = stage.project("front", [0, 1, 0])!;
    const on = (angle: number): ViewSample => at(middle.x + 62 * 0.55 * Math.cos(angle), middle.y - 62 * 0.55 * Math.sin(angle)); // a small view
    expect(tool.hover(on(0.6))).toEqual({ selection: null, ring: 2 });
    drag(tool.down(on(0.6)), on(0.8), on(1.1));
    expect(socket.of("drag_begin")).toMatchObject([{ what: "rotate", part: "tip" }]);
    const turns = socket.of("drag_move").map((move) => move.turn as { axis: Point; angle: number });
    expect(turns.at(-1)?.axis).toEqual([0, 0, 1]);
    expect(turns.at(-1)?.angle).toBeCloseTo(0.5, 6);
  });

  it("a star appears at the selected part, is followed, and goes back when its drag is cancelled", () => {
    vi.useFakeTimers();
    const tool = new StarTool(editor.state, stage, editor.link);
    editor.state.select(TIP);
    editor.state.tool.value = "star";
    expect(stage.star.place).toEqual([0, 1.5, 0]);
    drag(tool.down(over(stage, [0, 1.5, 0])), over(stage, [0.5, 1.5, 0]));
    const told = socket.of("chase_begin").at(-1);
    expect(told).toMatchObject({ figure: "two", part: "tip", held: false });
    expect(distance(told?.target as Point, [0.5, 1.5, 0])).toBeLessThan(1e-9);
    const again = tool.down(over(stage, [0.5, 1.5, 0]));
    again?.move(over(stage, [0, 1, 0]));
    vi.advanceTimersByTime(50);
    expect(socket.of("chase_begin").at(-1)).toMatchObject({ held: true });
    again?.cancel();
    expect(distance(stage.star.place!, [0.5, 1.5, 0])).toBeLessThan(1e-9);
    expect(socket.sent.at(-1)?.op).toBe("drag_cancel");
    editor.state.tool.value = "pull";
    expect(stage.star.place).toBeNull();
    expect(socket.sent.at(-1)?.op).toBe("chase_end");
    vi.useRealTimers();
  });

  it("the camera orbits or pans, and a click on nothing deselects", () => {
    const moved = vi.fn();
    const navigate = new NavigateTool(stage, { moved });
    const ground = new GroundTool(editor.state, stage, { moved });
    expect(navigate.down(at(10, 10))).toBeNull();
    const { yaw, target } = stage.cameras.perspective.state;
    const press = { view: "perspective", button: 1 } as const;
    drag(navigate.down(at(10, 10, press)), at(40, 10, press));
    expect(stage.cameras.perspective.state.yaw).toBeLessThan(yaw);
    expect(stage.cameras.perspective.state.target).toEqual(target);
    drag(navigate.down(at(10, 10, { ...press, shift: true })), at(40, 10, press));
    expect(stage.cameras.perspective.state.target).not.toEqual(target);
    drag(ground.down(at(10, 10)), at(40, 10)); // the front view cannot orbit
    expect(stage.cameras.front.state.yaw).toBe(0);
    expect(moved).toHaveBeenCalledTimes(3);
    editor.state.select(TIP);
    ground.down(at(10, 10))?.click?.(at(10, 10));
    expect(editor.state.selection.value.part).toBeNull();
  });

  it("keys move the selected part in the plane of the large view, keep it or give it up", () => {
    const keyboard = new KeyboardPull(editor.state, editor.drags, stage);
    const press = (key: string, shiftKey = false): boolean => keyboard.key({ key, shiftKey, altKey: false });
    editor.state.setView({ large: "front" });
    expect(press("ArrowUp")).toBe(false);
    editor.state.select(TIP);
    keyboard.begin();
    expect(press("ArrowUp")).toBe(true);
    editor.link.answered(1);
    press("ArrowRight", true);
    const step = 0.01 * (2 / 1.75);
    expect(distanceToRay(lastRay(), [5 * step, 1.5 + step, 0])).toBeLessThan(1e-9);
    expect(press("x")).toBe(false);
    press("Enter");
    expect([socket.sent.at(-1)?.op, keyboard.active]).toEqual(["drag_end", false]);
    keyboard.begin();
    press("Escape");
    expect(socket.sent.at(-1)?.op).toBe("drag_cancel");
  });

  it("keys are free again where a part cannot be moved", async () => {
    const keyboard = new KeyboardPull(editor.state, editor.drags, stage);
    editor.state.select(TIP);
    keyboard.begin();
    expect(keyboard.active).toBe(true);
    const { id } = socket.of("drag_begin").at(-1) ?? { id: 0 };
    socket.say({ op: "refusal", id, message: "no", remedy: null });
    await Promise.resolve();
    expect([keyboard.active, keyboard.key({ key: "ArrowUp", shiftKey: false, altKey: false })]).toEqual([false, false]);
    socket.tell(4, { actors: [{ ...ACTOR, frozen: true }] });
    keyboard.begin();
    expect(keyboard.active).toBe(false);
  });

  it("only joints that the drag has brought to a limit are marked", () => {
    const places = (): number => stage.overlays.group.children.filter((each) => each.visible).length;
    socket.pose({ parameters: [1, 0] });
    expect(places()).toBe(0); // the first was there before
    editor.drags.begin({ what: "part", part: "tip" });
    socket.pose({ parameters: [1, -1] });
    expect(places()).toBe(1);
    editor.drags.cancel();
    expect(places()).toBe(0);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Pointer, type Surface } from "../src/tools/pointer";
import type { Gesture, Sample, Tool } from "../src/tools/tool";

const log: string[] = [];
const note =
  (text: string) =>
  (at?: Sample): void =>
    void log.push(at ? `${text} ${at.x}` : text);

/** A tool that takes presses left of a line. */
const tool = (name: string, edge: number, more: Partial<Gesture<Sample>> = {}): Tool<Sample, string> => ({
  name,
  hover: ({ x }) => (x < edge ? name : null),
  down: ({ x, button }) =>
    x < edge && button === 0
      ? {
          begin: note(`${name} begins`),
          move: note(`${name} moves`),
          up: note(`${name} up`),
          cancel: note(`${name} cancelled`),
          click: note(`${name} clicked`),
          ...more,
        }
      : null,
});

describe("the pointer", () => {
  let element: HTMLElement;
  let pointer: Pointer<Sample, string>;
  const surface: Surface<Sample, string> = {
    sample: ({ clientX: x, clientY: y, button, shiftKey: shift, ctrlKey: ctrl, altKey: alt }) => ({
      x,
      y,
      clientX: x,
      clientY: y,
      button,
      shift,
      ctrl,
      alt,
    }),
    hover: (found) => void log.push(`over ${found}`),
    leave: note("left"),
    rest: note("rested"),
    pinch: (_, before, after) => void log.push(`pinch ${after[1].x - before[1].x}`),
    pinched: note("pinched"),
  };
  const send = (type: string, x: number, more: PointerEventInit = {}): void => {
    element.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: 0, pointerId: 1, button: 0, bubbles: true, ...more }));
  };

  beforeEach(() => {
    vi.useFakeTimers();
    log.length = 0;
    element = document.createElement("div");
    element.setPointerCapture = () => {};
    pointer = new Pointer(surface);
    pointer.register(tool("first", 10), tool("second", 100));
    pointer.listen(element);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("gives a press to the first tool that takes it, until it is released", () => {
    send("pointerdown", 50);
    send("pointermove", 52); // not yet a drag
    send("pointermove", 58);
    send("pointermove", 5); // over the first tool now, but the second has the press
    send("pointerup", 4);
    expect(log).toEqual(["second begins", "second moves 58", "second moves 5", "second up 4"]);
    expect(pointer.busy).toBe(false);
  });

  it("is a click where it hardly moves, and nothing where no tool wants it", () => {
    send("pointerdown", 5);
    send("pointermove", 7);
    send("pointerup", 7);
    send("pointerdown", 200);
    send("pointermove", 260);
    send("pointerup", 260);
    expect(log).toEqual(["first clicked 7"]);
  });

  it("begins at once where a tool has nothing to do with clicks", () => {
    pointer = new Pointer(surface);
    pointer.register(tool("now", 100, { atOnce: true }));
    pointer.listen(element);
    send("pointerdown", 50);
    expect(pointer.busy).toBe(true);
  });

  it("cancels what has begun, once, and nothing else", () => {
    send("pointerdown", 50);
    pointer.cancel();
    expect(log).toEqual([]);
    send("pointerdown", 50);
    send("pointermove", 60);
    pointer.cancel();
    pointer.cancel();
    send("pointermove", 70);
    send("pointerup", 70);
    expect(log).toEqual(["second begins", "second moves 60", "second cancelled"]);
  });

  it("looks what it hovers over once a picture, and never in a drag", async () => {
    for (const x of [5, 6, 50]) send("pointermove", x);
    await vi.advanceTimersByTimeAsync(50);
    expect(log).toEqual(["over second"]);
    send("pointerdown", 50);
    send("pointermove", 60);
    await vi.advanceTimersByTimeAsync(50);
    expect(log.filter((line) => line.startsWith("over"))).toHaveLength(1);
    send("pointerleave", 60);
    expect(log).not.toContain("left");
  });

  it("takes a finger that rests for a right click, unless it moves", async () => {
    send("pointerdown", 50, { pointerType: "touch" });
    await vi.advanceTimersByTimeAsync(600);
    send("pointerup", 50, { pointerType: "touch" });
    expect(log).toEqual(["rested 50"]);
    const risen = document.body.appendChild(document.createElement("button"));
    risen.onclick = note("chosen") as () => void;
    risen.click(); // what the browser makes of the finger that lifts, where a menu has risen under it
    expect(log).toEqual(["rested 50"]);
    risen.click();
    expect(log.at(-1)).toContain("chosen");
    risen.remove();
    log.length = 0;
    send("pointerdown", 50, { pointerType: "touch" });
    send("pointermove", 60, { pointerType: "touch" });
    await vi.advanceTimersByTimeAsync(600);
    expect(log).not.toContain("rested 50");
  });

  it("gives up the drag of one finger when a second comes, and pinches", () => {
    send("pointerdown", 50, { pointerType: "touch" });
    send("pointermove", 60, { pointerType: "touch" });
    send("pointerdown", 90, { pointerType: "touch", pointerId: 2 });
    send("pointermove", 97, { pointerType: "touch", pointerId: 2 });
    send("pointerup", 97, { pointerType: "touch", pointerId: 2 });
    expect(log).toEqual(["second begins", "second moves 60", "second cancelled", "pinch 7", "pinched"]);
  });
});

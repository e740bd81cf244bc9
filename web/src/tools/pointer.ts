/** The pointer on a surface: which tool has a press, when it is a click and when a drag, long presses and two fingers. */

import type { Gesture, Sample, Tool } from "./tool";

const STILL = 4; // [pixels] that a click may wander

export interface Surface<S extends Sample, H> {
  /** The place of an event on the surface. */
  sample(event: PointerEvent): S;
  /** Shows what is under the pointer; null for nothing. Called at most once a picture. */
  hover(found: H | null, at: S): void;
  /** The pointer has left the surface. */
  leave(): void;
  /** A finger rests on it: the click of a right button. */
  rest(at: S): void;
  /** Two fingers have moved; `before` and `after` are their places in the window. */
  pinch(at: S, before: Pair, after: Pair): void;
  pinched(): void;
}

export interface Place {
  readonly x: number;
  readonly y: number;
}
export type Pair = readonly [Place, Place];

interface Press<S extends Sample> {
  start: S;
  gesture: Gesture<S>;
  begun: boolean;
}

export class Pointer<S extends Sample, H> {
  rest = 500; // [ms] after which a finger that does not move is a right click
  private readonly tools: Tool<S, H>[] = [];
  private press: Press<S> | null = null;
  private readonly touches = new Map<number, Place>();
  private hoverDue = 0;
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly surface: Surface<S, H>) {}

  /** Lets a tool be asked before all others. */
  registerFirst(tool: Tool<S, H>): void {
    this.tools.unshift(tool);
  }

  /** Adds tools; those that were added before are asked first. */
  register(...tools: Tool<S, H>[]): void {
    this.tools.push(...tools);
  }

  listen(element: HTMLElement): void {
    element.addEventListener("pointerdown", (event) => this.down(element, event));
    element.addEventListener("pointermove", (event) => this.move(event));
    element.addEventListener("pointerup", (event) => this.up(event));
    element.addEventListener("pointercancel", () => this.cancel());
    element.addEventListener("pointerleave", () => {
      cancelAnimationFrame(this.hoverDue); // what was under the pointer is not any more
      if (!this.press) this.surface.leave();
    });
    element.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** Whether a drag goes on. */
  get busy(): boolean {
    return this.press?.begun ?? false;
  }

  /** Gives up the gesture that goes on. */
  cancel(): void {
    const press = this.press;
    this.press = null;
    this.touches.clear();
    clearTimeout(this.resting);
    if (press?.begun) press.gesture.cancel();
  }

  /** The first tool that has something under the pointer, and what it is. */
  hovered(at: S): H | null {
    for (const tool of this.tools) {
      const found = tool.hover(at);
      if (found !== null) return found;
    }
    return null;
  }

  private down(element: HTMLElement, event: PointerEvent): void {
    if (event.target instanceof Element && event.target.closest("button")) return;
    event.preventDefault();
    element.focus({ preventScroll: true });
    if (event.pointerType === "touch" && this.isSecondFinger(event)) return;
    if (this.press) return;
    element.setPointerCapture(event.pointerId);
    const start = this.surface.sample(event);
    const gesture = this.gestureAt(start);
    if (!gesture) return;
    this.press = { start, gesture, begun: false };
    if (event.pointerType === "touch") this.resting = setTimeout(() => this.longPress(start), this.rest);
    if (gesture.atOnce) this.begin(this.press);
  }

  private gestureAt(at: S): Gesture<S> | null {
    for (const tool of this.tools) {
      const gesture = tool.down(at);
      if (gesture) return gesture;
    }
    return null;
  }

  private move(event: PointerEvent): void {
    const at = this.surface.sample(event);
    if (this.touches.size > 1) {
      this.movePair(at, event);
      return;
    }
    const { press } = this;
    if (!press) {
      if (event.pointerType !== "touch") this.hoverSoon(at);
      return;
    }
    if (!press.begun && Math.hypot(at.x - press.start.x, at.y - press.start.y) > STILL) this.begin(press);
    if (press.begun) press.gesture.move(at);
  }

  private up(event: PointerEvent): void {
    clearTimeout(this.resting);
    if (this.touches.size > 1) this.surface.pinched();
    this.touches.delete(event.pointerId);
    const { press } = this;
    if (!press) return;
    this.press = null;
    const at = this.surface.sample(event);
    if (press.begun) press.gesture.up(at);
    else press.gesture.click?.(at);
    if (event.pointerType !== "touch") this.hoverSoon(at);
  }

  private begin(press: Press<S>): void {
    press.begun = true;
    press.gesture.begin?.();
  }

  private hoverSoon(at: S): void {
    cancelAnimationFrame(this.hoverDue);
    this.hoverDue = requestAnimationFrame(() => {
      if (!this.press) this.surface.hover(this.hovered(at), at);
    });
  }

  // ---- fingers ---------------------------------------------------------------------------------------

  /** With a second finger the camera moves and nothing else does: the gesture of the first is given up. */
  private isSecondFinger(event: PointerEvent): boolean {
    this.touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.touches.size < 2) return false;
    const kept = new Map(this.touches);
    this.cancel();
    for (const [id, place] of kept) this.touches.set(id, place);
    return true;
  }

  private longPress(at: S): void {
    if (!this.press || this.press.begun) return;
    this.press = null;
    this.touches.clear();
    this.surface.rest(at);
    leaveOutClick();
  }

  private movePair(at: S, event: PointerEvent): void {
    if (!this.touches.has(event.pointerId)) return;
    const before = [...this.touches.values()];
    this.touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const after = [...this.touches.values()];
    const [a, b, c, d] = [before[0], before[1], after[0], after[1]];
    if (a && b && c && d) this.surface.pinch(at, [a, b], [c, d]);
  }
}

/** Where the finger lifts is no click: a menu may have risen under it. The next press is one again. */
function leaveOutClick(): void {
  const stop = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("click", stop, { capture: true, once: true });
  const again = (): void => document.removeEventListener("click", stop, true);
  document.addEventListener("pointerdown", again, { capture: true, once: true });
}

/**
 * Tools: ways to use a pointer. A surface (the views, a timeline) asks its tools in order; the first that answers a press has
 * it until the pointer is released. While the pointer hovers, a tool shows what a press would grab.
 */

/** A moment of the pointer. `x` and `y` are pixels from the upper left corner of the surface. */
export interface Sample {
  readonly x: number;
  readonly y: number;
  readonly clientX: number;
  readonly clientY: number;
  readonly button: number; // of the press: 0 left, 1 middle, 2 right
  readonly shift: boolean;
  readonly ctrl: boolean; // or Command
  readonly alt: boolean;
}

/** A press that a tool has taken. */
export interface Gesture<S extends Sample> {
  /** It has nothing to do with clicks: it begins with the press. */
  readonly atOnce?: boolean;
  /** The pointer has moved further than in a click. */
  begin?(): void;
  move(at: S): void;
  up(at: S): void;
  /** It is given up after it began: everything goes back to where it was. */
  cancel(): void;
  /** The pointer was released where it was pressed. */
  click?(at: S): void;
}

/** `S` is a sample of the surface, `H` what the surface shows under a pointer that hovers. */
export interface Tool<S extends Sample, H> {
  readonly name: string;
  /** What is under the pointer, if it is this tool's. */
  hover(at: S): H | null;
  /** Takes a press, or leaves it to the next tool. */
  down(at: S): Gesture<S> | null;
}

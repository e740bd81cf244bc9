/** Drags: from the press of a button to its release. The server moves the figure; one gesture is one step to undo. */

import type { DragBegin, DragMove, DragStarted } from "../messages";
import type { State } from "../state/state";
import type { Link } from "./link";

type Begin = Omit<DragBegin, "op" | "id">;
type Move = Pick<DragMove, "ray" | "turn" | "value">;

export class Drags {
  current: Begin | null = null;
  private moved = false;

  constructor(
    private readonly link: Link,
    private readonly state: State,
    private readonly refused: (error: unknown) => void,
  ) {}

  /** Takes hold of something. Moves may follow at once. */
  begin(what: Begin): void {
    if (this.current) this.cancel();
    const gesture = (this.current = what);
    this.moved = false;
    this.state.dragging = true;
    this.state.chain = [];
    this.link.request("drag.begin", { ...what }).then(
      (answer) => {
        if (this.current !== gesture) return;
        this.state.chain = (answer as unknown as DragStarted).chain;
        this.state.emit("drag");
      },
      (error: unknown) => {
        if (this.current === gesture) this.let();
        this.refused(error);
      },
    );
    this.state.emit("drag");
  }

  move(move: Move): void {
    if (!this.current) return;
    this.moved = true;
    this.link.move({ ...move });
  }

  /** Lets go and keeps what came of it; a drag that never moved leaves nothing. */
  end(): Promise<void> {
    if (!this.current) return Promise.resolve();
    if (!this.moved) {
      this.cancel();
      return Promise.resolve();
    }
    this.link.flushMove();
    this.let();
    return this.link.request("drag.end").then(() => {}, this.refused);
  }

  /** Lets go; all is as before. */
  cancel(): void {
    if (!this.current) return;
    this.let();
    this.link.tell("drag.cancel");
  }

  /** The connection broke: the server has forgotten the drag. */
  lost(): void {
    if (this.current) this.let();
  }

  private let(): void {
    this.current = null;
    this.link.dropMoves();
    this.state.dragging = false;
    this.state.chain = [];
    this.state.emit("drag");
  }
}

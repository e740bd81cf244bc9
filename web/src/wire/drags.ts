/** Drags: from the press of a button to its release. The server moves the figure; one drag is one step to undo. */

import type { FigureId } from "../state/part";
import type { Grip, State } from "../state/state";
import type { Link } from "./link";
import type { MoveFields } from "./requests";

export class Drags {
  private moved = false;
  private abandoned: Grip | null = null; // its beginning may be sent again when the connection is back

  constructor(
    private readonly link: Pick<Link, "request" | "tell" | "move" | "flushMove" | "dropMoves">,
    private readonly state: State,
    private readonly refused: (error: unknown) => void,
    private readonly frozen: (figure: FigureId) => void,
  ) {}

  get current(): Grip | null {
    return this.state.drag.value?.grip ?? null;
  }

  /** Begins a drag. Moves may follow at once; those of a figure that is frozen do nothing. */
  begin(grip: Grip): void {
    if (this.current) this.cancel();
    this.state.timeline.playing.value = false;
    const { drag } = this.state;
    if (grip.figure && this.state.figureState(grip.figure)?.frozen) {
      this.frozen(grip.figure);
      return;
    }
    this.moved = false;
    drag.value = { grip, chain: [] };
    const isStill = (): boolean => this.current === grip;
    this.link.request("drag_begin", { ...grip, ...this.state.moment() }).then(
      ({ figure, chain }) => {
        if (isStill()) drag.value = { grip, chain: chain.map((part) => ({ figure, part })) };
        else if (this.abandoned === grip && !this.current) this.link.tell("drag_cancel");
      },
      (error: unknown) => {
        if (isStill()) this.forget();
        this.refused(error);
      },
    );
  }

  move(move: MoveFields): void {
    if (!this.current) return;
    this.moved = true;
    this.link.move(move);
  }

  /** Ends the drag and keeps its result; a drag that never moved leaves nothing. */
  async end(): Promise<void> {
    if (!this.current) return;
    if (!this.moved) {
      this.cancel();
      return;
    }
    this.link.flushMove();
    this.forget();
    await this.link.request("drag_end").catch(this.refused);
  }

  /** Ends the drag; everything is as before. */
  cancel(): void {
    if (!this.current) return;
    this.forget();
    this.link.tell("drag_cancel");
  }

  /** The connection broke: the server has forgotten the drag. */
  lost(): void {
    if (!this.current) return;
    this.abandoned = this.current;
    this.forget();
  }

  private forget(): void {
    this.link.dropMoves();
    this.state.drag.value = null;
  }
}

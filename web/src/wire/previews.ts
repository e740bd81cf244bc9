/** Previews: what an edit would do to the clips if a gesture ended now. One is under way, the latest waits. */

import type { Command } from "../messages";
import type { Link } from "./link";

const PATIENCE = 1000; // [ms] after which a preview counts as lost and the next one may go

export class Previews {
  private seq = 0;
  private flying = 0; // number of the preview under way, 0 for none
  private since = 0;
  private waiting: Command | null = null;
  private active = false;

  constructor(private readonly link: Pick<Link, "tell">) {}

  /** Shows what a command would do; newer ones take the place of those that wait. */
  show(command: Command): void {
    this.active = true;
    this.waiting = command;
    this.pump();
  }

  /** The frames of a preview have come. */
  answered(seq: number): void {
    if (seq && seq >= this.flying) this.flying = 0;
    this.pump();
  }

  /** The gesture ended with an edit, which ends the preview as well. */
  done(): void {
    this.waiting = null;
    this.flying = 0;
    this.active = false;
  }

  /** The gesture was given up: everything is as before. */
  cancel(): void {
    if (this.active) this.link.tell("preview", { seq: ++this.seq, command: null });
    this.done();
  }

  private pump(): void {
    if (!this.waiting || (this.flying && performance.now() - this.since < PATIENCE)) return;
    this.flying = ++this.seq;
    this.since = performance.now();
    this.link.tell("preview", { seq: this.seq, command: this.waiting });
    this.waiting = null;
  }
}

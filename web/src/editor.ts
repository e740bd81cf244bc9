/** The editor behind its panels: what the user does goes to the server, what the server says goes into the state. */

import type { Ack, Command, Made } from "./messages";
import { keepOwnView } from "./state/own_view";
import type { FigureId } from "./state/part";
import { type Dispose, effect } from "./state/signals";
import { type Connection, State } from "./state/state";
import type { ViewState } from "./state/view";
import { Notices } from "./widgets/notices";
import { changeFigure } from "./wire/commands";
import { Drags } from "./wire/drags";
import { Link, Refused } from "./wire/link";
import { Previews } from "./wire/previews";
import { isClipPacket, Receiver } from "./wire/receive";
import type { OpenSocket } from "./wire/socket";

const TOLD_WITHIN = 3000; // [ms] that the document of an acknowledged edit is waited for
const LONG = 1000; // [ms] after which an edit takes long
const VIEW_PAUSE = 400; // [ms] after the last change of the view before it is stored

/** Edits of figures as they are seen, and so at a frame. */
const AT_FRAMES: ReadonlySet<Command["kind"]> = new Set([
  "set_pose",
  "set_parameters",
  "reset",
  "mirror",
  "store_pose",
  "apply_pose",
  "roll_foot",
  "set_hand",
  "add_lock",
  "change_lock",
  "move_lock",
] as const);

export class Editor {
  readonly state = new State();
  readonly notices = new Notices();
  readonly link: Link;
  readonly drags: Drags;
  readonly previews: Previews;
  readonly receiver: Receiver;
  private patience: ReturnType<typeof setTimeout> | undefined;
  private stored: ViewState | null = null; // the view that the server has

  constructor(open: OpenSocket) {
    const { state } = this;
    this.receiver = new Receiver(state, {
      notice: (level, message, remedy) => this.notices.show(level, message, remedy),
      elsewhere: () => location.reload(),
    });
    this.link = new Link(open, {
      message: (message) => {
        this.receiver.message(message);
        if (message.op === "welcome") this.stored ??= state.view.value;
      },
      packet: (buffer) => {
        if (isClipPacket(buffer)) this.previews.answered(this.receiver.frames(buffer));
        else this.link.answered(this.receiver.packet(buffer));
      },
      connection: (connection) => this.connected(connection),
      unacknowledged: (count) => this.waiting(count),
    });
    this.previews = new Previews(this.link);
    this.drags = new Drags(
      this.link,
      state,
      (error) => this.refused(error),
      (figure) => this.tellFrozen(figure),
    );
    this.keepView();
    effect(() => {
      if (state.document.value) this.notices.workGoesOn();
    });
  }

  /** Does a command. Says what it has made once it is on disk; null where the server refuses it, which becomes a notice. */
  edit(command: Command): Promise<Made | null> {
    return this.acknowledged(this.link.request("edit", { command: this.atFrame(command) }));
  }

  /** Does a command that knows its own frame, or means all frames. */
  editAsIs(command: Command): Promise<Made | null> {
    return this.acknowledged(this.link.request("edit", { command }));
  }

  /** Asks for something that changes the document and has no fields. */
  ask(op: "undo" | "redo" | "solve" | "drag_end"): Promise<Made | null> {
    return this.acknowledged(op === "solve" ? this.link.request(op, this.state.moment()) : this.link.request(op));
  }

  /** Where figures move, an edit of poses and locks is made at the frame that is shown. */
  private atFrame(command: Command): Command {
    const { frame, key } = this.state.moment();
    if (frame === undefined || !AT_FRAMES.has(command.kind)) return command;
    this.receiver.posedAt = frame;
    return { kind: "at_frame", frame, edit: command, ...(key === false && { key }) };
  }

  private async acknowledged(request: Promise<Ack>): Promise<Made | null> {
    try {
      const { revision, made } = await request;
      await this.told(revision);
      return made;
    } catch (error) {
      this.refused(error);
      return null;
    }
  }

  undo(): void {
    this.step("undo", "Undid");
  }

  redo(): void {
    this.step("redo", "Redid");
  }

  /** Goes back or forth to a place in the history, step by step. */
  async goTo(place: number): Promise<void> {
    const { history, status } = this.state;
    const steps = place - history.value.place;
    const [op, done] = steps < 0 ? (["undo", "Undid"] as const) : (["redo", "Redid"] as const);
    const label = history.value[op];
    for (let k = 0; k < Math.abs(steps); k++) {
      if (!(await this.ask(op))) return;
      status.value = k === 0 ? `${done}: ${label ?? ""}` : `${done} ${k + 1} steps`;
    }
  }

  /** Solves until the locks hold; asked again it stops. */
  async solve(): Promise<void> {
    const { solving, status } = this.state;
    if (solving.value) {
      this.link.tell("solve_cancel");
      return;
    }
    solving.value = { op: "progress", iterations: 0, error: 0 };
    if (await this.ask("solve")) status.value = "Solved";
    solving.value = null;
  }

  /** Stops the edit that the server is at, which takes long; nothing has changed then. */
  stop(): void {
    if (this.state.slow.value) this.link.tell("edit_cancel");
  }

  private waiting(count: number): void {
    const { unsaved, slow } = this.state;
    clearTimeout(this.patience);
    unsaved.value = count;
    slow.value = false;
    if (count)
      this.patience = setTimeout(() => {
        slow.value = true;
      }, LONG);
  }

  refused(error: unknown): void {
    if (error instanceof Refused) this.notices.show("error", error.message, error.remedy);
    else throw error;
  }

  private tellFrozen(figure: FigureId): void {
    const thaw = (): void => void this.edit(changeFigure(figure, { frozen: false }));
    this.notices.show("info", `“${figure}” is frozen, so it does not move`, "", { label: "Unfreeze", run: thaw });
  }

  private step(op: "undo" | "redo", done: string): void {
    const label = this.state.history.value[op];
    if (label === null) return;
    this.receiver.posedAt = null; // what is seen at the playhead need not be what was posed
    this.state.status.value = `${done}: ${label}`;
    void this.ask(op);
  }

  /** Waits for the document that an acknowledged edit has made; it may come after the acknowledgement. */
  private async told(revision: number): Promise<void> {
    const { document } = this.state;
    await this.until(() => (document.value?.revision ?? revision) >= revision);
  }

  /** Waits until something is so in the state, but not for ever: `patience` in milliseconds. */
  async until(isThere: () => boolean, patience = TOLD_WITHIN): Promise<void> {
    if (isThere()) return;
    let [stop, timer]: [Dispose, ReturnType<typeof setTimeout> | undefined] = [() => {}, undefined];
    await new Promise<void>((done) => {
      timer = setTimeout(done, patience); // the connection broke in between: the edit is on disk all the same
      stop = effect(() => {
        if (isThere()) done();
      });
    });
    clearTimeout(timer);
    stop();
  }

  private connected(connection: Connection): void {
    const before = this.state.connection.value;
    this.state.connection.value = connection;
    if (connection === "lost" && before !== "lost") this.drags.lost();
  }

  /** Stores the page's own state a little after it last changed. */
  private keepView(): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    effect(() => {
      const view = this.state.view.value;
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (view === this.stored || this.state.connection.value !== "open") return;
        this.stored = view;
        keepOwnView(this.state.file.value, view);
        this.link.tell("view", { view: { ...view } });
      }, VIEW_PAUSE);
    });
  }
}

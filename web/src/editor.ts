/** The editor behind its panels: what the server says goes into the state, what the user does goes to the server. */

import type { Command, Conflict, DocumentChanged, FigureChanged, Notice, Progress, Welcome } from "./messages";
import { State } from "./state/state";
import { Notices } from "./widgets/notices";
import { Drags } from "./wire/drags";
import { type Connection, Link, Refused, type Socket } from "./wire/link";
import { readPosePacket } from "./wire/pose_packet";

export class Editor {
  readonly state = new State();
  readonly notices = new Notices();
  readonly link: Link;
  readonly drags: Drags;
  progress: Progress | null = null; // of a solve that runs
  lastDone = "";
  private viewTimer: ReturnType<typeof setTimeout> | undefined;
  private stored = "";

  constructor(open: () => Socket) {
    this.link = new Link(open, {
      message: (message) => this.receive(message),
      frame: (buffer) => this.frame(buffer),
      connection: (connection) => this.connected(connection),
    });
    this.drags = new Drags(this.link, this.state, (error) => this.refused(error));
    this.state.on("view", () => this.keepView());
  }

  /** Does a command; what the server refuses becomes a notice. True once it is on disk. */
  async edit(command: Command): Promise<boolean> {
    return this.ask("command", { command });
  }

  async ask(op: string, fields: Record<string, unknown> = {}): Promise<boolean> {
    try {
      const { revision } = await this.link.request(op, fields);
      await this.told(Number(revision));
      return true;
    } catch (error) {
      this.refused(error);
      return false;
    }
  }

  /** Waits for the document that an acknowledged edit has made; it may come after the acknowledgement. */
  private told(revision: number): Promise<void> {
    if (!(this.state.revision < revision)) return Promise.resolve();
    return new Promise((done) => {
      const finish = (): void => {
        clearTimeout(timer);
        this.awaited.delete(check);
        done();
      };
      const check = (): void => {
        if (this.state.revision >= revision) finish();
      };
      const timer = setTimeout(finish, 3000); // the line broke in between: what it said is on disk all the same
      this.awaited.add(check);
    });
  }

  private readonly awaited = new Set<() => void>();

  undo(): void {
    if (this.state.history.undo === null) return;
    this.done(`Undid: ${this.state.history.undo}`);
    void this.ask("undo");
  }

  redo(): void {
    if (this.state.history.redo === null) return;
    this.done(`Did again: ${this.state.history.redo}`);
    void this.ask("redo");
  }

  /** Goes back or forth to a place in the history, step by step. */
  async goTo(place: number): Promise<void> {
    const steps = place - this.state.history.place;
    for (let k = 0; k < Math.abs(steps); k++) {
      if (!(await this.ask(steps < 0 ? "undo" : "redo"))) return;
    }
  }

  /** Solves until the locks hold; once more stops it. */
  async solve(): Promise<void> {
    if (this.progress) {
      this.link.tell("cancel");
      return;
    }
    this.progress = { op: "progress", iterations: 0, error: 0 };
    this.state.emit("drag");
    if (await this.ask("solve")) this.done("Solved");
    this.progress = null;
    this.state.emit("drag");
  }

  refused(error: unknown): void {
    if (error instanceof Refused) this.notices.show("error", error.message, error.remedy);
    else throw error;
  }

  done(what: string): void {
    this.lastDone = what;
    this.state.emit("document");
  }

  private connected(connection: Connection): void {
    const before = this.state.connection;
    this.state.connection = connection;
    if (connection === "lost" && before !== "lost") this.drags.lost();
    this.state.emit("connection");
  }

  private frame(buffer: ArrayBuffer): void {
    const frame = readPosePacket(buffer);
    const { state } = this;
    this.link.answered(frame.seq);
    if (!state.figure || frame.transforms.length !== 12 * state.figure.joints.length) return; // of a figure that is gone
    state.frame = frame;
    this.frameIsNew = true;
    this.onFrame();
  }

  /** Called when a pose has come; shown when the next picture is drawn, so that poses which come faster cost nothing. */
  onFrame: () => void = () => this.showFrame();
  frameIsNew = false;

  showFrame(): void {
    if (!this.frameIsNew) return;
    this.frameIsNew = false;
    this.state.emit("frame");
  }

  private receive(message: Record<string, unknown>): void {
    const { state } = this;
    switch (message.op) {
      case "hello":
        state.welcome(message as unknown as Welcome);
        break;
      case "figure":
        state.setFigure((message as unknown as FigureChanged).figure);
        break;
      case "document": {
        const { document, history, revision } = message as unknown as DocumentChanged;
        if (history.place > state.history.place && history.undo) this.lastDone = history.undo;
        state.setDocument(document, history, revision);
        if (state.figureIsNew) state.emit("figure", "selection");
        for (const check of [...this.awaited]) check();
        break;
      }
      case "conflict": {
        const conflict = message as unknown as Conflict;
        state.conflict = conflict.sentence ? conflict : null;
        state.emit("conflict");
        break;
      }
      case "progress":
        this.progress = message as unknown as Progress;
        state.emit("drag");
        break;
      case "notice": {
        const notice = message as unknown as Notice;
        this.notices.show(notice.level, notice.message, notice.remedy ?? "");
        break;
      }
    }
  }

  /** Stores the page's own state a little after it last changed. */
  private keepView(): void {
    clearTimeout(this.viewTimer);
    this.viewTimer = setTimeout(() => {
      const text = JSON.stringify(this.state.view);
      if (text === this.stored || this.state.connection !== "open") return;
      this.stored = text;
      this.link.tell("view", { view: this.state.view });
    }, 400);
  }
}

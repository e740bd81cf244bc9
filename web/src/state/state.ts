/** All that the page knows, in one place; panels and views listen to the parts that they show. */

import type {
  Conflict,
  DocumentData,
  FigureData,
  FigureSummary,
  HistoryData,
  LockData,
  LockKindData,
  SolverData,
  Welcome,
} from "../messages";
import type { CameraState, ViewName } from "../stage/camera";
import type { ThemeName } from "../stage/theme";
import type { Connection } from "../wire/link";
import type { PosePacket } from "../wire/pose_packet";

export type Tool = "pull" | "rotate" | "root" | "star";
export type PanelName = "parts" | "locks" | "solver" | "poses" | "history";

export type Topic =
  | "figure" // another figure; everything is new
  | "document"
  | "frame" // another pose
  | "selection" // the chosen part or lock
  | "hover"
  | "tool"
  | "connection"
  | "conflict"
  | "view" // theme, panel, layout
  | "drag"; // a drag began or ended

/** The page's own state that is kept with the project. */
export interface ViewState {
  theme: ThemeName;
  panel: PanelName;
  large: ViewName;
  full: boolean;
  cameras: Partial<Record<ViewName, CameraState>>;
  hinted: boolean; // the first-run hint has been read
  open: Record<string, boolean>; // limbs whose sliders are unfolded
  speed: number; // of the chase
}

export class State {
  figure: FigureData | null = null;
  document: DocumentData | null = null;
  history: HistoryData = { undo: null, redo: null, entries: [], place: 0 };
  solvers: SolverData[] = [];
  figures: FigureSummary[] = [];
  lockKinds: LockKindData[] = [];
  version = "";
  revision = 0;
  frame: PosePacket | null = null;
  connection: Connection = "connecting";
  conflict: Conflict | null = null;
  tool: Tool = "pull";
  selected: string | null = null; // a part
  selectedLock: number | null = null;
  hovered: string | null = null;
  hoveredLock: number | null = null;
  hidden = new Set<string>();
  chain: readonly string[] = []; // the joints that a drag moves
  dragging = false;
  view: ViewState = {
    theme: "dark",
    panel: "parts",
    large: "perspective",
    full: false,
    cameras: {},
    hinted: false,
    open: {},
    speed: 1,
  };
  private readonly joints = new Map<string, number>();
  private readonly parameters = new Map<string, number>();
  private readonly listeners = new Map<Topic, Set<() => void>>();

  on(topics: Topic | readonly Topic[], listener: () => void): void {
    for (const topic of typeof topics === "string" ? [topics] : topics) {
      if (!this.listeners.has(topic)) this.listeners.set(topic, new Set());
      this.listeners.get(topic)!.add(listener);
    }
  }

  emit(...topics: Topic[]): void {
    const called = new Set<() => void>();
    for (const topic of topics) for (const listener of this.listeners.get(topic) ?? []) called.add(listener);
    for (const listener of called) listener();
  }

  welcome(message: Welcome): void {
    const known = this.figure !== null;
    Object.assign(this, {
      solvers: message.solvers,
      figures: message.figures,
      lockKinds: message.lock_kinds,
      version: message.version,
      document: message.document,
      history: message.history,
      revision: message.revision,
    });
    if (!known) this.view = { ...this.view, ...(message.view as Partial<ViewState>) };
    this.setFigure(message.figure);
    this.emit("figure", "document", "view", "selection");
  }

  setFigure(figure: FigureData): void {
    const same = JSON.stringify(figure) === JSON.stringify(this.figure);
    if (same) return;
    this.figure = figure;
    this.frame = null;
    this.hidden.clear();
    this.joints.clear();
    this.parameters.clear();
    for (const [k, joint] of figure.joints.entries()) this.joints.set(joint.name, k);
    for (const [k, parameter] of figure.parameters.entries()) this.parameters.set(parameter.name, k);
    if (this.selected && !this.joints.has(this.selected)) this.selected = null;
    this.hovered = null;
    this.figureIsNew = true;
  }

  /** Whether the figure has changed since the views were last told. */
  figureIsNew = false;

  setDocument(document: DocumentData, history: HistoryData, revision: number): void {
    this.document = document;
    this.history = history;
    this.revision = revision;
    if (this.selectedLock !== null && !this.lock(this.selectedLock)) this.selectedLock = null;
    this.emit("document");
  }

  jointIndex(name: string): number {
    return this.joints.get(name) ?? -1;
  }

  parameterIndex(name: string): number {
    return this.parameters.get(name) ?? -1;
  }

  label(part: string): string {
    return this.figure?.joints[this.jointIndex(part)]?.label ?? part;
  }

  lock(id: number): LockData | undefined {
    return this.document?.locks.find((lock) => lock.id === id);
  }

  /** The value of a parameter as it is now, in a drag too. */
  value(parameter: number): number {
    return this.frame?.parameters[parameter] ?? this.document?.q[parameter] ?? 0;
  }

  select(part: string | null, lock: number | null = null): void {
    if (part === this.selected && lock === this.selectedLock) return;
    this.selected = part;
    this.selectedLock = lock;
    this.emit("selection");
  }

  hover(part: string | null, lock: number | null = null): void {
    if (part === this.hovered && lock === this.hoveredLock) return;
    this.hovered = part;
    this.hoveredLock = lock;
    this.emit("hover");
  }

  setView(change: Partial<ViewState>): void {
    this.view = { ...this.view, ...change };
    this.emit("view");
  }

  setTool(tool: Tool): void {
    this.tool = tool;
    this.emit("tool");
  }

  /** The joints that have a parameter at one of its limits. */
  jointsAtLimits(): string[] {
    const found = new Set<string>();
    this.figure?.parameters.forEach(({ lo, hi, joint }, k) => {
      const value = this.value(k);
      const near = 1e-4 * Math.max(1, Math.abs(value));
      if (lo !== null && hi !== null && hi - lo > 10 * near && (value <= lo + near || value >= hi - near)) found.add(joint);
    });
    return [...found];
  }
}

/** The four views in the page: their frames and titles, which of them is large, and what the scene shows of the state. */

import type { Editor } from "../editor";
import { toStage } from "../math/upright";
import { carried, Look } from "../stage/body";
import { VIEW_NAMES, type ViewName } from "../stage/camera";
import type { Stage } from "../stage/stage";
import { el, iconButton } from "../widgets/dom";
import { Labels } from "./labels";

const KEYS: Record<ViewName, string> = { perspective: "1", front: "2", side: "3", top: "4" };

export class Panes {
  readonly element: HTMLElement;
  readonly cells: Record<ViewName, HTMLElement>;
  readonly labels: Labels;
  private readonly rate = el("output", { class: "view-rate", "aria-label": "Pictures a second and time to solve" });
  private drawnAt: number[] = [];
  private framed = false;

  constructor(
    private readonly editor: Editor,
    readonly stage: Stage,
  ) {
    const { state } = editor;
    this.cells = Object.fromEntries(VIEW_NAMES.map((name) => [name, this.cell(name)])) as Record<ViewName, HTMLElement>;
    this.labels = new Labels(editor, stage);
    this.element = el(
      "main",
      { class: "views", "aria-label": "Views" },
      ...Object.values(this.cells),
      stage.canvas,
      this.labels.element,
    );
    state.on("figure", () => this.newFigure());
    state.on("frame", () => this.newPose());
    state.on(["document", "selection", "hover", "drag", "tool"], () => this.refresh());
    state.on("view", () => this.layout());
    editor.onFrame = () => {
      this.leaveTrail();
      stage.request();
    };
    stage.onBeforeDraw = () => editor.showFrame();
    stage.onDrawn = () => this.count();
    stage.onLayout = () => this.labels.place();
    new ResizeObserver(() => this.layout()).observe(this.element);
  }

  get large(): ViewName {
    return this.editor.state.view.large;
  }

  /** Shows everything, or the chosen part, in one view or in all that are seen. */
  frame(views: readonly ViewName[], part: string | null): void {
    const { state } = this.editor;
    const joints = part === null ? undefined : new Set([state.jointIndex(part)]);
    for (const view of views) {
      if (!joints) this.stage.cameras[view].straighten();
      this.stage.fitView(view, joints);
    }
    this.keepCameras();
  }

  keepCameras(): void {
    const cameras = Object.fromEntries(VIEW_NAMES.map((name) => [name, this.stage.cameras[name].state]));
    this.editor.state.setView({ cameras });
  }

  /** Reads from the page where each view is. */
  layout(): void {
    const { view } = this.editor.state;
    this.element.classList.toggle("full", view.full);
    let changed = false;
    const whole = this.element.getBoundingClientRect();
    for (const name of VIEW_NAMES) {
      const cell = this.cells[name];
      cell.classList.toggle("large", name === view.large);
      cell.hidden = view.full && name !== view.large;
    }
    this.cells[view.large].append(this.rate);
    for (const name of VIEW_NAMES) {
      const cell = this.cells[name];
      const box = cell.getBoundingClientRect();
      const rect = cell.hidden
        ? undefined
        : { left: box.left - whole.left, top: box.top - whole.top, width: box.width, height: box.height };
      changed ||= JSON.stringify(rect) !== JSON.stringify(this.stage.rects[name]);
      this.stage.rects[name] = rect;
    }
    const { canvas } = this.stage;
    const sized = Math.abs(canvas.clientWidth - whole.width) < 1 && Math.abs(canvas.clientHeight - whole.height) < 1;
    if (!sized) this.stage.resize(whole.width, whole.height);
    if (this.stage.options.theme !== view.theme) {
      this.stage.paint(view.theme);
      this.refresh();
    }
    if (changed) this.stage.request();
  }

  private cell(name: ViewName): HTMLElement {
    const enlarge = (): void => this.editor.state.setView(this.large === name ? {} : { large: name, full: false });
    return el(
      "section",
      { class: "view", "data-view": name, "aria-label": `${name} view`, tabindex: "-1" },
      el(
        "button",
        {
          type: "button",
          class: "view-title",
          title: `Make this the large view (${KEYS[name]}); twice: fill the window`,
          onclick: enlarge,
          ondblclick: () => this.editor.state.setView({ large: name, full: !this.editor.state.view.full }),
        },
        name,
      ),
      iconButton(
        "expand",
        "Fill the window (Shift+Space)",
        () => this.editor.state.setView({ large: name, full: !this.editor.state.view.full }),
        { class: "icon-button view-expand" },
      ),
    );
  }

  private newFigure(): void {
    const { state } = this.editor;
    if (!state.figureIsNew || !state.figure) return;
    state.figureIsNew = false;
    this.stage.setFigure(state.figure);
    const kept = this.framed ? {} : state.view.cameras;
    for (const name of VIEW_NAMES) {
      const camera = kept[name];
      if (camera) this.stage.cameras[name].state = camera;
    }
    this.toFrame = VIEW_NAMES.filter((name) => !kept[name]);
    this.framed = true;
    this.refresh();
  }

  private toFrame: ViewName[] = [];

  private newPose(): void {
    const { frame } = this.editor.state;
    if (!frame) return;
    this.stage.setPose(frame);
    if (this.toFrame.length) {
      for (const name of this.toFrame) {
        this.stage.cameras[name].straighten();
        this.stage.fitView(name);
      }
      this.toFrame = [];
    }
    this.refresh();
  }

  /** The part that chases the star leaves a trail of all poses, drawn or not. */
  private leaveTrail(): void {
    const { frame, selected, figure } = this.editor.state;
    if (!frame?.chasing || selected === null) return;
    const joint = this.editor.state.jointIndex(selected);
    this.stage.star.leave(toStage(carried(frame.transforms, joint, figure!.joints[joint].effector), this.stage.up));
  }

  /** Brings colours, outlines, marks and rings up to date. */
  private refresh(): void {
    const { state, drags } = this.editor;
    const { body } = this.stage;
    if (!body || !state.figure || !state.document) return;
    const looks = new Uint8Array(state.figure.joints.length);
    const mark = (part: string | null, look: number): void => {
      const joint = part === null ? -1 : state.jointIndex(part);
      if (joint >= 0) looks[joint] |= look;
    };
    for (const part of state.chain) mark(part, Look.chain);
    for (const part of state.hidden) mark(part, Look.hidden);
    mark(state.selected, Look.selected);
    mark(state.hovered, Look.hover);
    body.look(looks);
    const outlined = state.hovered ?? (state.selectedLock === null ? state.selected : null);
    body.outlineOf(outlined === null ? null : state.jointIndex(outlined));
    const limits = this.limitsReached().filter((name) => !state.hidden.has(name));
    this.stage.setLimits(limits.map((name) => state.jointIndex(name)));
    const moving =
      drags.current?.what === "lock" && state.frame?.dragging ? { id: drags.current.lock!, place: state.frame.goal } : null;
    this.stage.setLocks(state.document.locks, state.frame, state.hoveredLock ?? state.selectedLock, moving);
    this.showRings();
    this.stage.request();
  }

  /** Joints at a limit that the drag has brought there, or that belong to its chain. */
  private limitsReached(): string[] {
    const { state } = this.editor;
    const now = state.jointsAtLimits();
    if (!state.dragging) {
      this.limitsBefore = new Set(now);
      return [];
    }
    return now.filter((joint) => !this.limitsBefore.has(joint) || state.chain.includes(joint));
  }

  private limitsBefore = new Set<string>();

  private showRings(): void {
    const { state } = this.editor;
    const { rings, marks, body, up } = this.stage;
    if (state.tool !== "rotate" || state.connection !== "open") {
      rings.show(null);
      return;
    }
    const lock = state.selectedLock === null ? undefined : state.lock(state.selectedLock);
    if (lock) {
      const axes = lock.mark.axes;
      rings.show(marks.place(lock.id), [0, 1, 2].map((k) => toStage([axes[k], axes[3 + k], axes[6 + k]], up)) as never);
      return;
    }
    const joint = state.selected === null ? -1 : state.jointIndex(state.selected);
    if (joint < 0) rings.show(null);
    else rings.show(toStage(body!.place(joint), up), body!.axes(joint).map((axis) => toStage(axis, up)) as never);
  }

  private count(): void {
    const now = performance.now();
    this.drawnAt.push(now);
    while (this.drawnAt[0] < now - 1000) this.drawnAt.shift();
    if (this.rateTimer) return;
    this.rateTimer = setTimeout(() => this.showRate(), 250);
  }

  private rateTimer: ReturnType<typeof setTimeout> | undefined;

  private showRate(): void {
    this.rateTimer = undefined;
    const now = performance.now();
    while (this.drawnAt.length && this.drawnAt[0] < now - 1000) this.drawnAt.shift();
    const { frame } = this.editor.state;
    const still = !this.drawnAt.length || this.drawnAt[this.drawnAt.length - 1] < now - 500;
    const rate = still ? "still" : `${this.drawnAt.length} fps`;
    this.rate.textContent =
      frame && frame.milliseconds > 0 ? `${rate} · ${frame.milliseconds.toFixed(frame.milliseconds < 10 ? 2 : 0)} ms` : rate;
    if (!still) this.rateTimer = setTimeout(() => this.showRate(), 300);
  }
}

/** The four views in the page: their cells and titles, which of them is large, and their cameras. */

import { toStage } from "../math/upright";
import { carried } from "../stage/body";
import { filled, fitView, fitWay, isInSight } from "../stage/framing";
import type { Stage } from "../stage/stage";
import type { Figure } from "../state/figure";
import type { FigureId, PartRef } from "../state/part";
import type { Live } from "../state/scene";
import { effect, signal, untracked } from "../state/signals";
import type { State } from "../state/state";
import { sightOf, VIEW_NAMES, type ViewName } from "../state/view";
import { el, iconButton } from "../widgets/dom";
import type { Receiver } from "../wire/receive";
import { Backdrops } from "./backdrops";
import { Display } from "./display";
import { Labels } from "./labels";
import { Rate } from "./rate";

const TINY = 0.25; // figures that fill less of a view than this share are hard to see
const KEYS: Record<ViewName, string> = { perspective: "1", front: "2", side: "3", top: "4" };

export class Panes {
  readonly element: HTMLElement;
  readonly cells: Record<ViewName, HTMLElement>;
  readonly labels: Labels;
  readonly backdrops: Backdrops;
  readonly rate: HTMLElement;
  private dragged = false; // until now
  private begun = false; // cameras have been read from the project
  private readonly toReveal = signal<FigureId | null>(null);
  private cameIn = 0; // clips and walks that are in sight
  private toFit: readonly ViewName[] = []; // views to be fitted to the next pose
  private wereLarge: readonly ViewName[] = []; // views that showed figures well before one went, to be looked at with the next pose

  constructor(
    private readonly state: State,
    receiver: Receiver,
    readonly stage: Stage,
  ) {
    this.cells = {
      perspective: this.cell("perspective"),
      front: this.cell("front"),
      side: this.cell("side"),
      top: this.cell("top"),
    };
    const rate = new Rate(() => state.live.value);
    this.rate = rate.element;
    effect(() => this.newFigures());
    new Display(state, stage);
    this.labels = new Labels(state, stage);
    this.backdrops = new Backdrops(state, stage, this.cells);
    this.element = el(
      "main",
      { class: "views", "aria-label": "Views" },
      ...Object.values(this.cells),
      stage.canvas,
      this.labels.element,
    );
    effect(() => this.fitNewFigures());
    effect(() => this.revealFigure());
    effect(() => this.revealWay());
    effect(() => this.layout());
    effect(() => this.follow());
    receiver.onPose = (live) => {
      this.leaveTrail(live);
      stage.request();
    };
    receiver.onFrames = () => stage.request();
    stage.onBeforeDraw = () => receiver.showNewest();
    stage.onDrawn = () => rate.count();
    stage.onLayout = () => {
      this.labels.place();
      this.backdrops.place();
    };
    new ResizeObserver(() => this.layout()).observe(this.element);
  }

  /** Shows everything, or one part, in some views. */
  fitView(views: readonly ViewName[], part: PartRef | null): void {
    for (const view of views) fitView(this.stage, view, part);
    this.keepCameras();
  }

  /** Looks from the opposite side. */
  flip(view: ViewName): void {
    this.stage.cameras[view].flip();
    this.stage.request();
    this.keepCameras();
  }

  /** After a drag, small views that do not show the figure whole any more are fitted to all figures. */
  private follow(): void {
    const { state, stage } = this;
    const [dragging, figure] = [state.dragging.value, state.active.value?.id];
    const ended = this.dragged && !dragging;
    this.dragged = dragging;
    if (!ended || !figure) return;
    untracked(() => {
      if (!state.view.value.follow) return;
      const lost = VIEW_NAMES.filter((name) => name !== state.view.value.large && !isInSight(stage, name, figure));
      for (const name of lost) fitView(stage, name);
      if (lost.length) this.keepCameras();
    });
  }

  keepCameras(): void {
    const { perspective, front, side, top } = this.stage.cameras;
    const cameras = { perspective: perspective.state, front: front.state, side: side.state, top: top.state };
    this.state.setView({ cameras });
  }

  /** Reads from the page where each view is. */
  layout(): void {
    const [full, large] = [this.state.full.value, this.state.large.value];
    this.element.classList.toggle("full", full);
    for (const name of VIEW_NAMES) {
      this.cells[name].classList.toggle("large", name === large);
      this.cells[name].hidden = full && name !== large;
    }
    this.cells[large].append(this.rate);
    const whole = this.element.getBoundingClientRect();
    let changed = false;
    for (const name of VIEW_NAMES) {
      const [cell, before] = [this.cells[name], this.stage.rects[name]];
      const { left, top, width, height } = cell.getBoundingClientRect();
      const rect = cell.hidden ? undefined : { left: left - whole.left, top: top - whole.top, width, height };
      const same =
        rect?.left === before?.left &&
        rect?.top === before?.top &&
        rect?.width === before?.width &&
        rect?.height === before?.height;
      changed ||= !same;
      this.stage.rects[name] = rect;
    }
    const { canvas } = this.stage;
    const sized = Math.abs(canvas.clientWidth - whole.width) < 1 && Math.abs(canvas.clientHeight - whole.height) < 1;
    if (!sized) this.stage.resize(whole.width, whole.height);
    if (changed) this.stage.request();
  }

  private cell(name: ViewName): HTMLElement {
    const { state } = this;
    const fill = (): void => state.setView({ large: name, full: !state.view.value.full });
    const title = el("button", {
      type: "button",
      class: "view-title",
      title: `Make this the large view (${KEYS[name]}); double-click: maximize`,
      onclick: () => state.view.value.large !== name && state.setView({ large: name, full: false }),
      ondblclick: fill,
    });
    effect(() => {
      title.textContent = sightOf(name, state.view.value.cameras[name]);
    });
    return el(
      "section",
      { class: "view", "data-view": name, "aria-label": `${name} view`, tabindex: "-1" },
      title,
      iconButton("mirror", "Look from the opposite side (5)", () => this.flip(name), {
        class: "icon-button view-flip",
        "aria-label": `${name} view: look from the opposite side`,
      }),
      iconButton("expand", "Maximize view (Shift+Space)", fill, {
        class: "icon-button view-expand",
        "aria-label": `Maximize ${name} view`,
      }),
    );
  }

  private newFigures(): void {
    const { state, stage } = this;
    const figures = state.figures.value;
    const drawn = new Set([...stage.bodies.values()].map((body) => body.figure.data)); // a renamed figure stays too
    const isSame = ({ id, data }: Figure): boolean =>
      drawn.has(data) || stage.bodies.get(id)?.figure.data.joints.length === data.joints.length; // with other groups in use
    const some = [...figures.values()].some(isSame);
    const gone = [...stage.bodies.keys()].some((id) => !figures.has(id));
    const seen = gone && some ? VIEW_NAMES.filter((name) => filled(stage, name) >= TINY) : [];
    if (!figures.size || !stage.setFigures(figures)) return;
    if (some) {
      if (seen.length) this.wereLarge = seen;
      return; // else the cameras stay where they are
    }
    const kept = this.begun ? {} : untracked(() => state.view.value.cameras);
    for (const name of VIEW_NAMES) stage.cameras[name].state = kept[name] ?? stage.cameras[name].state;
    this.toFit = VIEW_NAMES.filter((name) => !kept[name]);
    this.begun = true;
  }

  /** Brings a figure that was added into sight: views that do not show it are fitted to all figures. */
  reveal(figure: FigureId): void {
    this.toReveal.value = figure;
  }

  private revealFigure(): void {
    const figure = this.toReveal.value;
    if (figure === null || !this.state.live.value?.poses.has(figure)) return;
    untracked(() => {
      for (const name of VIEW_NAMES) if (!isInSight(this.stage, name, figure)) fitView(this.stage, name);
      this.fitTiny(VIEW_NAMES);
      this.keepCameras();
      this.toReveal.value = null;
    });
  }

  /** Views that do not show the whole way of a clip or walk that was put in are fitted to it: a hand that is raised later, too. */
  private revealWay(): void {
    const { state, stage } = this;
    const { timeline } = state;
    const count = timeline.cameIn.value;
    if (count === this.cameIn || !state.framesAreWhole || !timeline.moves.value) return;
    this.cameIn = count;
    const fit = (): void => {
      const [first, last] = timeline.extent.value;
      const balls = stage.along({ first, last, pose: (figure, frame) => timeline.frames.get(figure)?.pose(frame) ?? null });
      if (state.live.value) stage.setLive(state.live.value);
      fitWay(stage, balls);
      this.keepCameras();
    };
    requestAnimationFrame(() => requestAnimationFrame(fit)); // views are as large then as the timeline leaves them
  }

  /** Fits views in which all figures together are tiny, such as after a giant has gone. */
  private fitTiny(views: readonly ViewName[]): void {
    const tiny = views.filter((name) => filled(this.stage, name) < TINY);
    for (const name of tiny) fitView(this.stage, name);
    if (tiny.length) this.keepCameras();
  }

  private fitNewFigures(): void {
    if (!this.state.live.value) return;
    if (this.wereLarge.length && [...this.stage.bodies.values()].every((body) => body.posed)) {
      untracked(() => this.fitTiny(this.wereLarge));
      this.wereLarge = [];
    }
    for (const name of this.toFit) {
      this.stage.cameras[name].straighten();
      fitView(this.stage, name);
    }
    this.toFit = [];
  }

  /** The part that follows the star leaves a trail of all its poses, drawn or not. */
  private leaveTrail(live: Live): void {
    const { part } = this.state.selection.value;
    const found = live.chasing ? this.stage.find(part) : null;
    const pose = found && part ? live.poses.get(part.figure) : undefined;
    const effector = found?.body.figure.data.joints[found.joint]?.effector;
    if (!found || !pose || !effector) return;
    this.stage.star.leave(toStage(carried(pose.transforms, found.joint, effector), this.stage.up));
  }
}

/** The card for the picture behind the large view: where it is, how large, how strong. A drag in the view moves it. */

import { choosePicture, putBackdrop } from "../actions/backdrops";
import type { Editor } from "../editor";
import type { Stage } from "../stage/stage";
import { effect, signal } from "../state/signals";
import type { ViewName } from "../state/view";
import type { Gesture } from "../tools/tool";
import type { ViewHover, ViewSample, ViewTool } from "../tools/views_pointer";
import type { Place } from "../views/backdrops";
import type { Panes } from "../views/panes";
import { el, fill, iconButton } from "../widgets/dom";
import { Slider } from "../widgets/slider";

/** A number of a place that a slider shows. */
interface Number {
  readonly label: string;
  readonly lo: number;
  readonly hi: number;
  readonly rest: number;
  readonly read: (place: Place) => number;
  readonly written: (place: Place, value: number) => Partial<Place>;
}

export class BackdropCard implements ViewTool {
  readonly name = "backdrop";
  readonly element: HTMLElement;
  private readonly isOpen = signal(false);

  constructor(
    private readonly editor: Editor,
    private readonly stage: Stage,
    private readonly panes: Panes,
  ) {
    const title = el("h2", {});
    const said = el("p", { class: "note" });
    const sliders = el("div", { class: "backdrop-sliders" });
    const button = (label: string, onclick: () => void): HTMLButtonElement =>
      el("button", { type: "button", class: "button", onclick }, label);
    const remove = button("Remove", () => void editor.edit({ kind: "remove_backdrop", sight: panes.backdrops.sight(this.view) }));
    const choose = button("", () => this.choose());
    this.element = el(
      "aside",
      { class: "backdrop-card", hidden: true, "aria-label": "Picture behind the large view" },
      el(
        "header",
        {},
        title,
        iconButton("close", "Done", () => this.close()),
      ),
      said,
      sliders,
      el("div", { class: "prompt-buttons" }, remove, choose),
    );
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
    let shown = "";
    let rows: [Slider, Number][] = [];
    effect(() => {
      this.element.hidden = !this.isOpen.value;
      const [{ view }, { backdrops }] = [this, panes];
      const [sight, found] = [backdrops.sight(view), backdrops.of(view)];
      title.textContent = `Picture behind the ${sight} view`;
      said.textContent = found ? "Drag in the view to move it." : "There is none yet.";
      choose.textContent = found ? "Replace …" : "Choose picture …";
      remove.hidden = sliders.hidden = !found;
      if (shown !== sight) {
        rows = this.numbers(view).map((number) => [this.slider(number), number]);
        fill(sliders, ...rows.map(([slider]) => slider));
        shown = sight;
      }
      if (found) for (const [slider, number] of rows) slider.show(number.read(found));
    });
  }

  /** Opens it; where the large view has no picture, one is chosen first. */
  open(): void {
    this.isOpen.value = true;
    if (!this.panes.backdrops.of(this.view)) this.choose();
  }

  hover(at: ViewSample): ViewHover | null {
    return this.takes(at) ? { selection: null } : null;
  }

  /** The left button moves the picture while the card is open. */
  down(at: ViewSample): Gesture<ViewSample> | null {
    const { backdrops } = this.panes;
    const start = this.takes(at) && at.button === 0 && !at.alt ? backdrops.of(at.view) : null;
    if (!start) return null;
    const camera = this.stage.cameras[at.view];
    const size = (camera.orbits ? 1 : camera.state.height) / (this.stage.rects[at.view]?.height ?? 1);
    const moved = (now: ViewSample): Partial<Place> => ({
      middle: backdrops.shifted(at.view, start, (now.x - at.x) * size, (at.y - now.y) * size),
    });
    return {
      move: (now) => this.attempt(moved(now)),
      up: (now) => this.keep(moved(now)),
      cancel: () => this.giveUp(),
    };
  }

  private get view(): ViewName {
    return this.editor.state.large.value;
  }

  private takes({ view }: ViewSample): boolean {
    return this.isOpen.value && view === this.view && this.panes.backdrops.of(view) !== null;
  }

  private close(): void {
    this.isOpen.value = false;
  }

  private choose(): void {
    const { view } = this;
    choosePicture((file) => void putBackdrop(this.editor, this.panes, view, file));
  }

  private numbers(view: ViewName): Number[] {
    const { backdrops } = this.panes;
    const wide = view === "perspective" ? 1 : 3;
    const way = (label: string, k: 0 | 1): Number => ({
      label,
      lo: -wide,
      hi: wide,
      rest: 0,
      read: (place) => backdrops.offset(view, place)[k],
      written: (place, value) => {
        const by = value - backdrops.offset(view, place)[k];
        return { middle: backdrops.shifted(view, place, k ? 0 : by, k ? by : 0) };
      },
    });
    return [
      { label: "opacity", lo: 0, hi: 1, rest: 1, read: ({ opacity }) => opacity, written: (_, opacity) => ({ opacity }) },
      { label: "height", lo: 0.1, hi: 2 * wide, rest: 1, read: ({ height }) => height, written: (_, height) => ({ height }) },
      way("to the right", 0),
      way("up", 1),
    ];
  }

  private slider({ label, lo, hi, rest, written }: Number): Slider {
    const changes = (value: number): Partial<Place> => {
      const now = this.panes.backdrops.of(this.view);
      return now ? written(now, value) : {};
    };
    const unit = label === "opacity" || this.view === "perspective" ? "" : "m";
    return Slider.make({
      label,
      lo,
      hi,
      rest,
      unit,
      move: (value) => this.attempt(changes(value)),
      end: (changed) => changed && this.keep({}),
      cancel: () => this.giveUp(),
      set: (value) => this.keep(changes(value)),
    });
  }

  private attempt(changes: Partial<Place>): void {
    const { backdrops } = this.panes;
    const now = backdrops.of(this.view);
    if (!now) return;
    const { middle, height, opacity } = { ...now, ...changes };
    backdrops.tried.value = { sight: now.sight, place: { middle, height, opacity } };
  }

  /** Makes what is tried a step to undo. */
  private keep(changes: Partial<Place>): void {
    this.attempt(changes);
    const { tried } = this.panes.backdrops;
    const now = tried.value;
    if (!now) return;
    const done = this.editor.edit({ kind: "change_backdrop", sight: now.sight, changes: now.place });
    void done.finally(() => {
      if (tried.value === now) tried.value = null;
    });
  }

  private giveUp(): void {
    this.panes.backdrops.tried.value = null;
  }
}

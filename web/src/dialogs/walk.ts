/** Walking through places: clicked on the ground, with the gait by sliders; shown while it is being made. */

import type { Editor } from "../editor";
import { along, type Point } from "../math/vector";
import type { Walk } from "../messages";
import type { Stage } from "../stage/stage";
import { THEMES } from "../stage/theme";
import { effect, signal } from "../state/signals";
import type { TimelineView } from "../timeline/timeline";
import type { Gesture } from "../tools/tool";
import type { ViewHover, ViewSample, ViewTool } from "../tools/views_pointer";
import { el, iconButton } from "../widgets/dom";
import { menuIsOpen } from "../widgets/menu";
import { Slider } from "../widgets/slider";

const FARTHEST = 100; // [m] from the camera that a place may be
/** Options of a gait: the least value, the largest, the usual one. */
const GAIT: Readonly<Record<string, readonly [string, number, number, number]>> = {
  step: ["step [m]", 0.2, 1.2, 0.62],
  width: ["width [m]", 0, 0.4, 0.1],
  pace: ["steps a second", 0.6, 3, 1.8],
  lift: ["lift [m]", 0, 0.3, 0.03],
  sway: ["sway [m]", 0, 0.1, 0.02],
  arms: ["arms", 0, 2.5, 1],
  elbows: ["elbows [°]", 0, 110, 12],
  lean: ["lean [°]", -15, 30, 2],
  crouch: ["crouch [m]", 0, 0.3, 0],
};

export class WalkCard implements ViewTool {
  readonly name = "walk";
  readonly element: HTMLElement;
  private readonly places = signal<readonly Point[]>([]);
  private readonly gait = signal<Readonly<Record<string, number>>>({});
  private readonly open = signal(false);
  private frame = 0;

  private putting = false; // a place that is not let go of yet: Escape gives up that one alone

  constructor(
    private readonly editor: Editor,
    private readonly stage: Stage,
    private readonly timeline: TimelineView,
  ) {
    const sliders = Object.entries(GAIT).map(([name, [label, lo, hi, rest]]) => {
      const set = (value: number): void => {
        this.gait.value = { ...this.gait.value, [name]: value };
      };
      const slider = Slider.make({ label, lo, hi, rest, unit: "", set, move: set });
      effect(() => slider.show(this.gait.value[name] ?? rest));
      return slider;
    });
    const said = el("p", { class: "note" });
    const walk = el("button", { type: "button", class: "button primary", onclick: () => void this.finish() }, "Walk");
    this.element = el(
      "aside",
      { class: "walk-card", hidden: true, "aria-label": "Walk" },
      el(
        "header",
        {},
        el("h2", {}, "Walk through places"),
        iconButton("close", "Cancel", () => this.cancel()),
      ),
      said,
      ...sliders,
      el(
        "div",
        { class: "prompt-buttons" },
        el("button", { type: "button", class: "button", onclick: () => this.back() }, "One back"),
        walk,
      ),
    );
    // wherever the focus is: places are clicked in the views
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.open.value || this.putting) return;
      if (menuIsOpen() || document.querySelector("dialog[open]")) return;
      event.stopImmediatePropagation();
      this.cancel();
    });
    effect(() => {
      const count = this.places.value.length;
      said.textContent = count ? `${count} ${count === 1 ? "place" : "places"}; click for more.` : "Click where it should walk.";
      walk.disabled = !count;
    });
    effect(() => {
      this.element.hidden = !this.open.value;
      this.draw();
      const command = this.command();
      if (this.open.value && command) this.editor.previews.show(command);
    });
  }

  start(): void {
    this.frame = Math.round(this.editor.state.timeline.playhead.value);
    this.places.value = [];
    this.open.value = true;
  }

  hover(): ViewHover | null {
    return null;
  }

  down(at: ViewSample): Gesture<ViewSample> | null {
    if (!this.open.value || at.button !== 0) return null;
    if (!this.placeUnder(at)) return null;
    const before = this.places.value;
    /** The new place is where the pointer is: a click of a hand that is not still counts too. */
    const put = (now: ViewSample): void => {
      const place = this.placeUnder(now);
      if (place) this.places.value = [...before, place];
      this.putting = false;
    };
    return {
      move: (now) => {
        put(now);
        this.putting = true;
      },
      up: put,
      cancel: () => {
        this.putting = false;
        this.places.value = before;
        if (!before.length) this.editor.previews.cancel();
      },
      click: put,
    };
  }

  private command(): Walk | null {
    const figure = this.editor.state.active.value?.id;
    const through = this.places.value.map(([x, , z]): [number, number] => [x, z]);
    if (figure === undefined || !through.length) return null;
    return { kind: "walk", figure, frame: this.frame, through, gait: { ...this.gait.value } };
  }

  /** The place on the ground under the pointer; none near the horizon, where a pixel is many metres. */
  private placeUnder({ view, x, y }: ViewSample): Point | null {
    const ray = this.stage.ray(view, x, y);
    if (!ray) return null;
    const hit = this.stage.onTerrain(ray);
    if (hit) return hit;
    const height = this.editor.state.document.value?.ground.at ?? 0;
    const far = (height - ray.origin[1]) / ray.direction[1];
    return far > 0 && far < FARTHEST ? along(ray.origin, ray.direction, far) : null;
  }

  private draw(): void {
    const stops = this.open.value
      ? this.places.value.map(([x, y, z], frame) => ({ frame, place: [x, y + 0.01, z] as Point, key: true }))
      : [];
    this.stage.places.show(stops, THEMES[this.editor.state.theme.value].accent);
    this.stage.request();
  }

  private back(): void {
    this.places.value = this.places.value.slice(0, -1);
    if (!this.places.value.length) this.editor.previews.cancel();
  }

  private cancel(): void {
    this.open.value = false;
    this.editor.previews.cancel();
  }

  private async finish(): Promise<void> {
    const command = this.command();
    this.open.value = false;
    if (!command) return;
    this.editor.previews.done();
    this.editor.receiver.posedAt = null;
    this.editor.state.setView({ timeline: true });
    if (await this.editor.edit(command)) this.timeline.showNew();
  }
}

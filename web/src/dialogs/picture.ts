/** The card for a picture: of what one sees, in any size, on the background of the views or on none. */

import { keep } from "../actions/files";
import { drawPicture, type PictureView } from "../actions/picture";
import type { Editor } from "../editor";
import type { Stage } from "../stage/stage";
import { computed, signal } from "../state/signals";
import { VIEW_NAMES } from "../state/view";
import { row, select, toggle } from "../widgets/controls";
import { el } from "../widgets/dom";

const SIZES: readonly (readonly [number, number])[] = [
  [1280, 720],
  [1920, 1080],
  [3840, 2160],
  [1080, 1080],
  [2160, 2160],
];

export class PictureCard {
  readonly element: HTMLElement;
  private readonly view = signal(0);
  private readonly size = signal(0);
  private readonly clear = signal(false);
  private readonly opened = signal(0); // how often: views may have another size each time
  private readonly save: HTMLButtonElement;

  constructor(
    private readonly editor: Editor,
    private readonly stage: Stage,
  ) {
    const { state } = editor;
    const views = computed(() =>
      [`large view (${state.large.value})`, ...VIEW_NAMES, "all four"].map((label, k) => ({
        label,
        chosen: k === this.view.value,
      })),
    );
    const sizes = computed(() => {
      void this.opened.value;
      const [width, height] = this.shown();
      const own = [`as shown, ${width} × ${height}`, `twice as large, ${2 * width} × ${2 * height}`];
      return [...own, ...SIZES.map(([w, h]) => `${w} × ${h}`)].map((label, k) => ({ label, chosen: k === this.size.value }));
    });
    const set =
      (now: { value: number }) =>
      (index: number): void => {
        now.value = index;
      };
    const clear = toggle("Transparent", this.clear, (on) => {
      this.clear.value = on;
    });
    this.save = el("button", { type: "button", class: "button primary", onclick: () => void this.run() }, "Save picture");
    const chooseSize = select("Size of the picture", sizes, set(this.size));
    this.element = el(
      "aside",
      { class: "film-card", hidden: true, "aria-label": "Picture" },
      el("h2", {}, "Picture"),
      row("View", select("View of the picture", views, set(this.view))),
      row("Size", chooseSize),
      row("Transparent", clear),
      el(
        "div",
        { class: "prompt-buttons" },
        el("button", { type: "button", class: "button", onclick: () => this.close() }, "Cancel"),
        this.save,
      ),
    );
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
  }

  open(): void {
    this.element.hidden = false;
    this.opened.value++;
    this.save.focus();
  }

  close(): void {
    this.element.hidden = true;
  }

  private get chosen(): PictureView {
    const k = this.view.value;
    return k === 0 ? this.editor.state.large.value : (VIEW_NAMES[k - 1] ?? "four");
  }

  /** The size of the view, or of all of them, on the screen. */
  private shown(): [number, number] {
    const view = this.chosen;
    const rect = view === "four" ? undefined : this.stage.rects[view];
    const { clientWidth, clientHeight } = this.stage.canvas;
    const [width, height] = rect ? [rect.width, rect.height] : [clientWidth, clientHeight];
    return [Math.max(Math.round(width), 64), Math.max(Math.round(height), 64)];
  }

  private async run(): Promise<void> {
    const { state, notices } = this.editor;
    const [width, height] = this.shown();
    const k = this.size.value;
    const size = SIZES[k - 2] ?? [(k + 1) * width, (k + 1) * height];
    const view = this.chosen;
    this.save.disabled = true;
    try {
      const blob = await drawPicture(this.stage, view, size, this.clear.value);
      if (state.live.value) this.stage.setLive(state.live.value);
      keep(blob, `${state.document.value?.name ?? "picture"}-${view}.png`);
      state.status.value = `Saved a picture of ${size[0]} × ${size[1]} pixels`;
      this.close();
    } catch (error) {
      notices.show("error", error instanceof Error ? error.message : String(error), "");
    } finally {
      this.save.disabled = false;
    }
  }
}

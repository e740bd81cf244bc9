/** The card for a film: its kind, view and size, then how far it is. */

import { FILM_KINDS, makeFilm } from "../actions/film";
import type { Editor } from "../editor";
import type { Stage } from "../stage/stage";
import { signal } from "../state/signals";
import { VIEW_NAMES } from "../state/view";
import { row, select, toggle } from "../widgets/controls";
import { el } from "../widgets/dom";

const SIZES: readonly (readonly [number, number])[] = [
  [640, 360],
  [1280, 720],
  [1920, 1080],
  [1080, 1080],
];

export class FilmCard {
  readonly element: HTMLElement;
  private readonly kind = signal(0);
  private readonly view = signal(0);
  private readonly size = signal(1);
  private readonly everything = signal(true);
  private readonly bar = el("progress", { class: "idle", max: 1, value: 0, "aria-label": "How far the film is" });
  private readonly said = el("span", { class: "dim number" });
  private readonly make = el("button", { type: "button", class: "button primary", onclick: () => void this.run() }, "Make film");
  private readonly stop = el("button", { type: "button", class: "button", onclick: () => this.close() }, "Cancel");
  private running: AbortController | null = null;

  constructor(
    private readonly editor: Editor,
    private readonly stage: Stage,
  ) {
    const choose = (label: string, labels: readonly string[], now: { value: number }): HTMLElement => {
      const choices = { value: labels.map((text, k) => ({ label: text, chosen: k === now.value })) };
      const set = (index: number): void => {
        now.value = index;
      };
      return row(label, select(label, choices, set));
    };
    const whole = toggle("Whole way in sight", this.everything, (on) => {
      this.everything.value = on;
    });
    this.element = el(
      "aside",
      { class: "film-card", hidden: true, "aria-label": "Film" },
      el("h2", {}, "Film of the timeline"),
      choose(
        "Kind",
        FILM_KINDS.map(([, label]) => label),
        this.kind,
      ),
      choose("View", VIEW_NAMES, this.view),
      choose(
        "Size",
        SIZES.map(([width, height]) => `${width} × ${height}`),
        this.size,
      ),
      row("Whole way in sight", whole),
      el("div", { class: "film-bar" }, this.bar, this.said),
      el("div", { class: "prompt-buttons" }, this.stop, this.make),
    );
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
  }

  open(): void {
    this.element.hidden = false;
    this.show(0, 0);
    this.make.focus();
  }

  /** Stops what is being made, or closes the card. */
  close(): void {
    if (this.running) this.running.abort();
    else this.element.hidden = true;
  }

  private show(done: number, all: number): void {
    this.bar.value = all ? done / all : 0;
    this.bar.classList.toggle("idle", !all);
    this.said.textContent = !all ? "" : done < all ? `${done} of ${all} frames` : "putting the file together";
  }

  private async run(): Promise<void> {
    const { state, notices } = this.editor;
    state.timeline.playing.value = false;
    this.running = new AbortController();
    this.make.disabled = true;
    this.stop.focus(); // Escape and Enter stop it
    const wishes = {
      suffix: FILM_KINDS[this.kind.value]?.[0] ?? ".png",
      view: VIEW_NAMES[this.view.value] ?? "perspective",
      size: SIZES[this.size.value] ?? [1280, 720],
      everything: this.everything.value,
    };
    try {
      await makeFilm(this.editor, this.stage, wishes, (done, all) => this.show(done, all), this.running.signal);
      state.status.value = `Film of ${state.timeline.range.value.join(" … ")} made`;
      this.element.hidden = true;
    } catch (error) {
      const wasStopped = this.running.signal.aborted;
      if (wasStopped) state.status.value = "Film cancelled";
      else notices.show("error", error instanceof Error ? error.message : String(error), "");
    } finally {
      this.running = null;
      this.make.disabled = false;
      this.show(0, 0);
    }
  }
}

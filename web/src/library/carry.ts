/** A clip that is carried from a shelf to the timeline: where it would come to stand, and what it would do there. */

import type { Editor } from "../editor";
import type { FigureId } from "../state/part";
import { LABELS } from "../timeline/rows";
import type { TimelineView } from "../timeline/timeline";
import { el } from "../widgets/dom";
import { chordOf, givesUp } from "../widgets/keys";
import { type InsertHow, insertClip } from "../wire/clip_commands";
import type { ShelfItem } from "./shelves";

const FAR = 5; // [pixels] from which a press is a drag

export interface Carried {
  readonly item: ShelfItem;
  readonly length: number; // [frames]
  readonly picture: HTMLCanvasElement;
}

interface Landing {
  readonly figure: FigureId;
  readonly frame: number;
  readonly how: InsertHow;
}

export class Carry {
  private readonly mark = el("div", { class: "drop-mark", hidden: true });
  private readonly ghost = el("div", { class: "drag-ghost", hidden: true });
  private carried: Carried | null = null;
  private landing: Landing | null = null;
  private folded = false; // the timeline was, before this

  constructor(
    private readonly editor: Editor,
    private readonly timeline: TimelineView,
    private readonly window: () => number, // frames of a blend
  ) {
    timeline.element.append(this.mark);
    document.body.append(this.ghost);
  }

  /** Lets an element be dragged on the timeline; a press without a move is a click. */
  allow(element: HTMLElement, carried: () => Carried | null): void {
    element.addEventListener("pointerdown", (down) => {
      if (down.button !== 0) return;
      const stop = new AbortController();
      const { signal } = stop;
      const end = (keep: boolean): void => {
        stop.abort();
        this.end(keep);
      };
      element.setPointerCapture(down.pointerId);
      element.addEventListener(
        "pointermove",
        (at) => {
          if (!this.carried && Math.hypot(at.clientX - down.clientX, at.clientY - down.clientY) >= FAR) this.begin(carried());
          if (this.carried) this.move(at);
        },
        { signal },
      );
      element.addEventListener("pointerup", () => end(true), { signal });
      element.addEventListener("pointercancel", () => end(false), { signal });
      document.addEventListener(
        "keydown",
        (event) => {
          if (!givesUp(chordOf(event)) || !this.carried) return;
          event.preventDefault();
          event.stopPropagation();
          end(false);
        },
        { signal, capture: true },
      );
    });
    element.addEventListener("click", (event) => this.dropped && event.stopImmediatePropagation(), true);
  }

  private dropped = false; // the click that follows a drop is none

  private begin(carried: Carried | null): void {
    if (!carried) return;
    const { state } = this.editor;
    this.carried = carried;
    this.folded = state.view.value.timeline !== true && !state.timeline.moves.value;
    if (this.folded) state.setView({ timeline: true });
    this.ghost.replaceChildren(carried.picture, el("span", {}, carried.item.name));
    this.ghost.hidden = false;
  }

  private move(at: PointerEvent): void {
    if (!this.carried) return;
    const right = at.clientX + 12 + this.ghost.offsetWidth <= innerWidth; // of the pointer, where there is room
    this.ghost.style.translate = `${right ? at.clientX + 12 : at.clientX - 12 - this.ghost.offsetWidth}px ${at.clientY - 92}px`;
    this.landing = this.land(at);
    const { landing, carried } = this;
    this.mark.hidden = !landing;
    if (!landing) {
      this.editor.previews.cancel();
      return;
    }
    const { scale } = this.timeline.line;
    this.mark.style.left = `${LABELS + scale.x(landing.frame)}px`;
    this.mark.style.width = `${Math.max(carried.length * scale.scale, 2)}px`;
    this.mark.style.setProperty("--blend", `${(landing.how.blend ?? 0) * scale.scale}px`);
    this.mark.dataset.label = this.inWords(landing);
    this.mark.classList.toggle("late", scale.x(landing.frame) > scale.width / 2); // its label is left of it
    this.editor.previews.show(insertClip(carried.item, landing.figure, landing.frame, landing.how));
  }

  private inWords({ frame, how }: Landing): string {
    const verb = how.mode === "replace" ? "replaces from" : how.blend ? "blends in at" : "inserted at";
    return `${verb} ${frame}${how.blend ? ` over ${how.blend} frames` : ""}${how.mirrored ? ", mirrored" : ""}`;
  }

  private land(at: PointerEvent): Landing | null {
    const { canvas, element, line } = this.timeline;
    const box = canvas.getBoundingClientRect();
    // its buttons count, and what is below: without keys the line itself is too low to be hit in passing
    if (at.clientY < (element.parentElement ?? element).getBoundingClientRect().top) return null;
    const sample = line.sample(at, box);
    const first = Math.max(line.scale.frame(0), this.editor.state.timeline.extent.value[0]); // where it is over the names
    const { row } = sample;
    const under = row && "figure" in row ? row.figure : row?.kind === "strip" ? row.locks[0]?.figure : undefined;
    const figure = under ?? this.editor.state.active.value?.id;
    if (figure === undefined) return null;
    const how: InsertHow = {
      ...(sample.shift && { mode: "replace" as const }),
      ...(sample.ctrl && { blend: this.window() }),
      ...(sample.alt && { mirrored: true }),
    };
    return { figure, frame: line.snapped(sample.x < LABELS ? first : sample.frame, false), how };
  }

  private end(keep: boolean): void {
    const { carried, landing, editor } = this;
    this.dropped = carried !== null;
    setTimeout(() => {
      this.dropped = false;
    });
    this.carried = this.landing = null;
    this.mark.hidden = this.ghost.hidden = true;
    if (!carried) return;
    if (keep && landing) {
      editor.previews.done();
      editor.receiver.posedAt = null;
      void editor
        .edit(insertClip(carried.item, landing.figure, landing.frame, landing.how))
        .then((made) => made && this.timeline.showNew());
    } else {
      editor.previews.cancel();
      if (this.folded) editor.state.setView({ timeline: null });
    }
  }
}

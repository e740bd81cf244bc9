/** Flip-books: a dozen small pictures of each clip, drawn once by the page itself, a few at a time. */

import type { FigureData } from "../messages";
import type { Stage } from "../stage/stage";
import { Figure } from "../state/figure";
import { type Signal, signal } from "../state/signals";
import type { State } from "../state/state";
import type { ShelfItem } from "./shelves";

export const ICON = { width: 84, height: 92 }; // [pixels]
const AT_ONCE = 8; // [ms] that drawing may take at a time
const ASKED = 3; // clips that are asked for at the same time

interface Answer {
  figure: string;
  data: FigureData | null;
  joints: number;
  seconds: number;
  length: number;
  moves: string;
  transforms: string;
}

export interface FlipBook {
  readonly pages: readonly ImageBitmap[];
  readonly count: number; // of pages when all are drawn
  readonly seconds: number;
  readonly length: number; // [frames]
  readonly moves: string; // the figure's name
}

interface Waiting {
  readonly book: Signal<FlipBook | null>;
  readonly figure: Figure;
  readonly transforms: Float32Array;
  readonly answer: Answer;
  readonly pages: ImageBitmap[];
}

export class FlipBooks {
  private readonly kept = new Map<string, Signal<FlipBook | null>>();
  private readonly queue: (() => Promise<void>)[] = [];
  private readonly waiting: Waiting[] = [];
  private asking = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly state: State,
    private readonly stage: Stage,
  ) {}

  /** The flip-book of a clip; null until it has come. */
  get(item: ShelfItem): Signal<FlipBook | null> {
    const key = [item.shelf, item.name, item.stamp, this.stage.options.theme].join("\n");
    let book = this.kept.get(key);
    if (!book) {
      book = signal<FlipBook | null>(null);
      this.kept.set(key, book);
      const asked = book;
      this.queue.push(() => this.ask(item, asked, key));
      this.next();
    }
    return book;
  }

  private next(): void {
    while (this.asking < ASKED && this.queue.length) {
      this.asking++;
      void this.queue
        .shift()?.()
        .finally(() => {
          this.asking--;
          this.next();
        });
    }
  }

  private async ask({ shelf, name }: ShelfItem, book: Signal<FlipBook | null>, key: string): Promise<void> {
    const answer = await fetch(`/api/flip-book?${new URLSearchParams({ shelf, name })}`).catch(() => null);
    if (!answer?.ok) {
      this.kept.delete(key); // asked for again when it is seen again
      return;
    }
    const told = (await answer.json()) as Answer;
    const figure = this.figureOf(told);
    if (!figure) return;
    const bytes = Uint8Array.from(atob(told.transforms), (letter) => letter.charCodeAt(0));
    this.waiting.push({ book, figure, transforms: new Float32Array(bytes.buffer), answer: told, pages: [] });
    this.timer ??= setTimeout(() => void this.drawSome(), 0);
  }

  private figureOf({ figure, data, moves }: Answer): Figure | null {
    if (data) return new Figure(moves, data);
    for (const own of this.state.figures.value.values()) if (this.state.figureState(own.id)?.figure === figure) return own;
    return null;
  }

  /** The first page of every book comes before the others. */
  private async drawSome(): Promise<void> {
    const begin = performance.now();
    const busy = this.state.playing || this.state.dragging.value;
    while (this.waiting.length && !busy && performance.now() - begin < AT_ONCE) {
      const one = this.waiting.reduce((a, b) => (b.pages.length < a.pages.length ? b : a));
      if (!(await this.draw(one))) break;
    }
    this.timer = this.waiting.length ? setTimeout(() => void this.drawSome(), busy || this.stage.paused ? 300 : 16) : undefined;
  }

  private async draw(one: Waiting): Promise<boolean> {
    const { answer, transforms, pages, figure, book } = one;
    const width = 12 * answer.joints;
    const count = transforms.length / width;
    const scale = Math.min(Math.ceil(devicePixelRatio), 2);
    const place = pages.length * width;
    const image = this.stage.pictureOf(
      figure,
      transforms.subarray(place, place + width),
      scale * ICON.width,
      scale * ICON.height,
    );
    if (!image) return false;
    pages.push(await createImageBitmap(image));
    if (pages.length === count) this.waiting.splice(this.waiting.indexOf(one), 1);
    const { seconds, length, moves } = answer;
    book.value = { pages: [...pages], count, seconds, length, moves };
    return true;
  }
}

/** Frames and pixels: which part of time is seen, and how wide a frame is. */

import { type Readable, signal } from "../state/signals";

const [NARROWEST, WIDEST] = [0.02, 120]; // [pixels] of a frame
const ROOM = 28; // [pixels] beside what is fitted

export interface Window {
  readonly start: number; // the frame at the left edge
  readonly scale: number; // [pixels] of a frame
}

export class TimeScale {
  width = 800; // [pixels] of the line
  private readonly shown = signal<Window>({ start: -3, scale: 8 });

  get window(): Readable<Window> {
    return this.shown;
  }

  get scale(): number {
    return this.shown.value.scale;
  }

  x(frame: number): number {
    const { start, scale } = this.shown.value;
    return (frame - start) * scale;
  }

  frame(x: number): number {
    const { start, scale } = this.shown.value;
    return start + x / scale;
  }

  /** The frame at the right edge. */
  get end(): number {
    return this.frame(this.width);
  }

  /** Makes frames wider or narrower; what is under a pixel stays there. */
  zoom(x: number, factor: number): void {
    const { start, scale } = this.shown.value;
    const next = Math.min(Math.max(scale * factor, NARROWEST), WIDEST);
    this.shown.value = { start: start + x / scale - x / next, scale: next };
  }

  pan(pixels: number): void {
    const { start, scale } = this.shown.value;
    this.shown.value = { start: start - pixels / scale, scale };
  }

  /** Shows some frames as wide as the line allows. */
  fit(first: number, last: number): void {
    const scale = Math.min(Math.max((this.width - 2 * ROOM) / Math.max(last - first, 1), NARROWEST), WIDEST);
    this.shown.value = { start: (first + last) / 2 - this.width / 2 / scale, scale };
  }

  /** Brings a frame into sight, by as little as needed. */
  reveal(frame: number): void {
    const x = this.x(frame);
    if (x < 0) this.pan(ROOM - x);
    else if (x > this.width) this.pan(this.width - ROOM - x);
  }

  /** How many frames lie between two numbers of the ruler, and between two ticks. */
  ticks(): { labels: number; ticks: number } {
    const wanted = 56 / this.scale;
    const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
    const labels = steps.find((step) => step >= wanted) ?? 10_000;
    const ticks = [1, 2, 5, 10].map((share) => labels / share).filter((step) => step >= 1 && step * this.scale >= 5);
    return { labels, ticks: Math.min(labels, ...ticks) };
  }
}

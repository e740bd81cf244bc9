/** Pictures a second, and the time of the last solve. */

import type { Live } from "../state/scene";
import { el } from "../widgets/dom";

export class Rate {
  readonly element = el("output", { class: "view-rate", "aria-label": "Frame rate and solve time" });
  private readonly drawnAt: number[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly live: () => Live | null) {}

  /** A picture has been drawn. */
  count(): void {
    this.drawnAt.push(performance.now());
    this.forget();
    this.timer ??= setTimeout(() => this.show(), 250);
  }

  private forget(): void {
    const past = performance.now() - 1000;
    while ((this.drawnAt[0] ?? past) < past) this.drawnAt.shift();
  }

  private show(): void {
    this.timer = undefined;
    this.forget();
    const still = (this.drawnAt.at(-1) ?? -Infinity) < performance.now() - 500;
    const rate = still ? "still" : `${this.drawnAt.length} fps`;
    const time = this.live()?.milliseconds ?? 0;
    this.element.textContent = time > 0 ? `${rate} · ${time.toFixed(time < 10 ? 2 : 0)} ms` : rate;
    if (!still) this.timer = setTimeout(() => this.show(), 300);
  }
}

/** Playing: the playhead follows the clock. Frames that are late are left out, and counted; nothing is slowed down. */

import { effect, untracked } from "../state/signals";
import type { State } from "../state/state";

export class Player {
  private due = 0;
  private start = { time: 0, frame: 0 };
  private shown = 0; // the frame that was shown last

  constructor(
    private readonly state: State,
    private readonly now: () => number = () => performance.now(),
  ) {
    effect(() => {
      cancelAnimationFrame(this.due);
      if (state.timeline.playing.value) untracked(() => this.begin());
    });
    effect(() => {
      if (!state.timeline.moves.value) state.timeline.playing.value = false;
    });
  }

  /** Plays from here, or stops. */
  toggle(): void {
    const { timeline } = this.state;
    if (timeline.playing.value) {
      timeline.playing.value = false;
      return;
    }
    const [first, last] = timeline.range.value;
    if (last <= first) return;
    const frame = timeline.playhead.value;
    if (frame >= last || frame < first) timeline.go(first);
    timeline.dropped.value = 0;
    timeline.playing.value = true;
  }

  private begin(): void {
    const { timeline } = this.state;
    this.shown = Math.floor(timeline.playhead.value);
    this.start = { time: this.now(), frame: this.shown };
    this.due = requestAnimationFrame(() => this.step());
  }

  private step(): void {
    const { timeline, view } = this.state;
    if (!timeline.playing.value) return;
    const rate = timeline.data.value.rate * view.value.pace;
    const passed = ((this.now() - this.start.time) / 1000) * rate;
    let frame = Math.floor(this.start.frame + passed);
    if (view.value.everyFrame && frame > this.shown + 1) {
      frame = this.shown + 1;
      this.start = { time: this.now(), frame };
    }
    if (frame > this.shown) this.show(frame);
    if (timeline.playing.value) this.due = requestAnimationFrame(() => this.step());
  }

  private show(frame: number): void {
    const { timeline, view } = this.state;
    const [first, last] = timeline.range.value;
    timeline.dropped.value += frame - this.shown - 1;
    if (frame <= last) {
      this.shown = frame;
      timeline.go(frame, false);
      return;
    }
    if (!view.value.looped) {
      timeline.go(last);
      return;
    }
    const again = first + ((frame - last - 1) % (last - first + 1));
    this.start = { time: this.start.time, frame: this.start.frame - (frame - again) };
    this.shown = again;
    timeline.go(again, false);
  }
}

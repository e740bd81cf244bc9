/** The pictures of keys: each drawn once, again when its frame has changed, a few at a time, one by one while it plays. */

import type { Stage } from "../stage/stage";
import type { FigureId } from "../state/part";
import type { State } from "../state/state";
import { LARGER, PICTURE } from "./rows";

const MOST = 600; // that are kept
const AT_ONCE = 6; // [ms] that drawing pictures may take at a time
const BUSY = 100; // [ms] after which it is tried again, where something else comes first
const WHILE_PLAYING = 150; // [ms] from one picture to the next, so that playing keeps its rate

interface Kept {
  readonly canvas: HTMLCanvasElement;
  readonly stamp: number; // of the frame that it shows
  readonly theme: string;
}

export class KeyPictures {
  private readonly kept = new Map<string, Kept>();
  private readonly wanted = new Map<string, { figure: FigureId; frame: number }>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly state: State,
    private readonly stage: Stage,
    private readonly drawn: () => void,
  ) {}

  /** The picture of a figure at a frame; an older one, or null, until it is drawn; with `asItIs` that is not asked for. */
  get(figure: FigureId, frame: number, asItIs = false): HTMLCanvasElement | null {
    const key = `${figure}\n${frame}`;
    const [kept, stamp] = [this.kept.get(key), this.stampOf(figure, frame)];
    const fresh = kept && kept.stamp === stamp && kept.theme === this.stage.options.theme;
    if (!fresh && stamp && !asItIs) {
      this.wanted.set(key, { figure, frame });
      this.timer ??= setTimeout(() => this.drawSome(), 30);
    }
    return kept?.canvas ?? null;
  }

  private stampOf(figure: FigureId, frame: number): number {
    const frames = this.state.timeline.frames.get(figure);
    return frames?.count ? (frames.stamps[frames.row(Math.round(frame))] ?? 0) : 0;
  }

  private drawSome(): void {
    this.timer = undefined;
    const { playing, timeline } = this.state;
    const coming = [...this.wanted.values()].some(({ figure }) => timeline.frames.get(figure)?.complete === false);
    // of a long clip, the frames come before the pictures
    const busy = this.state.dragging.value || timeline.scrubbing.value || coming;
    const begin = performance.now();
    let some = false;
    for (const [key, { figure, frame }] of this.wanted) {
      if (busy || (playing && some) || performance.now() - begin > AT_ONCE) break;
      this.wanted.delete(key);
      some = this.draw(key, figure, frame) || some;
    }
    if (this.wanted.size) this.timer = setTimeout(() => this.drawSome(), busy ? BUSY : playing ? WHILE_PLAYING : 16);
    if (some) this.drawn();
  }

  private draw(key: string, figure: FigureId, frame: number): boolean {
    const frames = this.state.timeline.frames.get(figure);
    const pose = frames?.pose(frame);
    const scale = LARGER * Math.min(devicePixelRatio, 2);
    const [width, height] = [Math.round(scale * PICTURE.width), Math.round(scale * PICTURE.height)];
    const image = pose && this.stage.picture(figure, pose.transforms, width, height);
    if (!image) return false;
    const canvas = this.kept.get(key)?.canvas ?? document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext("2d")?.putImageData(image, 0, 0);
    this.kept.delete(key);
    this.kept.set(key, { canvas, stamp: this.stampOf(figure, frame), theme: this.stage.options.theme });
    const oldest = this.kept.keys().next().value;
    if (this.kept.size > MOST && oldest !== undefined) this.kept.delete(oldest);
    return true;
  }
}

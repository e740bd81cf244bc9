/** Small pictures of stored poses, drawn by the page itself; asked for again when a pose is another. */

import type { PoseData } from "../messages";
import type { Stage } from "../stage/stage";
import type { Figure } from "../state/figure";
import { type Signal, signal } from "../state/signals";
import type { State } from "../state/state";

export const POSE_ICON = { width: 84, height: 92 }; // [pixels]
const AGAIN = 300; // [ms] until what could not be drawn is tried again
const MOST = 400; // pictures that are kept

interface Answer {
  names: string[];
  joints: number;
  transforms: string;
}

export class PosePictures {
  private readonly kept = new Map<string, Signal<ImageData | null>>();
  private readonly asked = new Map<string, Promise<Answer | null>>();

  constructor(
    private readonly state: State,
    private readonly stage: Pick<Stage, "pictureOf">,
  ) {}

  /** The picture of a pose of a figure; null until it is drawn. */
  get(figure: Figure, pose: PoseData): Signal<ImageData | null> {
    const key = [figure.id, this.state.figureState(figure.id)?.figure, pose.name, pose.stamp, this.state.theme.value].join("\n");
    let picture = this.kept.get(key);
    if (!picture) {
      picture = signal<ImageData | null>(null);
      this.kept.set(key, picture);
      const oldest = this.kept.keys().next().value;
      if (this.kept.size > MOST && oldest !== undefined) this.kept.delete(oldest);
      void this.draw(figure, pose.name, picture, key);
    }
    return picture;
  }

  private async draw(figure: Figure, name: string, picture: Signal<ImageData | null>, key: string): Promise<void> {
    const answer = await this.ask(figure.id);
    const place = answer?.names.indexOf(name) ?? -1;
    if (!answer || place < 0) {
      this.kept.delete(key); // asked for again when it is seen again
      return;
    }
    const bytes = Uint8Array.from(atob(answer.transforms), (letter) => letter.charCodeAt(0));
    const transforms = new Float32Array(bytes.buffer).subarray(12 * answer.joints * place, 12 * answer.joints * (place + 1));
    const scale = Math.min(Math.ceil(devicePixelRatio), 2);
    const attempt = (): void => {
      const busy = this.state.playing || this.state.dragging.value;
      const image = busy ? null : this.stage.pictureOf(figure, transforms, scale * POSE_ICON.width, scale * POSE_ICON.height);
      if (image) picture.value = image;
      else setTimeout(attempt, AGAIN);
    };
    attempt();
  }

  /** All poses of a figure at once, for as many pictures as are asked for at the same time. */
  private ask(figure: string): Promise<Answer | null> {
    let answer = this.asked.get(figure);
    if (!answer) {
      answer = fetch(`/api/poses?${new URLSearchParams({ figure })}`)
        .then((found) => (found.ok ? (found.json() as Promise<Answer>) : null))
        .catch(() => null);
      this.asked.set(figure, answer);
      void answer.finally(() => setTimeout(() => this.asked.delete(figure), 0));
    }
    return answer;
  }
}

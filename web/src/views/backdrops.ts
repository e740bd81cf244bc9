/** Pictures behind views, to pose after. They are part of the document, and move and zoom with their view. */

import { along, dot, type Point } from "../math/vector";
import type { BackdropData } from "../messages";
import type { Stage } from "../stage/stage";
import { effect, signal } from "../state/signals";
import type { State } from "../state/state";
import { type Sight, sightOf, VIEW_NAMES, type ViewName } from "../state/view";
import { el } from "../widgets/dom";

/** Where a picture is; `middle` and `height` in metres, in the perspective view in heights of the view. */
export type Place = Pick<BackdropData, "middle" | "height" | "opacity">;

const pixels = (length: number): string => `${Math.round(100 * length) / 100}px`;

export class Backdrops {
  /** A place that is being tried. */
  readonly tried = signal<{ readonly sight: Sight; readonly place: Place } | null>(null);
  private readonly images: Record<ViewName, HTMLImageElement>;

  constructor(
    private readonly state: State,
    private readonly stage: Stage,
    cells: Record<ViewName, HTMLElement>,
  ) {
    const image = (view: ViewName): HTMLImageElement => {
      const made = el("img", { alt: "", hidden: true, draggable: "false" });
      cells[view].prepend(el("div", { class: "backdrop" }, made));
      return made;
    };
    this.images = { perspective: image("perspective"), front: image("front"), side: image("side"), top: image("top") };
    effect(() => this.place());
  }

  /** From where a view looks now. */
  sight(view: ViewName): Sight {
    return sightOf(view, this.state.view.value.cameras[view] ?? this.stage.cameras[view].state);
  }

  /** The picture behind a view, as it is being placed; null where there is none. */
  of(view: ViewName): BackdropData | null {
    const sight = this.sight(view);
    const found = this.state.document.value?.backdrops.find((one) => one.sight === sight);
    const tried = this.tried.value;
    return found ? { ...found, ...(tried?.sight === sight && tried.place) } : null;
  }

  /** The place of a picture that fills a view as it is now. */
  filling(view: ViewName): Place {
    const { orbits, state } = this.stage.cameras[view];
    const [x, y, z] = state.target;
    return orbits ? { middle: [0, 0, 0], height: 1, opacity: 1 } : { middle: [x, y, z], height: state.height, opacity: 1 };
  }

  /** How far the middle of a picture is to the right and up in its view. */
  offset(view: ViewName, { middle }: Place): [number, number] {
    const camera = this.stage.cameras[view];
    if (camera.orbits) return [middle[0], middle[1]];
    const [right, up] = camera.axes();
    return [dot(middle, right), dot(middle, up)];
  }

  /** The middle of a picture that goes to the right and up in its view. */
  shifted(view: ViewName, { middle }: Place, across: number, upward: number): [number, number, number] {
    const camera = this.stage.cameras[view];
    const [right, up]: [Point, Point] = camera.orbits
      ? [
          [1, 0, 0],
          [0, 1, 0],
        ]
      : camera.axes();
    const [x, y, z] = along(along(middle, right, across), up, upward);
    return [x, y, z];
  }

  /** Puts all of them where their views look now; the perspective view turns and keeps its picture as it is. */
  place(): void {
    for (const view of VIEW_NAMES) {
      const [image, found, rect] = [this.images[view], this.of(view), this.stage.rects[view]];
      const camera = this.stage.cameras[view];
      const at =
        found && rect
          ? camera.orbits
            ? { x: rect.width / 2 + found.middle[0] * rect.height, y: rect.height / 2 - found.middle[1] * rect.height }
            : camera.project(rect, found.middle)
          : null;
      image.hidden = !at;
      if (!found || !rect || !at) continue;
      const height = found.height * (rect.height / (camera.orbits ? 1 : camera.state.height));
      const address = `/api/picture/${found.picture}`;
      if (image.getAttribute("src") !== address) image.setAttribute("src", address);
      const { style } = image;
      style.height = pixels(height);
      style.width = pixels(found.aspect * height);
      style.left = pixels(at.x - (found.aspect * height) / 2);
      style.top = pixels(at.y - height / 2);
      style.opacity = String(found.opacity);
    }
  }
}

/** Pictures of views as they are seen: by their own cameras, beside the screen, at any size. */

import type { Stage } from "../stage/stage";
import type { ViewName } from "../state/view";

export type PictureView = ViewName | "four";

const GAP = 3; // [pixels] between views
const SMALL: readonly ViewName[] = ["front", "side", "top"];

/** A picture as PNG; `clear` leaves the background and the grid out. */
export async function drawPicture(
  stage: Stage,
  view: PictureView,
  size: readonly [number, number],
  clear: boolean,
): Promise<Blob> {
  const [width, height] = size;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The browser cannot draw a picture of this size");
  const put = (name: ViewName, x: number, y: number, w: number, h: number): void => {
    const pixels = stage.filmer(name, [w, h], null, clear)(() => null);
    context.putImageData(new ImageData(new Uint8ClampedArray(pixels), w, h), x, y);
  };
  if (view === "four") {
    const small = Math.max(Math.min(Math.floor((height - 2 * GAP) / 3), Math.floor(width / 2)), 1);
    put("perspective", 0, 0, Math.max(width - small - GAP, 1), height);
    SMALL.forEach((name, k) => {
      put(name, width - small, k * (small + GAP), small, small);
    });
  } else put(view, 0, 0, width, height);
  return await new Promise((done, fail) => {
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("The picture is too large for this browser"))), "image/png");
  });
}

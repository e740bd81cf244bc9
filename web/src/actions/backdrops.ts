/** Pictures that are put behind views: chosen, or dropped on the page. */

import type { Editor } from "../editor";
import type { ViewName } from "../state/view";
import type { Panes } from "../views/panes";
import { el } from "../widgets/dom";
import { upload } from "../wire/upload";
import { openFiles } from "./files";

const MOST_ACROSS = 2048; // [pixels] of the longer side that is kept
const KNOWN = /\.(png|jpe?g|webp)$/i;

export const isPicture = (file: File): boolean => file.type.startsWith("image/") || KNOWN.test(file.name);

/** Puts a picture behind a view, where it fills the view as it is now; one step to undo. */
export async function putBackdrop(editor: Editor, panes: Panes, view: ViewName, file: File): Promise<void> {
  const { notices } = editor;
  const picture = await redrawn(file).catch(() => null);
  if (!picture) {
    notices.show("error", `${file.name}: this is no picture that can be shown`, "Choose a PNG, JPEG or WebP file.");
    return;
  }
  const { backdrops } = panes;
  const name = KNOWN.test(file.name) ? file.name : `${file.name}.webp`;
  const query = { name, sight: backdrops.sight(view), place: JSON.stringify(backdrops.filling(view)) };
  try {
    const { ok, told } = await upload(`/api/import?${new URLSearchParams(query)}`, picture, () => {});
    if (!ok) notices.show("error", `${file.name}: ${(told as { error?: string }).error ?? "it was refused"}`, "");
  } catch {
    notices.show("error", "The server could not be reached", "Check that manikin edit is still running, then try again.");
  }
}

/** Lets the user choose a picture. */
export function choosePicture(take: (file: File) => void): void {
  openFiles(([file]) => file && take(file), ["image/*"]);
}

/** The picture alone, as it is seen: what else the file holds, such as where it was taken, is left out. */
async function redrawn(file: File): Promise<Blob> {
  const image = await createImageBitmap(file);
  const scale = Math.min(1, MOST_ACROSS / Math.max(image.width, image.height));
  const [width, height] = [Math.max(Math.round(image.width * scale), 1), Math.max(Math.round(image.height * scale), 1)];
  const canvas = el("canvas", { width, height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
  image.close();
  return new Promise((done, fail) => {
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/webp", 0.9);
  });
}

/** A film of the timeline: drawn here, frame by frame, encoded by the server. Every frame comes once, however long it takes. */

import type { Editor } from "../editor";
import type { Stage } from "../stage/stage";
import type { ViewName } from "../state/view";
import { keep } from "./files";

export interface FilmWishes {
  readonly suffix: string;
  readonly view: ViewName;
  readonly size: readonly [number, number];
  readonly everything: boolean; // the camera shows the whole way; else it stays as it is
}

export const FILM_KINDS: readonly (readonly [string, string])[] = [
  [".mp4", "MP4 (H.264)"],
  [".webm", "WebM (VP9)"],
  [".gif", "GIF"],
  [".png", "Animated PNG"],
  [".zip", "Pictures, one by one (zip)"],
];

const TYPE = "application/octet-stream";
const PAUSE = 250; // [ms] after which frames that are being solved are asked for again

const post = (path: string, body: BodyInit = "", signal: AbortSignal | null = null): Promise<Response> =>
  fetch(path, { method: "POST", body, signal, headers: { "Content-Type": TYPE } });

/** Makes the film and gives it to the browser to keep. Says how far it is; stops where `signal` is aborted. */
export async function makeFilm(
  editor: Editor,
  stage: Stage,
  wishes: FilmWishes,
  progress: (done: number, all: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const { state } = editor;
  const { timeline } = state;
  while (!state.framesAreWhole) {
    await editor.until(() => state.framesAreWhole, PAUSE); // what is still to be solved would be filmed as it was
    signal.throwIfAborted();
  }
  const [first, last] = timeline.range.value;
  const all = last - first + 1;
  const [width, height] = wishes.size;
  const { rate } = timeline.data.value;
  const query = { suffix: wishes.suffix, width: String(width), height: String(height), rate: String(rate) };
  const { key } = await answered<{ key: string }>(post(`/api/film?${new URLSearchParams(query)}`));
  const left = (): void => void navigator.sendBeacon(`/api/film/${key}/cancel`, new Blob([], { type: TYPE }));
  addEventListener("pagehide", left);
  try {
    const way = { first, last, pose: (figure: string, frame: number) => timeline.frames.get(figure)?.pose(frame) ?? null };
    const shoot = stage.filmer(wishes.view, wishes.size, wishes.everything ? way : null);
    for (let frame = first; frame <= last; frame++) {
      signal.throwIfAborted();
      const pixels = shoot((figure) => way.pose(figure, frame)?.transforms ?? null);
      await answered(post(`/api/film/${key}/${frame - first}`, new Uint8Array(pixels)));
      progress(frame - first + 1, all);
    }
    const file = await post(`/api/film/${key}/end`, "", signal);
    if (!file.ok) await answered(Promise.resolve(file));
    const made = await file.blob();
    signal.throwIfAborted();
    keep(made, `${state.document.value?.name ?? "film"}-${wishes.view}${wishes.suffix}`);
  } catch (error) {
    void post(`/api/film/${key}/cancel`).catch(() => null); // the server may have to put a file together to its end first
    throw error;
  } finally {
    removeEventListener("pagehide", left);
    if (state.live.value) stage.setLive(state.live.value);
  }
}

async function answered<T>(request: Promise<Response>): Promise<T> {
  const answer = await request;
  const told = (await answer.json()) as T & { error?: string };
  if (!answer.ok) throw new Error(told.error ?? `the server answered ${answer.status}`);
  return told;
}

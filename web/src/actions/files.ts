/** Files: dropped on the page, opened, taken away. */

import type { Editor } from "../editor";
import type { FigureId } from "../state/part";
import { el } from "../widgets/dom";
import { upload } from "../wire/upload";

const FIGURES = [".scr", ".urdf", ".obj", ".stl"];
const CHARACTERS = [
  ...[".glb", ".gltf", ".vrm", ".vrma", ".bvh", ".amc", ".asf"],
  ...[".usda", ".usdc", ".usdz", ".usd", ".xml", ".mjcf"],
];
const CLIPS = [".clip", ".npz", ".csv"];
const COMPANIONS = [".asf", ".bin", ".png", ".jpg", ".jpeg"]; // that belong to a file which is dropped with them
const SUFFIXES = [...FIGURES, ...CHARACTERS, ...CLIPS, ".json", ".manikin"];
const LARGE = 4e6; // [bytes] from which it is shown how far a file is
export const DROPPED =
  "Drop a figure (.scr, .urdf, .obj, .stl), a character or motion (.glb, .vrm, .bvh, .amc with .asf, .usda …), a clip (.clip, .npz, .csv), a pose (.json), a project (.manikin), or a picture to pose after";

export interface ImportOptions {
  /** A figure is added to those that are there; else it begins a new document. */
  adds?: boolean;
  /** The figure that the motion of a character goes on; else the character comes as one more figure. */
  onto?: FigureId;
  /** The figures that were added. */
  made?: (figures: readonly FigureId[]) => void;
}

const ends = (file: File, suffixes: readonly string[]): boolean =>
  suffixes.some((suffix) => file.name.toLowerCase().endsWith(suffix));

/** What the server says of a file; `line` only where the file itself is wrong. */
interface Answer {
  error?: string;
  remedy?: string | null;
  line?: number | null;
  made?: { figures?: FigureId[] };
}

/** Whether a file can begin a project: a figure, or another project. */
export const isOwnDocument = (file: File): boolean => ends(file, [...FIGURES, ".manikin"]);

/** Whether files hold a character or its motion. */
export const isCharacter = (files: readonly File[]): boolean => files.some((file) => ends(file, CHARACTERS));

/** Sends files to the server, which makes a document, a figure, a clip or a pose of them: one step to undo. */
export async function importFiles(editor: Editor, files: readonly File[], options: ImportOptions = {}): Promise<void> {
  const { notices, state } = editor;
  const file = files.find((one) => !ends(one, COMPANIONS)) ?? files[0];
  if (!file) return;
  const stranger = files.find((one) => !ends(one, [...SUFFIXES, ...COMPANIONS]));
  if (stranger) {
    notices.show("error", `${stranger.name}: files of this type cannot be opened`, `${DROPPED}.`);
    return;
  }
  const adds = options.adds === true && ends(file, FIGURES);
  const query = new URLSearchParams({ name: file.name, ...(adds && { add: "1" }) });
  if (files.length > 1) query.set("files", JSON.stringify(files.map(({ name, size }) => [name, size])));
  if (options.onto !== undefined) {
    query.set("onto", options.onto);
    query.set("frame", String(Math.round(state.timeline.playhead.value)));
  }
  if (state.active.value) query.set("figure", state.active.value.id); // that a pose is for
  const size = files.reduce((sum, one) => sum + one.size, 0);
  const bar = size > LARGE ? notices.progress(`Sending ${file.name} (${(size / 1e6).toFixed(0)} MB) …`) : undefined;
  const sent = (share: number): void => bar?.set(share, share < 1 ? undefined : `Reading ${file.name} …`);
  try {
    const { ok, status, told } = await upload(`/api/import?${query}`, new Blob([...files]), sent);
    if (ok) taken(editor, file, options, adds, (told as Answer).made?.figures ?? []);
    else refused(editor, file, files, adds, told as Answer, status);
  } catch {
    notices.show("error", "The server could not be reached", "Check that manikin edit is still running, then try again.");
  } finally {
    bar?.end();
  }
}

function taken({ notices, state }: Editor, file: File, options: ImportOptions, adds: boolean, made: readonly FigureId[]): void {
  if (ends(file, CLIPS)) {
    notices.show("info", `${file.name} is on the shelf “imported”`, "Nothing was replaced. Undo takes it away again.");
    state.setView({ panel: "clips" });
  } else if (options.onto !== undefined) {
    const source = "The figure that it comes from stands beside it.";
    notices.show("info", `${options.onto} moves as in ${file.name}`, `${source} Undo takes both away again.`);
    state.setView({ timeline: true });
  } else if (ends(file, CHARACTERS)) {
    notices.show("info", `Added ${file.name}`, "Nothing was replaced. Its motions are on the shelf “imported”.");
    options.made?.(made);
  } else {
    notices.show("info", `${adds ? "Added" : "Opened"} ${file.name}`, "Undo returns to the state before.");
    if (adds) options.made?.(made);
  }
}

function refused(editor: Editor, file: File, files: readonly File[], adds: boolean, told: Answer, status: number): void {
  const place = told.line ? `, line ${told.line}` : "";
  const message = `${file.name}${place}: ${told.error ?? `the server answered ${status}`}`;
  const alone = { label: "Open it alone", run: () => void importFiles(editor, files) };
  const isReadable = told.error !== undefined && told.line === undefined;
  editor.notices.show("error", message, told.remedy ?? "", adds && isReadable ? alone : undefined);
}

/** Lets the user choose files: one, or one and what belongs to it. */
export function openFiles(take: (files: File[]) => void, suffixes: readonly string[] = [...SUFFIXES, ...COMPANIONS]): void {
  const input = el("input", {
    type: "file",
    accept: suffixes.join(","),
    multiple: true,
    onchange: () => input.files?.length && take([...input.files]),
  });
  input.click();
}

/** Lets the user choose clips, which come on a shelf. */
export function openClips(editor: Editor): void {
  openFiles(async (files) => {
    for (const file of files) await importFiles(editor, [file]);
  }, CLIPS);
}

/** Takes something away as a file. */
export function download(what: string, options: Record<string, string> = {}): void {
  const query = new URLSearchParams(options).toString();
  const link = el("a", { href: `/api/export/${what}${query ? `?${query}` : ""}`, download: "" });
  document.body.append(link);
  link.click();
  link.remove();
}

/** Gives a file to the browser to keep. */
export function keep(blob: Blob, name: string): void {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Files may be dropped anywhere on the page; `at` is where. */
export function acceptDrops(take: (files: File[], at: { x: number; y: number }) => void, veil: HTMLElement): void {
  let depth = 0;
  const show = (on: boolean): void => {
    veil.hidden = !on;
  };
  const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  document.addEventListener("dragenter", (event) => carriesFiles(event) && ++depth && show(true));
  document.addEventListener("dragleave", (event) => carriesFiles(event) && --depth <= 0 && show(false));
  document.addEventListener("dragover", (event) => carriesFiles(event) && event.preventDefault());
  document.addEventListener("drop", (event) => {
    if (!carriesFiles(event)) return; // text that is dropped into a field
    event.preventDefault();
    depth = 0;
    show(false);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length) take(files, { x: event.clientX, y: event.clientY });
  });
}

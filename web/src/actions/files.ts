/** Files: dropped on the page, opened, taken away. */

import type { Editor } from "../editor";
import type { FigureId } from "../state/part";
import { el } from "../widgets/dom";

const FIGURES = [".scr", ".urdf", ".obj", ".stl"];
const CLIPS = [".clip", ".npz", ".csv", ".bvh", ".amc", ".glb", ".gltf", ".vrm"];
const SUFFIXES = [...FIGURES, ...CLIPS, ".json", ".manikin"];

export interface ImportOptions {
  /** A figure is added to those that are there; else it begins a new document. */
  adds?: boolean;
  /** The figures that were added. */
  made?: (figures: readonly FigureId[]) => void;
}

/** Whether a file can begin a project: a figure, or another project. */
export const isOwnDocument = (file: File): boolean =>
  [...FIGURES, ".manikin"].some((suffix) => file.name.toLowerCase().endsWith(suffix));

/** What the server says of a file; `line` only where the file itself is wrong. */
interface Answer {
  error?: string;
  remedy?: string | null;
  line?: number | null;
  made?: { figures?: FigureId[] };
}

/** Sends a file to the server, which makes a document, a figure or a pose of it: one step to undo. */
export async function importFile(editor: Editor, file: File, options: ImportOptions = {}): Promise<void> {
  const { notices, state } = editor;
  const is = (suffixes: readonly string[]): boolean => suffixes.some((suffix) => file.name.toLowerCase().endsWith(suffix));
  if (!is(SUFFIXES)) {
    const remedy = `Drop a figure (${FIGURES.join(", ")}), a clip (${CLIPS.join(", ")}), a pose (.json) or a project (.manikin).`;
    notices.show("error", `${file.name}: files of this type cannot be opened`, remedy);
    return;
  }
  const adds = options.adds === true && is(FIGURES);
  const query = new URLSearchParams({ name: file.name, ...(adds && { add: "1" }) });
  if (state.active.value) query.set("figure", state.active.value.id); // that a pose is for
  try {
    const answer = await fetch(`/api/import?${query}`, {
      method: "POST",
      body: file,
      headers: { "Content-Type": "application/octet-stream" },
    });
    const told = (await answer.json().catch(() => ({}))) as Answer;
    if (answer.ok && is(CLIPS)) {
      notices.show("info", `${file.name} is on the shelf “imported”`, "Nothing was replaced. Undo takes it away again.");
      state.setView({ panel: "clips" });
      return;
    }
    if (answer.ok) {
      notices.show("info", `${adds ? "Added" : "Opened"} ${file.name}`, "Undo returns to the state before.");
      if (adds) options.made?.(told.made?.figures ?? []);
      return;
    }
    const place = told.line ? `, line ${told.line}` : "";
    const message = `${file.name}${place}: ${told.error ?? `the server answered ${answer.status}`}`;
    const alone = { label: "Open it alone", run: () => void importFile(editor, file) };
    const isReadable = told.error !== undefined && told.line === undefined;
    notices.show("error", message, told.remedy ?? "", adds && isReadable ? alone : undefined);
  } catch {
    notices.show("error", "The server could not be reached", "Check that manikin edit is still running, then try again.");
  }
}

/** Lets the user choose a file. */
export function openFile(take: (file: File) => void): void {
  const input = el("input", {
    type: "file",
    accept: SUFFIXES.join(","),
    onchange: () => input.files?.[0] && take(input.files[0]),
  });
  input.click();
}

/** Lets the user choose clips, which come on a shelf. */
export function openFiles(editor: Editor): void {
  const input = el("input", {
    type: "file",
    accept: CLIPS.join(","),
    multiple: true,
    onchange: async () => {
      for (const file of input.files ?? []) await importFile(editor, file);
    },
  });
  input.click();
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

/** Files may be dropped anywhere on the page. */
export function acceptDrops(take: (file: File) => void, veil: HTMLElement): void {
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
    const file = event.dataTransfer?.files[0];
    if (file) take(file);
  });
}

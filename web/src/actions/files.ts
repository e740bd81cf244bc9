/** Files: dropped on the page, opened, taken away. */

import type { Editor } from "../editor";
import { el } from "../widgets/dom";

const SUFFIXES = [".scr", ".urdf", ".json", ".manikin"];

/** Sends a file to the server, which makes a document or a pose of it: one step to undo. */
export async function importFile(editor: Editor, file: File): Promise<void> {
  const { notices } = editor;
  const name = file.name.toLowerCase();
  if (!SUFFIXES.some((suffix) => name.endsWith(suffix))) {
    const remedy = "Drop a figure (.scr, .urdf), a pose (.json) or a project (.manikin).";
    notices.show("error", `${file.name}: files of this type cannot be opened`, remedy);
    return;
  }
  try {
    const answer = await fetch(`/api/import?name=${encodeURIComponent(file.name)}`, {
      method: "POST",
      body: file,
      headers: { "Content-Type": "application/octet-stream" },
    });
    const told = (await answer.json().catch(() => ({}))) as { error?: string; remedy?: string | null; line?: number | null };
    if (answer.ok) notices.show("info", `Opened ${file.name}`, "Undo returns to the state before.");
    else {
      const place = told.line ? `, line ${told.line}` : "";
      notices.show("error", `${file.name}${place}: ${told.error ?? `the server answered ${answer.status}`}`, told.remedy ?? "");
    }
  } catch {
    notices.show("error", "The server could not be reached", "Check that manikin edit is still running, then try again.");
  }
}

/** Lets the user choose a file to open. */
export function openFile(editor: Editor): void {
  const input = el("input", {
    type: "file",
    accept: SUFFIXES.join(","),
    onchange: () => input.files?.[0] && void importFile(editor, input.files[0]),
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

/** Files may be dropped anywhere on the page. */
export function acceptDrops(editor: Editor, veil: HTMLElement): void {
  let depth = 0;
  const show = (on: boolean): void => {
    veil.hidden = !on;
  };
  const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  document.addEventListener("dragenter", (event) => carriesFiles(event) && ++depth && show(true));
  document.addEventListener("dragleave", (event) => carriesFiles(event) && --depth <= 0 && show(false));
  document.addEventListener("dragover", (event) => carriesFiles(event) && event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    depth = 0;
    show(false);
    const file = event.dataTransfer?.files[0];
    if (file) void importFile(editor, file);
  });
}

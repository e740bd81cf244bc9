/** Projects: new ones are new files, others are opened in their own; nothing is replaced. */

import type { Editor } from "../editor";
import { signal } from "../state/signals";
import type { Entry } from "../widgets/menu";
import { importFiles, isOwnDocument } from "./files";

interface Project {
  path: string;
  name: string;
  folder: string;
  changed: number; // [s] since 1970
}

export class Projects {
  private readonly list = signal<readonly Project[]>([]);

  constructor(private readonly editor: Editor) {}

  /** Asks the server which there are. */
  async load(): Promise<void> {
    const answer = await fetch("/api/projects").catch(() => null);
    if (answer?.ok) this.list.value = ((await answer.json()) as { projects: Project[] }).projects;
  }

  /** The shipped bodies, each for a project of its own. */
  newMenu(): Entry[] {
    const bodies = this.editor.state.catalogue.value.figures.filter(({ prop }) => !prop);
    return bodies.map(({ name, summary }) => ({ label: `${name}: ${summary}`, run: () => void this.go({ new: name }) }));
  }

  /** The projects that were opened last. */
  recentMenu(): Entry[] {
    const open = this.editor.state.file.value;
    return this.list.value.map(({ path, name, folder, changed }) => ({
      label: `${name} · ${new Date(1000 * changed).toLocaleDateString()} · ${folder}`,
      enabled: path !== open,
      checked: path === open,
      run: () => void this.go({ open: path }),
    }));
  }

  /** Opens a file: a project or a figure becomes a project of its own, a pose or a clip comes into this one. */
  async open(files: readonly File[]): Promise<void> {
    const [file] = files;
    if (!file) return;
    if (files.length > 1 || !isOwnDocument(file)) await importFiles(this.editor, files);
    else await this.send(`/api/projects?${new URLSearchParams({ name: file.name })}`, file, "application/octet-stream");
  }

  private go(asked: { new: string } | { open: string }): Promise<void> {
    return this.send("/api/projects", JSON.stringify(asked), "application/json");
  }

  /** The server goes to another project; the page comes along when it is greeted by that one. */
  private async send(address: string, body: BodyInit, kind: string): Promise<void> {
    const { notices } = this.editor;
    try {
      const answer = await fetch(address, { method: "POST", body, headers: { "Content-Type": kind } });
      if (answer.ok) return;
      const told = (await answer.json().catch(() => ({}))) as { error?: string };
      notices.show("error", told.error ?? `The server answered ${answer.status}`, "Nothing has changed.");
    } catch {
      notices.show("error", "The server could not be reached", "Check that manikin edit is still running, then try again.");
    }
  }
}

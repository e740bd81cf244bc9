/** Poses kept by name: store, apply, rename, delete. */

import type { Editor } from "../editor";
import { el, fill, icon, iconButton } from "../widgets/dom";

export class PosesPanel {
  readonly element = el("div", { class: "panel poses-panel" });
  private readonly list = el("div", { class: "panel-scroll", role: "list", "aria-label": "Poses" });
  private readonly name: HTMLInputElement;
  private renaming: string | null = null;
  private shape = "";

  constructor(private readonly editor: Editor) {
    this.name = el("input", {
      type: "text",
      class: "field grow",
      placeholder: "Name of this pose",
      "aria-label": "Name of this pose",
      maxlength: "60",
      spellcheck: "false",
      onkeydown: (event: KeyboardEvent) => event.key === "Enter" && this.store(),
    });
    const store = el(
      "button",
      { type: "button", class: "button", title: "Keep the present pose under this name (P)", onclick: () => this.store() },
      icon("plus"),
      "Store",
    );
    this.element.append(el("div", { class: "panel-head" }, this.name, store), this.list);
    editor.state.on(["document", "figure"], () => this.build());
  }

  shown(): void {
    this.build();
  }

  focusName(): void {
    this.name.focus();
    this.name.select();
  }

  private store(): void {
    const poses = this.editor.state.document?.poses ?? [];
    let name = this.name.value.trim();
    for (let k = poses.length + 1; !name; k++) if (!poses.some((pose) => pose.name === `pose ${k}`)) name = `pose ${k}`;
    const replaced = poses.some((pose) => pose.name === name);
    void this.editor.edit({ kind: "store_pose", name }).then((done) => {
      if (done) this.editor.done(`${replaced ? "Replaced" : "Stored"} the pose “${name}”`);
    });
    this.name.value = "";
  }

  private build(): void {
    const poses = this.editor.state.document?.poses ?? [];
    const shape = JSON.stringify([poses.map((pose) => pose.name), this.renaming]);
    if (shape === this.shape) return;
    this.shape = shape;
    fill(this.list, ...poses.map((pose) => this.row(pose.name)));
    if (!poses.length)
      this.list.append(el("p", { class: "panel-empty" }, "No pose is kept yet. Store this one to come back to it with a click."));
  }

  private row(name: string): HTMLElement {
    if (name === this.renaming) return this.renameField(name);
    return el(
      "div",
      { class: "list-row", role: "listitem", "data-pose": name },
      el(
        "button",
        {
          type: "button",
          class: "list-main",
          title: "Take this pose, as far as the locks allow",
          onclick: () => void this.editor.edit({ kind: "apply_pose", name }),
        },
        icon("pose"),
        el("span", {}, name),
      ),
      iconButton("pencil", "Rename", () => {
        this.renaming = name;
        this.build();
        this.list.querySelector<HTMLInputElement>("input")?.focus();
      }),
      iconButton("trash", "Forget this pose", () => void this.editor.edit({ kind: "delete_pose", name })),
    );
  }

  private renameField(name: string): HTMLElement {
    const finish = (keep: boolean): void => {
      if (this.renaming !== name) return;
      this.renaming = null;
      const given = input.value.trim();
      if (keep && given && given !== name) void this.editor.edit({ kind: "rename_pose", name, new_name: given });
      this.build();
    };
    const input = el("input", {
      type: "text",
      class: "field grow",
      "aria-label": `Another name for ${name}`,
      maxlength: "60",
      onblur: () => finish(true),
      onkeydown: (event: KeyboardEvent) => {
        if (event.key === "Enter") finish(true);
        if (event.key === "Escape") {
          event.stopPropagation();
          finish(false);
        }
      },
    });
    input.value = name;
    return el("div", { class: "list-row", role: "listitem" }, input);
  }
}

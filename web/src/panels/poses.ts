/** Poses stored by name: store, apply, rename, delete. */

import type { Editor } from "../editor";
import type { Command } from "../messages";
import { equal } from "../state/equal";
import type { FigureId } from "../state/part";
import { computed, effect, signal } from "../state/signals";
import { el, fill, iconButton } from "../widgets/dom";
import { icon } from "../widgets/icons";
import { KeyedRows } from "../widgets/keyed";
import { applyPose, deletePose, renamePose, storePose } from "../wire/commands";
import { figureChoice } from "./figure_choice";
import { storeField } from "./store_field";

export class PosesPanel {
  readonly element = el("div", { class: "panel poses-panel" });
  private readonly name: HTMLInputElement;
  private readonly renaming = signal<string | null>(null);

  constructor(private readonly editor: Editor) {
    const { state } = editor;
    const [name, store] = storeField("Name of this pose", "Store the current pose under this name (P)", () => void this.store());
    this.name = name;
    const list = el("div", { role: "list", "aria-label": "Poses" });
    const empty = el("p", { class: "panel-empty" }, "No stored poses. Store the current pose to return to it with a click.");
    this.element.append(
      el("div", { class: "panel-head" }, figureChoice(state), this.name, store),
      el("div", { class: "panel-scroll" }, list, empty),
    );
    const names = computed(() => state.figureState(state.active.value?.id ?? "")?.poses ?? [], equal);
    const rows = new KeyedRows<string, null>(list, (_, name) => this.row(name));
    effect(() => {
      rows.show(names.value.map((name) => [name, null]));
      empty.hidden = names.value.length > 0;
    });
  }

  focusName(): void {
    this.name.focus();
    this.name.select();
  }

  private async store(): Promise<void> {
    const { state } = this.editor;
    const taken = new Set(state.figureState(state.active.value?.id ?? "")?.poses);
    let name = this.name.value.trim();
    for (let k = taken.size + 1; !name; k++) if (!taken.has(`pose ${k}`)) name = `pose ${k}`;
    this.name.value = "";
    const done = taken.has(name) ? "Replaced" : "Stored";
    if (await this.edit(storePose, name)) state.status.value = `${done} pose “${name}”`;
  }

  /** A pose, or the field for its new name. */
  private row(name: string): HTMLElement {
    const element = el("div", { class: "list-row", role: "listitem" });
    effect(() => {
      const renames = this.renaming.value === name;
      if (renames) delete element.dataset.pose;
      else element.dataset.pose = name;
      fill(element, ...(renames ? [this.renameField(name)] : this.buttons(name)));
      if (renames) element.querySelector("input")?.focus();
    });
    return element;
  }

  /** Edits a pose of the active figure. */
  private async edit(command: (figure: FigureId, name: string) => Command, name: string): Promise<boolean> {
    const figure = this.editor.state.active.value;
    return figure !== null && (await this.editor.edit(command(figure.id, name))) !== null;
  }

  private buttons(name: string): HTMLElement[] {
    return [
      el(
        "button",
        {
          type: "button",
          class: "list-main",
          title: "Apply this pose, as far as the locks allow",
          onclick: () => void this.edit(applyPose, name),
        },
        icon("pose"),
        el("span", {}, name),
      ),
      iconButton("pencil", "Rename", () => {
        this.renaming.value = name;
      }),
      iconButton("trash", "Delete pose", () => void this.edit(deletePose, name)),
    ];
  }

  private renameField(name: string): HTMLElement {
    const finish = (keep: boolean): void => {
      if (this.renaming.value !== name) return;
      const given = input.value.trim();
      this.renaming.value = null;
      if (keep && given && given !== name) void this.edit((figure) => renamePose(figure, name, given), name);
    };
    const input = el("input", {
      type: "text",
      class: "field grow",
      "aria-label": `New name for ${name}`,
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
    return input;
  }
}

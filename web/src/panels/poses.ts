/** Poses stored by name, as small pictures: store, apply, blend, rename, delete. */

import type { Editor } from "../editor";
import { POSE_ICON, PosePictures } from "../library/pose_pictures";
import type { Command, PoseData } from "../messages";
import type { Stage } from "../stage/stage";
import { equal } from "../state/equal";
import type { FigureId } from "../state/part";
import { computed, effect, type Readable } from "../state/signals";
import { el } from "../widgets/dom";
import { KeyedRows } from "../widgets/keyed";
import { popup } from "../widgets/menu";
import { askForText } from "../widgets/prompt";
import { deletePose, renamePose, storePose } from "../wire/commands";
import { figureChoice } from "./figure_choice";
import { PoseChoice } from "./pose_choice";
import { storeField } from "./store_field";

export class PosesPanel {
  readonly element = el("div", { class: "panel poses-panel" });
  private readonly name: HTMLInputElement;
  private readonly pictures: PosePictures;
  private readonly choice: PoseChoice;
  private readonly poses: Readable<readonly PoseData[]>;

  constructor(
    private readonly editor: Editor,
    stage: Pick<Stage, "pictureOf">,
  ) {
    const { state } = editor;
    this.pictures = new PosePictures(state, stage);
    this.poses = computed(() => state.figureState(state.active.value?.id ?? "")?.poses ?? [], equal);
    const names = computed(() => this.poses.value.map((pose) => pose.name), equal);
    this.choice = new PoseChoice(editor, () => names.value);
    const [name, store] = storeField(
      "Name of this pose",
      "Store the current pose under this name, with its locks (P)",
      () => void this.store(),
    );
    this.name = name;
    const list = el("div", { class: "shelf-grid", role: "list", "aria-label": "Poses" });
    const empty = el("p", { class: "panel-empty" }, "No stored poses. Store the current pose to return to it with a click.");
    this.element.append(
      el("div", { class: "panel-head" }, figureChoice(state), this.name, store),
      el("div", { class: "panel-scroll" }, list, empty),
      this.choice.element,
    );
    const rows = new KeyedRows<string, PoseData>(list, (pose, name) => this.tile(pose, name));
    effect(() => {
      const figure = state.active.value?.id ?? "";
      rows.show(this.poses.value.map((pose) => [`${figure}\n${pose.name}`, pose]));
      empty.hidden = this.poses.value.length > 0;
    });
  }

  focusName(): void {
    this.name.focus();
    this.name.select();
  }

  private async store(): Promise<void> {
    const taken = new Set(this.poses.value.map((pose) => pose.name));
    let name = this.name.value.trim();
    for (let k = taken.size + 1; !name; k++) if (!taken.has(`pose ${k}`)) name = `pose ${k}`;
    this.name.value = "";
    const done = taken.has(name) ? "Replaced" : "Stored";
    if (await this.edit(storePose, name)) this.editor.state.status.value = `${done} pose “${name}”`;
  }

  /** A pose as a picture; a click applies it. */
  private tile(pose: Readable<PoseData>, key: string): HTMLElement {
    const { state } = this.editor;
    const name = key.slice(key.indexOf("\n") + 1);
    const canvas = el("canvas", { width: POSE_ICON.width, height: POSE_ICON.height, "aria-hidden": "true" });
    const locks = el("span", { class: "clip-length dim" });
    const openMenu = (event: MouseEvent): void => {
      event.preventDefault();
      event.stopPropagation();
      const box = button.getBoundingClientRect();
      this.menu(name, event.clientX ? { x: event.clientX, y: event.clientY } : { x: box.left, y: box.bottom });
    };
    const button = el(
      "button",
      {
        type: "button",
        class: "clip-icon pose-icon",
        onclick: () => this.apply(name),
        oncontextmenu: openMenu,
        onkeydown: (event: KeyboardEvent) => {
          if (event.key !== "F2" && event.key !== "Delete") return;
          event.preventDefault();
          event.stopPropagation();
          if (event.key === "F2") this.rename(name);
          else void this.edit(deletePose, name);
        },
      },
      canvas,
      el("span", { class: "clip-name" }, name),
      locks,
    );
    effect(() => {
      const count = pose.value.locks;
      locks.textContent = count ? `⚲ ${count}` : "";
      const said = count ? `, with ${count} lock${count === 1 ? "" : "s"}` : "";
      button.title = `${name}${said}: a click applies it, a right click offers more`;
      button.setAttribute("aria-label", `Pose ${name}${said}`);
    });
    effect(() => {
      const figure = state.active.value;
      const image =
        figure && this.poses.value.some((own) => own.name === name) ? this.pictures.get(figure, pose.value).value : null;
      button.dataset.drawn = String(image !== null);
      if (!image) return;
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext("2d")?.putImageData(image, 0, 0);
    });
    return el("div", { role: "listitem", "data-pose": name }, button);
  }

  private apply(name: string, more: Parameters<PoseChoice["apply"]>[2] = {}): void {
    const figure = this.editor.state.active.value;
    if (figure) void this.choice.apply(figure.id, name, more);
  }

  private menu(name: string, at: { x: number; y: number }): void {
    popup(
      [
        { label: "Apply", run: () => this.apply(name) },
        { label: "Apply mirrored", run: () => this.apply(name, { mirrored: true }) },
        { label: "Apply, locks asleep", run: () => this.apply(name, { locks: "asleep" }) },
        { label: "Apply, locks hold", run: () => this.apply(name, { locks: "hold" }) },
        { label: "Half of the way", run: () => this.apply(name, { share: 0.5 }) },
        "-",
        { label: "Replace by the current pose", run: () => void this.edit(storePose, name) },
        { label: "Rename …", keys: "F2", run: () => this.rename(name) },
        { label: "Delete", keys: "Delete", icon: "trash", run: () => void this.edit(deletePose, name) },
      ],
      at,
      { title: name },
    );
  }

  private rename(name: string): void {
    askForText(`New name for ${name}`, name, (given) => void this.edit((figure) => renamePose(figure, name, given), name));
  }

  /** Edits a pose of the active figure. */
  private async edit(command: (figure: FigureId, name: string) => Command, name: string): Promise<boolean> {
    const figure = this.editor.state.active.value;
    return figure !== null && (await this.editor.edit(command(figure.id, name))) !== null;
  }
}

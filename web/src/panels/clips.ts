/** Shelves of clips: icons that play on hover, are carried to the timeline, and take a range of it. */

import { download, openClips } from "../actions/files";
import type { Editor } from "../editor";
import { Carry } from "../library/carry";
import type { FlipBook, FlipBooks } from "../library/flip_books";
import { clipIcon } from "../library/icon";
import { type Shelf, type ShelfItem, Shelves } from "../library/shelves";
import { extentOf } from "../state/clip";
import { effect, type Readable, signal } from "../state/signals";
import type { LineSample } from "../timeline/line";
import type { TimelineView } from "../timeline/timeline";
import { el, iconButton } from "../widgets/dom";
import { KeyedRows } from "../widgets/keyed";
import { type Entry, popup } from "../widgets/menu";
import { askForText } from "../widgets/prompt";
import { parseNumber } from "../widgets/slider";
import { deleteClip, type InsertHow, insertClip, renameClip, storeClip } from "../wire/clip_commands";
import { figureChoice } from "./figure_choice";
import { storeField } from "./store_field";

const BLEND = 12; // [frames] over which a clip is blended in where nothing else is said
const EXPORTS = [".clip", ".npz", ".csv", ".bvh", ".glb", ".vrma", ".usda"];

export class ClipsPanel {
  readonly element = el("div", { class: "panel clips-panel" });
  readonly shelves: Shelves;
  private readonly carry: Carry;
  private readonly blend = signal(BLEND);
  private readonly target = signal<string | null>(null); // the shelf that a range would be stored on
  private readonly name: HTMLInputElement;

  constructor(
    private readonly editor: Editor,
    private readonly timeline: TimelineView,
    private readonly books: FlipBooks,
  ) {
    const { state } = editor;
    this.shelves = new Shelves(state);
    this.carry = new Carry(editor, timeline, () => this.blend.value);
    const [name, store] = storeField(
      "Name of this clip",
      "Store the chosen keys, or all of the motion, on a shelf",
      () => void this.store(),
    );
    this.name = name;
    const list = el("div", { class: "shelves" });
    const rows = new KeyedRows<string, Shelf>(list, (shelf) => this.shelf(shelf));
    this.element.append(
      el("div", { class: "panel-head" }, figureChoice(state), this.name, store, this.importButton()),
      el("div", { class: "panel-scroll" }, list),
      this.blendField(),
    );
    effect(() => rows.show(this.shelves.all.value.map((shelf) => [`${shelf.own} ${shelf.name}`, shelf])));
  }

  shown(): void {
    void this.shelves.load();
  }

  /** What keys that are dragged here would become; null where the pointer is elsewhere. */
  take(at: LineSample): { label: string; run: (() => Promise<void>) | null } | null {
    const side = this.element.parentElement?.getBoundingClientRect();
    const isOver = side && at.clientX >= side.left && at.clientY >= side.top && at.clientY <= side.bottom;
    if (!isOver) {
      this.target.value = null;
      return null;
    }
    this.editor.state.setView({ panel: "clips" });
    const under = document.elementFromPoint(at.clientX, at.clientY)?.closest<HTMLElement>("[data-shelf][data-own=true]");
    const shelf = under?.dataset.shelf ?? this.shelves.usual;
    const range = extentOf(this.editor.state.timeline.keys.value);
    const isRange = range !== null && range[1] > range[0];
    this.target.value = isRange ? shelf : null;
    const run = async (): Promise<void> => {
      this.target.value = null;
      await this.store(shelf);
    };
    return { label: isRange ? `store on ${shelf}` : "choose two keys or more to store them", run: isRange ? run : null };
  }

  /** Nothing is dragged any more. */
  leave(): void {
    this.target.value = null;
  }

  private async store(shelf = this.shelves.usual): Promise<void> {
    const { state } = this.editor;
    const { timeline } = state;
    const chosen = extentOf(timeline.keys.value);
    const owner = [...timeline.keys.value.keys()][0];
    const figure = (chosen && owner) || state.active.value?.id;
    if (figure === undefined) return;
    const name = this.name.value.trim() || this.shelves.freeName(shelf);
    const range = chosen && chosen[1] > chosen[0] ? chosen : timeline.loop.value;
    if (!(await this.editor.edit(storeClip({ shelf, name }, figure, range)))) return;
    this.name.value = "";
    state.status.value = `Stored “${name}” on ${shelf}`;
  }

  private importButton(): HTMLElement {
    const label = "Import clips: .clip, .npz, .csv";
    return iconButton("open", label, () => openClips(this.editor));
  }

  private blendField(): HTMLElement {
    const field = el("input", { type: "text", class: "field short", inputmode: "decimal", "aria-label": "Frames of a blend" });
    field.value = String(BLEND);
    field.addEventListener("change", () => {
      const frames = parseNumber(field.value);
      if (frames !== null && frames >= 0) this.blend.value = Math.min(frames, 1000);
      field.value = String(this.blend.value);
    });
    return el(
      "footer",
      { class: "clips-foot" },
      el("p", { class: "note" }, "Drag to the timeline: Ctrl blends, Shift replaces, Alt mirrors."),
      el(
        "label",
        { class: "row" },
        el("span", { class: "row-label" }, "Blend over"),
        field,
        el("span", { class: "dim" }, "frames"),
      ),
    );
  }

  private shelf(shelf: Readable<Shelf>): HTMLElement {
    const { name, own } = shelf.value;
    const grid = el("div", { class: "shelf-grid", role: "list", "aria-label": name });
    const tiles = new KeyedRows<string, ShelfItem>(grid, (item) => this.tile(item));
    effect(() => tiles.show(shelf.value.items.map((item) => [item.name, item])));
    const count = el("span", { class: "dim" });
    effect(() => {
      count.textContent = String(shelf.value.items.length);
    });
    const section = el(
      "section",
      { class: "shelf", "data-shelf": name, "data-own": String(own) },
      el("header", { class: "shelf-head" }, el("h3", {}, name), count),
      grid,
    );
    effect(() => void section.classList.toggle("target", own && this.target.value === name));
    return section;
  }

  private tile(item: Readable<ShelfItem>): HTMLElement {
    const { editor } = this;
    const book = (): Readable<FlipBook | null> => {
      void editor.state.theme.value;
      return this.books.get(item.value);
    };
    const { element, canvas } = clipIcon(item, book, {
      insert: () => this.insert(item.value, {}),
      menu: (at) => this.menu(item.value, at),
    });
    this.carry.allow(element, () => {
      const now = book().value;
      return now && { item: item.value, length: now.length, picture: copyOf(canvas) };
    });
    return el("div", { role: "listitem" }, element);
  }

  private async insert(item: ShelfItem, how: InsertHow): Promise<void> {
    const { state } = this.editor;
    const figure = state.active.value?.id;
    if (figure === undefined) return;
    state.setView({ timeline: true });
    const frame = Math.round(state.timeline.playhead.value);
    if (await this.editor.edit(insertClip(item, figure, frame, how))) this.timeline.showNew();
  }

  private menu(item: ShelfItem, at: { x: number; y: number }): void {
    const put = (label: string, how: InsertHow): Entry => ({ label, run: () => void this.insert(item, how) });
    const files = (): Entry[] =>
      EXPORTS.map((suffix) => ({
        label: `as ${suffix}`,
        run: () => download(`clip${suffix}`, { shelf: item.shelf, name: item.name }),
      }));
    const own: Entry[] = [
      "-",
      {
        label: "Rename …",
        icon: "pencil",
        run: () => askForText("Name of the clip", item.name, (name) => void this.editor.edit(renameClip(item, { name }))),
      },
      {
        label: "Put on shelf …",
        run: () => askForText("Name of the shelf", item.shelf, (shelf) => void this.editor.edit(renameClip(item, { shelf }))),
      },
      { label: "Delete", icon: "trash", run: () => void this.editor.edit(deleteClip(item)) },
    ];
    const entries: Entry[] = [
      put("Insert at the playhead", {}),
      put(`Blend in over ${this.blend.value} frames`, { blend: this.blend.value }),
      put("Replace what is there", { mode: "replace" }),
      put("Insert mirrored", { mirrored: true }),
      put("Insert on the spot", { on_the_spot: true }),
      put("Insert with its own figure", { adds: true }),
      "-",
      { label: "Export", items: files },
      ...(item.own ? own : []),
    ];
    popup(entries, at, { title: item.name });
  }
}

function copyOf(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const copy = el("canvas", { width: canvas.width, height: canvas.height });
  copy.getContext("2d")?.drawImage(canvas, 0, 0);
  return copy;
}

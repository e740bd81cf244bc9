/** The menu of a part: lock it in any way, mirror, reset, hide; and the question for a second part where a lock needs one. */

import type { Editor } from "../editor";
import type { Command, LockKindData } from "../messages";
import { extentOf } from "../state/clip";
import type { FigureId, PartRef } from "../state/part";
import { effect, untracked } from "../state/signals";
import { usualSpan } from "../timeline/spans";
import { el, iconButton } from "../widgets/dom";
import { type Entry, type Item, popup } from "../widgets/menu";
import {
  addLock,
  changeLock,
  changeSettings,
  hidePart,
  type LockChanges,
  type LockOptions,
  mirrorFigure,
  mirrorLimb,
  removeLock,
  reset,
} from "../wire/commands";
import { showAllParts } from "./pose";

type Place = { x: number; y: number };
type Triple<T> = [T, T, T];

const AXES = ["X", "Y", "Z"] as const;
/** Directions of the world, named as one sees them: with y up a figure faces z, with z up it faces x. */
const DIRECTIONS: Readonly<Record<"y" | "z", readonly [string, Triple<number>][]>> = {
  y: [
    ["up and down (Y)", [0, 1, 0]],
    ["left and right (X)", [1, 0, 0]],
    ["forward and back (Z)", [0, 0, 1]],
  ],
  z: [
    ["up and down (Z)", [0, 0, 1]],
    ["left and right (Y)", [0, 1, 0]],
    ["forward and back (X)", [1, 0, 0]],
  ],
};
/** How the choices of a kind that lies along a direction begin; a plane is named by the direction that it stops. */
const ALONG: Readonly<Record<string, string>> = {
  line: "moves",
  align: "of its axis that points",
  plane: "does not move",
  half_space: "stops when it moves",
};

export class LockMenu {
  readonly banner = el("div", { class: "banner", hidden: true, role: "dialog", "aria-label": "Select a part" });
  private waiting: ((part: PartRef) => void) | null = null;

  constructor(
    private readonly editor: Editor,
    private readonly figureMenu: (figure: FigureId) => Item[],
  ) {
    effect(() => {
      const { part } = editor.state.selection.value;
      if (this.waiting && part) untracked(() => this.chosen(part));
    });
  }

  get isChoosing(): boolean {
    return this.waiting !== null;
  }

  /** The menu of a lock, of a part or of nothing, at a place of the window. */
  open(part: PartRef | null, id: number | null, at: Place): void {
    const { state } = this.editor;
    const lock = state.lock(id);
    if (lock) popup(this.ofLock(lock.id), at, { title: state.lockLabel(lock) });
    else if (part) popup(this.ofPart(part), at, { title: state.label(part) });
    else popup(this.ofNothing(), at);
  }

  /** The kinds of lock for the selected part; asks for a part where none is selected. */
  openKinds(at: Place): void {
    const { state } = this.editor;
    const open = (part: PartRef): void => popup(this.kinds(part), at, { title: `Lock ${state.label(part)}${this.over()}` });
    const { part } = state.selection.value;
    if (part) open(part);
    else this.choose("Select the part to lock.", open);
  }

  cancel(): void {
    this.waiting = null;
    this.banner.hidden = true;
  }

  kinds(part: PartRef): Entry[] {
    return this.editor.state.catalogue.value.lockKinds.map((kind) => this.kindItem(part, kind));
  }

  private kindItem(part: PartRef, { kind, label, mark: icon, options }: LockKindData): Item {
    const add = (more: LockOptions = {}) => this.add(part, kind, more);
    const item = (text: string, more: LockOptions): Item => ({ label: text, icon, run: () => add(more) });
    const word = ALONG[kind];
    if (options.includes("other")) {
      const ask = (): void => this.choose(`${label}: select the other part.`, (other) => add({ other }));
      return { label: `${label} …`, icon, run: ask };
    }
    if (options.includes("axes") && kind !== "position") {
      const held = (mask: string): Item => {
        const [x, y, z] = AXES;
        return item(`hold ${[...mask].join(" and ")}`, { axes: [mask.includes(x), mask.includes(y), mask.includes(z)] });
      };
      return { label, icon, items: () => ["X", "Y", "Z", "XY", "YZ", "XZ"].map(held) };
    }
    if (word && options.includes("along"))
      return { label, icon, items: () => this.directions(part).map(([way, along]) => item(`${word} ${way}`, { along })) };
    return { label, icon, run: () => add() };
  }

  private directions(part: PartRef): (typeof DIRECTIONS)["y"] {
    return DIRECTIONS[this.editor.state.figureOf(part)?.data.up ?? "y"];
  }

  /** The frames that a new lock is for: those of the chosen keys, where there are some. */
  private range(): readonly [number, number] | null {
    const range = extentOf(this.editor.state.timeline.keys.value);
    return range && range[1] > range[0] ? range : null;
  }

  /** These frames in words, after the name of what is locked. */
  private over(): string {
    const range = this.range();
    return range ? `, frames ${range[0]} to ${range[1]}` : "";
  }

  /** Adds a lock and selects it. */
  private async add(part: PartRef, kind: string, options: LockOptions): Promise<void> {
    const range = this.range();
    const spans = range ? { spans: [usualSpan(...range)] } : {};
    const made = await this.editor.edit({ ...addLock(part, kind, options), ...spans });
    const lock = made?.locks[0];
    if (lock !== undefined) this.editor.state.select(part, lock);
  }

  private ofPart(part: PartRef): Entry[] {
    const { editor } = this;
    const { state } = editor;
    const figure = state.figureOf(part);
    const names = figure?.parametersOf(part.part).map((each) => each.name) ?? [];
    const hidden = state.isHidden(part);
    return [
      { heading: `Lock${this.over()}` },
      ...this.kinds(part),
      "-",
      {
        label: "Full body ends here",
        icon: "pull",
        run: () => void editor.edit(changeSettings({ drag_mode: "joint", drag_base: part.part })),
      },
      {
        label: "Mirror to other side",
        keys: "M",
        icon: "mirror",
        run: () => void editor.edit(mirrorLimb(part)),
        enabled: (figure?.joint(part.part)?.mirror ?? null) !== null,
      },
      {
        label: "Reset to rest pose",
        icon: "reset",
        run: () => void editor.edit(reset(part.figure, names)),
        enabled: names.length > 0,
      },
      {
        label: hidden ? "Show" : "Hide",
        keys: "H",
        icon: hidden ? "eye" : "off",
        run: () => void editor.edit(hidePart(part, state.figureState(part.figure)?.hidden_parts ?? [])),
      },
      "-",
      {
        label: state.several.value ? part.figure : "Figure",
        icon: figure?.isProp ? "box" : "pose",
        items: () => this.figureMenu(part.figure),
      },
    ];
  }

  private ofLock(id: number): Entry[] {
    const { editor } = this;
    const lock = editor.state.lock(id);
    const change = (changes: LockChanges) => (): void => void editor.edit(changeLock(id, changes));
    return [
      { label: "On", checked: lock?.enabled ?? false, run: change({ enabled: !lock?.enabled }) },
      { label: "Hard", checked: lock?.hard ?? false, run: change({ hard: !lock?.hard }) },
      ...this.times(id),
      "-",
      { label: "Show in Locks panel", icon: "lock", run: () => editor.state.setView({ panel: "locks" }) },
      { label: "Delete", keys: "Delete", icon: "trash", run: () => void editor.edit(removeLock(id)) },
    ];
  }

  /** When a lock holds: always, or over the chosen keys. */
  private times(id: number): Entry[] {
    const { editor } = this;
    const range = extentOf(editor.state.timeline.keys.value);
    if (!editor.state.timeline.moves.value) return [];
    const spans = editor.state.lock(id)?.spans ?? null;
    const over = (): void => {
      if (range) void editor.edit(changeLock(id, { spans: [usualSpan(...range)] }));
    };
    const always = (): void => void editor.edit(changeLock(id, { spans: null }));
    return [
      "-",
      { label: "Holds at all frames", checked: spans === null, run: always },
      {
        label: range ? `Holds from ${range[0]} to ${range[1]}` : "Holds over the chosen keys",
        enabled: range !== null,
        run: over,
      },
    ];
  }

  private ofNothing(): Entry[] {
    const { editor } = this;
    const { state } = editor;
    const edit = (command: (figure: FigureId) => Command) => (): void => {
      const figure = state.active.value;
      if (figure) void editor.edit(command(figure.id));
    };
    return [
      { label: "Mirror whole pose", icon: "mirror", run: edit(mirrorFigure) },
      { label: "Reset to rest pose", icon: "reset", run: edit(reset) },
      { label: "Show hidden parts", icon: "eye", enabled: state.hidden.value.size > 0, run: () => showAllParts(editor) },
    ];
  }

  /** Asks for a part: by a click in a view, or from a list. */
  private choose(prompt: string, done: (part: PartRef) => void): void {
    const { state } = this.editor;
    state.select(null);
    this.waiting = done;
    const figures = [...state.figures.value.values()].filter(({ id }) => !state.figureState(id)?.hidden);
    const parts = figures.flatMap((figure) => figure.parts.map((joint) => figure.ref(joint.name)));
    const list = el(
      "select",
      {
        class: "field",
        "aria-label": prompt,
        onchange: () => {
          const part = parts[list.selectedIndex - 1];
          if (part) this.chosen(part);
        },
      },
      el("option", {}, "or from a list …"),
      ...parts.map((part) => el("option", { value: part.part }, state.label(part))),
    );
    this.banner.replaceChildren(
      el("span", {}, `${prompt} Click it in a view`),
      list,
      iconButton("close", "Cancel (Escape)", () => this.cancel()),
    );
    this.banner.hidden = false;
    list.focus({ preventScroll: true });
  }

  private chosen(part: PartRef): void {
    const done = this.waiting;
    this.cancel();
    done?.(part);
  }
}

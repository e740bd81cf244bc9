/** All that the page knows, each piece a signal of its own; panels and views read the pieces that they show. */

import type { ClipConflict, ConflictChanged, DragBegin, Progress } from "../messages";
import { equal } from "./equal";
import type { Figure } from "./figure";
import { type FigureId, NOTHING, type PartRef, partKey, samePart, sameSelection } from "./part";
import {
  type FigureState,
  figuresOf,
  type Live,
  type Lock,
  type LockReading,
  NO_CATALOGUE,
  NO_HISTORY,
  type Scene,
} from "./scene";
import { batch, computed, type Readable, signal, untracked } from "./signals";
import { Timeline } from "./timeline";
import { FIRST_VIEW, type ViewState } from "./view";

export type Connection = "connecting" | "open" | "lost";
export type ToolName = "pull" | "move" | "rotate" | "root" | "star";
export type Grip = Omit<DragBegin, "op" | "id">;

/** A drag that goes on, and the parts of its IK chain as soon as the server has said them. */
export interface Drag {
  readonly grip: Grip;
  readonly chain: readonly PartRef[];
}

const NO_READINGS: ReadonlyMap<number, LockReading> = new Map();

export class State {
  // told by the server
  readonly connection = signal<Connection>("connecting");
  readonly unsaved = signal(0); // requests that are not yet acknowledged
  readonly file = signal(""); // the path of the project
  readonly slow = signal(false); // whether one of them takes long
  readonly catalogue = signal(NO_CATALOGUE);
  readonly figures = signal<ReadonlyMap<FigureId, Figure>>(new Map());
  readonly document = signal<Scene | null>(null);
  readonly history = signal(NO_HISTORY, equal);
  readonly live = signal<Live | null>(null);
  readonly conflict = signal<ConflictChanged | null>(null);
  readonly clipConflicts = signal<readonly ClipConflict[]>([], equal);
  readonly solving = signal<Progress | null>(null); // of a solve that runs
  // the user's
  readonly selection = signal(NOTHING, sameSelection);
  private readonly beside = signal<readonly PartRef[]>([], equal); // selected too, before the last one
  /** All selected parts, the last one last. */
  readonly chosen = computed(
    () => [...this.beside.value, ...(this.selection.value.part ? [this.selection.value.part] : [])],
    equal,
  );
  readonly hover = signal(NOTHING, sameSelection);
  readonly tool = signal<ToolName>("pull");
  readonly drag = signal<Drag | null>(null);
  readonly view = signal<ViewState>(FIRST_VIEW, equal);
  readonly status = signal(""); // what was done last
  readonly xray = signal(false); // figures are seen through
  readonly readout = signal(""); // how far a gesture has gone, beside the pointer

  readonly timeline = new Timeline(this.document);
  readonly settings = computed(() => this.document.value?.settings ?? null, equal);
  private readonly hiddenKeys = computed(() => {
    const figures = [...(this.document.value?.figures ?? [])];
    return figures.flatMap(([figure, { hidden_parts }]) => hidden_parts.map((part) => partKey({ figure, part })));
  }, equal);
  /** Parts that are not drawn, by their key. */
  readonly hidden = computed<ReadonlySet<string>>(() => new Set(this.hiddenKeys.value));
  readonly locks = computed(() => this.document.value?.locks ?? [], equal);
  readonly dragging = computed(() => this.drag.value !== null);
  readonly theme = computed(() => this.view.value.theme);
  readonly panel = computed(() => this.view.value.panel);
  readonly large = computed(() => this.view.value.large);
  readonly full = computed(() => this.view.value.full);
  /** What was last measured of each lock. */
  readonly readings: Readable<ReadonlyMap<number, LockReading>> = computed(() => this.live.value?.locks ?? NO_READINGS);
  /** The figure that panels are about: the one whose part was selected last, or else the first. */
  readonly active = computed(() => {
    const figures = this.figures.value;
    return figures.get(this.lastFigure.value ?? "") ?? figures.values().next().value ?? null;
  });
  /** Whether there is more than one figure, so that its name must be said. */
  readonly several = computed(() => this.figures.value.size > 1);

  private readonly lastFigure = signal<FigureId | null>(null);

  select(part: PartRef | null, lock: number | null = null): void {
    batch(() => {
      this.selection.value = { part, lock };
      this.beside.value = [];
      this.timeline.keysLast.value = false;
      if (part) this.lastFigure.value = part.figure;
    });
  }

  /** Selects a part beside those that are, or not any more; the last one is what panels and handles are about. */
  toggle(part: PartRef): void {
    const others = untracked(() => this.chosen.value);
    const rest = others.filter((each) => !samePart(each, part));
    if (rest.length < others.length) this.choose(rest);
    else this.choose([...others, part]);
  }

  /** Selects several parts. */
  choose(parts: readonly PartRef[]): void {
    batch(() => {
      this.select(parts.at(-1) ?? null);
      this.beside.value = parts.slice(0, -1);
    });
  }

  /** The names of the selected parts of a figure. */
  chosenOf(figure: FigureId): string[] {
    return this.chosen.value.filter((part) => part.figure === figure).map(({ part }) => part);
  }

  /** Makes a figure the active one; what is selected of another is not any more. */
  activate(figure: FigureId): void {
    batch(() => {
      this.lastFigure.value = figure;
      const { part } = untracked(() => this.selection.value);
      if (part && part.figure !== figure) this.selection.value = NOTHING;
    });
  }

  setView(change: Partial<ViewState>): void {
    this.view.value = { ...untracked(() => this.view.value), ...change };
  }

  isHidden(part: PartRef): boolean {
    return this.hidden.value.has(partKey(part));
  }

  figureOf(part: PartRef | null): Figure | undefined {
    return part ? this.figures.value.get(part.figure) : undefined;
  }

  /** A part in words; with its figure where there are several. */
  label(part: PartRef): string {
    const figure = this.figureOf(part);
    const label = figure?.joint(part.part)?.label ?? part.part;
    if (!this.several.value) return label;
    return figure?.isProp ? part.figure : `${part.figure}: ${label}`;
  }

  /** A lock in words; with the figures that it is about where there are several. */
  lockLabel(lock: Lock): string {
    return this.several.value ? `${figuresOf(lock).join(" + ")}: ${lock.name}` : lock.name;
  }

  /** What the document says of a figure. */
  figureState(figure: FigureId): FigureState | undefined {
    return this.document.value?.figures.get(figure);
  }

  /** The IK chain of a drag of a figure; its own root stands for a chain root that is not set, or is a joint of another figure. */
  chainOf(figure: FigureId, mode = this.settings.value?.drag_mode ?? null): Pick<Grip, "mode" | "base"> {
    if (mode !== "joint") return { mode, base: null };
    const [found, base] = [this.figures.value.get(figure), this.settings.value?.drag_base ?? ""];
    return { mode, base: found?.joint(base) ? base : (found?.root?.name ?? null) };
  }

  /** The frame at which edits are made, and whether they are keyed; nothing where no figure moves. */
  moment(): { frame?: number; key?: boolean } {
    if (!untracked(() => this.timeline.moves.value)) return {};
    return { frame: untracked(() => this.timeline.playhead.value), key: untracked(() => this.view.value.record) };
  }

  /** Whether all frames of the document as it is now have come, none of them provisional. */
  get framesAreWhole(): boolean {
    const { clips, frames, news } = this.timeline;
    void news.value;
    const revision = this.document.value?.revision ?? 0;
    return [...clips.value.keys()].every((id) => (frames.get(id)?.revision ?? -1) >= revision && !frames.get(id)?.provisional);
  }

  /** Whether a clip is playing. */
  get playing(): boolean {
    return this.timeline.playing.value;
  }

  lock(id: number | null): Lock | undefined {
    return id === null ? undefined : this.locks.value.find((lock) => lock.id === id);
  }

  /** The selected lock, unless it is gone. */
  get selectedLock(): Lock | undefined {
    return this.lock(this.selection.value.lock);
  }

  /** The values of a figure's parameters as they are now, in a drag too. */
  values(figure: FigureId): ArrayLike<number> {
    return this.live.value?.poses.get(figure)?.parameters ?? this.figureState(figure)?.q ?? [];
  }

  stiffness(figure: FigureId, parameter: string): number | undefined {
    return this.figureState(figure)?.stiffness[parameter];
  }
}

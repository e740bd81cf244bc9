/** All that the page knows, each piece a signal of its own; panels and views read the pieces that they show. */

import type { Conflict, DragBegin, Progress } from "../messages";
import { equal } from "./equal";
import type { Figure } from "./figure";
import { type FigureId, NOTHING, type PartRef, partKey, sameSelection } from "./part";
import { type Live, type Lock, type LockReading, NO_CATALOGUE, NO_HISTORY, type Scene } from "./scene";
import { computed, type Readable, signal, untracked } from "./signals";
import { FIRST_VIEW, type ViewState } from "./view";

export type Connection = "connecting" | "open" | "lost";
export type ToolName = "pull" | "rotate" | "root" | "star";
export type Grip = Omit<DragBegin, "op" | "id">;

/** A drag that goes on, and the parts of its IK chain as soon as the server has said them. */
export interface Drag {
  readonly grip: Grip;
  readonly chain: readonly PartRef[];
}

export class State {
  // told by the server
  readonly connection = signal<Connection>("connecting");
  readonly unsaved = signal(0); // requests that are not yet acknowledged
  readonly catalogue = signal(NO_CATALOGUE);
  readonly figures = signal<ReadonlyMap<FigureId, Figure>>(new Map());
  readonly document = signal<Scene | null>(null);
  readonly history = signal(NO_HISTORY, equal);
  readonly live = signal<Live | null>(null);
  readonly conflict = signal<Conflict | null>(null);
  readonly solving = signal<Progress | null>(null); // of a solve that runs
  // the user's
  readonly selection = signal(NOTHING, sameSelection);
  readonly hover = signal(NOTHING, sameSelection);
  readonly hidden = signal<ReadonlySet<string>>(new Set()); // parts, by their key
  readonly tool = signal<ToolName>("pull");
  readonly drag = signal<Drag | null>(null);
  readonly view = signal<ViewState>(FIRST_VIEW, equal);
  readonly status = signal(""); // what was done last

  readonly settings = computed(() => this.document.value?.settings ?? null, equal);
  readonly locks = computed(() => this.document.value?.locks ?? [], equal);
  readonly dragging = computed(() => this.drag.value !== null);
  readonly theme = computed(() => this.view.value.theme);
  readonly panel = computed(() => this.view.value.panel);
  readonly large = computed(() => this.view.value.large);
  readonly full = computed(() => this.view.value.full);
  /** What was last measured of each lock. While a new document is without its pose, the numbers before it stand. */
  readonly readings: Readable<ReadonlyMap<number, LockReading>> = computed(() => this.measured());
  /** The figure that panels are about: that of the selection, or else the first. */
  readonly active = computed(() => {
    const figures = this.figures.value;
    const selected = this.selection.value.part;
    return (selected && figures.get(selected.figure)) ?? figures.values().next().value ?? null;
  });

  private lastReadings: ReadonlyMap<number, LockReading> = new Map();

  select(part: PartRef | null, lock: number | null = null): void {
    this.selection.value = { part, lock };
  }

  setView(change: Partial<ViewState>): void {
    this.view.value = { ...untracked(() => this.view.value), ...change };
  }

  toggleHidden(part: PartRef): void {
    const hidden = new Set(untracked(() => this.hidden.value));
    if (!hidden.delete(partKey(part))) hidden.add(partKey(part));
    this.hidden.value = hidden;
  }

  showAll(): void {
    this.hidden.value = new Set();
  }

  isHidden(part: PartRef): boolean {
    return this.hidden.value.has(partKey(part));
  }

  figureOf(part: PartRef | null): Figure | undefined {
    return part ? this.figures.value.get(part.figure) : undefined;
  }

  label(part: PartRef): string {
    return this.figureOf(part)?.joint(part.part)?.label ?? part.part;
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
    return this.live.value?.poses.get(figure)?.parameters ?? this.document.value?.figures.get(figure)?.q ?? [];
  }

  stiffness(figure: FigureId, parameter: string): number | undefined {
    return this.document.value?.figures.get(figure)?.stiffness[parameter];
  }

  private measured(): ReadonlyMap<number, LockReading> {
    const [live, document] = [this.live.value, this.document.value];
    if (live && document && live.revision === document.revision) {
      const found = new Map<number, LockReading>();
      document.locks.forEach((lock, k) => {
        const reading = live.locks[k];
        if (reading) found.set(lock.id, reading);
      });
      this.lastReadings = found;
    }
    return this.lastReadings;
  }
}

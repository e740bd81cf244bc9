/** The shelves: clips of the document, and those that every project has, the user's own and the shipped ones. */

import { equal } from "../state/equal";
import { computed, type Readable, signal } from "../state/signals";
import type { State } from "../state/state";
import type { ClipRef } from "../wire/clip_commands";

export interface ShelfItem extends ClipRef {
  readonly about: string;
  readonly stamp: string; // differs where clips do
  readonly own: boolean; // of the document: it can be renamed and deleted
}

export interface Shelf {
  readonly name: string;
  readonly own: boolean;
  readonly items: readonly ShelfItem[];
}

export const FIRST_SHELF = "my clips"; // where clips go while there is no shelf

export class Shelves {
  readonly all: Readable<readonly Shelf[]>;
  private readonly shipped = signal<readonly ShelfItem[]>([], equal);
  private asked = false;

  constructor(state: State) {
    this.all = computed(() => {
      const own = (state.document.value?.shelves ?? []).map((item) => ({ ...item, about: "", own: true }));
      return shelvesOf([...own, ...this.shipped.value]);
    }, equal);
  }

  /** Asks the server for the clips that are not in the document; once. */
  async load(): Promise<void> {
    if (this.asked) return;
    this.asked = true;
    const answer = await fetch("/api/library").catch(() => null);
    this.asked = answer?.ok === true;
    if (!answer?.ok) return;
    const found = (await answer.json()) as { shelf: string; name: string; about: string }[];
    this.shipped.value = found.map((item) => ({ ...item, stamp: "", own: false }));
  }

  /** The shelf that a clip goes on where none is said. */
  get usual(): string {
    return this.all.value.find((shelf) => shelf.own)?.name ?? FIRST_SHELF;
  }

  /** A name that is free on a shelf. */
  freeName(shelf: string): string {
    const taken = new Set(this.all.value.find(({ name }) => name === shelf)?.items.map(({ name }) => name));
    let number = taken.size + 1;
    while (taken.has(`clip ${number}`)) number++;
    return `clip ${number}`;
  }
}

function shelvesOf(items: readonly ShelfItem[]): Shelf[] {
  const found = new Map<string, { name: string; own: boolean; items: ShelfItem[] }>();
  for (const item of items) {
    const key = `${item.own} ${item.shelf}`;
    const shelf = found.get(key) ?? { name: item.shelf, own: item.own, items: [] };
    shelf.items.push(item);
    found.set(key, shelf);
  }
  return [...found.values()];
}

/** The rows of the timeline from the top: ruler, range that is repeated, and of each figure its keys and its locks. */

import { equal } from "../state/equal";
import type { FigureId, PartRef } from "../state/part";
import type { Lock } from "../state/scene";
import type { State } from "../state/state";

export const RULER = 22; // [pixels]
export const LOOP = 10;
export const KEYS = 66; // a picture of 56 and a little room
export const BAR = 14;
export const STRIP = 18;
export const AUDIT = 20;
export const OVERVIEW = 11;
const [LEAST_CURVES, SHARE] = [110, 0.36]; // [pixels] of curves, and of the window that all rows may take
export const PICTURE = { width: 44, height: 56 };
export const LARGER = 1.5; // times as large is the picture of the key under the pointer
export const LABELS = 132; // [pixels] of the names at the left

export type Row =
  | { readonly kind: "ruler" | "loop" | "overview"; readonly top: number; readonly height: number }
  | {
      readonly kind: "keys" | "bar" | "audit" | "curves";
      readonly figure: FigureId;
      readonly top: number;
      readonly height: number;
    }
  | {
      readonly kind: "strip";
      readonly label: string;
      readonly locks: readonly Lock[];
      readonly top: number;
      readonly height: number;
    };

/** All rows; those of the figures are moved up by `scrolled` pixels. */
export function rowsOf(state: State, scrolled: number): Row[] {
  const rows: Row[] = [
    { kind: "ruler", top: 0, height: RULER },
    { kind: "loop", top: RULER, height: LOOP },
  ];
  let top = RULER + LOOP - scrolled;
  for (const [figure, clip] of state.timeline.clips.value) {
    const add = (kind: "keys" | "bar" | "audit" | "curves", height: number): void => {
      rows.push({ kind, figure, top, height });
      top += height;
    };
    const keyed = clip.frames.length > 0;
    add("keys", keyed ? KEYS : STRIP);
    if (keyed) add("bar", BAR);
    const own = state.locks.value.filter((lock) => lock.figure === figure);
    const curved = state.timeline.curves.value && keyed && figure === state.active.value?.id;
    if (curved)
      add("curves", Math.max(LEAST_CURVES, Math.round(SHARE * innerHeight) - RULER - LOOP - KEYS - BAR - AUDIT - OVERVIEW));
    for (const locks of curved ? [] : sharedRows(own)) {
      rows.push({ kind: "strip", label: labelOf(state, locks), locks, top, height: STRIP });
      top += STRIP;
    }
    if (own.length) add("audit", AUDIT);
  }
  return rows;
}

/** The name of a lock, or that of the part of several; whose hand has a prop is said where there are several bodies. */
function labelOf(state: State, locks: readonly Lock[]): string {
  const [first] = locks;
  if (!first) return "";
  const figures = state.figures.value;
  const holder = holderOf(first);
  if (holder && [...figures.values()].filter(({ isProp }) => !isProp).length > 1) return state.label(holder);
  if (locks.every(({ name }) => name === first.name)) return first.name;
  return figures.get(first.figure)?.joint(first.part)?.label ?? first.part;
}

/** The part that holds a prop by a lock; null for other locks. */
const holderOf = (lock: Lock): PartRef | null => (lock.kind === "hold" ? lock.mark.on : null);

/** Locks of one part that follow each other in time share a row, as the footholds of a walk do; all others have their own. */
function sharedRows(locks: readonly Lock[]): Lock[][] {
  const rows: Lock[][] = [];
  for (const lock of locks) {
    const shared = lock.spans?.length ? rows.find((row) => row.every((other) => isApart(lock, other))) : undefined;
    if (shared) shared.push(lock);
    else rows.push([lock]);
  }
  return rows;
}

/** Whether two locks hold the same part at different times. */
function isApart(one: Lock, other: Lock): boolean {
  const [own, others] = [one.spans ?? [], other.spans ?? []];
  if (one.part !== other.part || !equal(holderOf(one), holderOf(other)) || !own.length || !others.length) return false;
  return own.every((a) => others.every((b) => a.end < b.start || b.end < a.start));
}

export const heightOf = (rows: readonly Row[]): number => Math.max(...rows.map(({ top, height }) => top + height));

/** The row under a pixel; the ruler lies above rows that were scrolled under it. */
export function rowAt(rows: readonly Row[], y: number): Row | null {
  return rows.find(({ top, height }) => y >= top && y < top + height) ?? null;
}

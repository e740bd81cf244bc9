/** Addresses: a figure of the scene, and a part of a figure. */

/** The name of a figure, which is its own in a document. */
export type FigureId = string;

export interface PartRef {
  readonly figure: FigureId;
  readonly part: string;
}

/** What is selected, or under the cursor: a part, or a lock and its part. */
export interface Selection {
  readonly part: PartRef | null;
  readonly lock: number | null;
}

export const NOTHING: Selection = { part: null, lock: null };

export const samePart = (a: PartRef | null, b: PartRef | null): boolean =>
  a === b || (a !== null && b !== null && a.figure === b.figure && a.part === b.part);

export const sameSelection = (a: Selection, b: Selection): boolean => a.lock === b.lock && samePart(a.part, b.part);

/** The address as one text, for sets and maps. */
export const partKey = ({ figure, part }: PartRef): string => `${figure}\n${part}`;
export const figureOfKey = (key: string): FigureId => key.split("\n", 1)[0] ?? "";

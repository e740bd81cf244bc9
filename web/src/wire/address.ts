/**
 * Where the wire's addresses meet the page's. The page addresses (figure, part); the server knows one figure, so that its
 * messages name parts alone. This file and `receive` are all that changes when messages name figures as well.
 */

import type { FigureId, PartRef } from "../state/part";

/** The one figure of the document. */
export const ONLY_FIGURE: FigureId = "figure";

/** The fields of a message that name a part. */
export const ofPart = ({ part }: PartRef): { part: string } => ({ part });

/** The fields of a message that name a figure: none, while there is one. */
export const ofFigure = (_figure: FigureId): Record<never, never> => ({});

/** Parts of a chain in a message. */
export const partsOf = (names: readonly string[]): PartRef[] => names.map((part) => ({ figure: ONLY_FIGURE, part }));

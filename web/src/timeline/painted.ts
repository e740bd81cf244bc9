/** What is drawn of the timeline, and how it is passed on. */

import type { FigureId } from "../state/part";
import type { State } from "../state/state";
import type { Colours } from "./colours";
import type { Curves } from "./curves";
import type { Doing } from "./gesture";
import type { KeyPictures } from "./pictures";
import type { Row } from "./rows";
import type { TimeScale } from "./scale";

export interface Painted {
  readonly state: State;
  readonly scale: TimeScale;
  readonly curves: Curves;
  readonly rows: readonly Row[];
  readonly scrolled: number; // [pixels] that the rows are moved up
  readonly hidden: number; // [pixels] of the rows that do not fit
  readonly pictures: KeyPictures;
  readonly doing: Doing | null;
  readonly hovered: { readonly figure: FigureId; readonly frame: number } | null;
  readonly colours: Colours;
  readonly width: number;
  readonly height: number;
}

export type Context = CanvasRenderingContext2D;

/** As much of a text as is no wider than so many pixels. */
export function shortened(ctx: Context, text: string, width: number): string {
  if (ctx.measureText(text).width <= width) return text;
  let count = text.length - 1;
  while (count > 1 && ctx.measureText(`${text.slice(0, count)}…`).width > width) count--;
  return `${text.slice(0, count).trimEnd()}…`;
}

/** What a gesture on the timeline would do if it ended now; drawn over what is, until it ends. */

import type { Box } from "../math/box";
import type { Command } from "../messages";
import type { KeySet } from "../state/clip";
import type { FigureId } from "../state/part";
import { signal } from "../state/signals";
import type { Range } from "../state/timeline";

/** Spans of a lock as they would be. */
export interface Spans {
  readonly lock: number;
  readonly spans: readonly { start: number; end: number; ease_in: number; ease_out: number }[];
}

export interface Doing {
  readonly label: string; // at the cursor
  readonly at: number; // the frame where the label stands
  readonly command: Command | null; // that it ends with; null where it changes nothing
  readonly moved?: (figure: FigureId, frame: number) => number; // where a key would stand
  readonly keys?: KeySet; // that are moved
  readonly copies?: boolean; // they stay, and copies are put
  readonly replaced?: KeySet; // keys that would be gone
  readonly box?: Box;
  readonly range?: Range;
  readonly spans?: Spans;
  readonly bend?: readonly [{ readonly x: number; readonly y: number }, { readonly x: number; readonly y: number }]; // a handle
  readonly slow?: {
    readonly figure: FigureId;
    readonly frame: number;
    readonly field: "slow_in" | "slow_out";
    readonly value: number;
  };
}

export const doing = () => signal<Doing | null>(null);

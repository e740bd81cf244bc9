/** The names at the left: dragged they scroll the rows, where there are more than fit; a click is for the row. */

import type { Gesture, Tool } from "../tools/tool";
import type { Line, LineHover, LineSample } from "./line";
import { LABELS } from "./rows";

export class NamesTool implements Tool<LineSample, LineHover> {
  readonly name = "names";

  /** `rows` are the tools that have a click on a name. */
  constructor(
    private readonly line: Line,
    private readonly rows: readonly Tool<LineSample, LineHover>[],
  ) {}

  hover(): null {
    return null;
  }

  down(start: LineSample): Gesture<LineSample> | null {
    const { line } = this;
    if (start.button !== 0 || start.x >= LABELS || !line.hidden) return null;
    const before = line.scrolled;
    const gesture = this.rows.map((tool) => tool.down(start)).find((found) => found !== null);
    const scroll = (at: LineSample): void => line.scroll(before + start.y - at.y);
    return {
      move: scroll,
      up: scroll,
      cancel: () => line.scroll(before),
      click: (at) => gesture?.click?.(at),
    };
  }
}

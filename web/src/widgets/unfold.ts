/** Details that unfold below a row while it is the chosen one. */

import { effect, onDispose, owned, type Readable } from "../state/signals";

/** Appends details to a row when it opens; removes them, with all their effects, when it closes. */
export function unfold(row: HTMLElement, isOpen: Readable<boolean>, details: () => HTMLElement): void {
  let close = (): void => {};
  onDispose(() => close());
  effect(() => {
    const open = isOpen.value;
    close();
    if (!open) return;
    const [element, dispose] = owned(details);
    row.append(element);
    close = () => {
      dispose();
      element.remove();
      close = () => {};
    };
  });
}

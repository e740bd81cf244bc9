/** A menu of things that are kept by name: to use them, to keep one more, to forget one. */

import type { Entry, Item } from "../widgets/menu";

export function keptMenu(
  names: readonly string[],
  use: (name: string) => void,
  more: Item,
  forget: (name: string) => void,
): Entry[] {
  return [
    ...names.map((name) => ({ label: name, run: () => use(name) })),
    ...(names.length ? (["-"] as const) : []),
    more,
    ...names.map((name) => ({ label: `Forget ${name}`, run: () => forget(name) })),
  ];
}

/** The same without one name. */
export const without = <T>(kept: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(kept).filter(([each]) => each !== name));

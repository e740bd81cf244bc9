/** The view of this window: it outlives a reload, and is not that of another window on the same project. */

import { type ViewState, viewFrom } from "./view";

const keyOf = (file: string): string => `manikin view of ${file}`;

/** Keeps the view for as long as the window is open; where the browser stores nothing, the project's own is used. */
export function keepOwnView(file: string, view: ViewState): void {
  try {
    sessionStorage.setItem(keyOf(file), JSON.stringify(view));
  } catch {
    // storage is full or not allowed
  }
}

/** The view that this window had, or else the one that is kept with the project. */
export function ownView(file: string, stored: Readonly<Record<string, unknown>>): ViewState {
  try {
    const own: unknown = JSON.parse(sessionStorage.getItem(keyOf(file)) ?? "null");
    if (typeof own === "object" && own !== null) return viewFrom({ ...own });
  } catch {
    // nothing that can be read
  }
  return viewFrom(stored);
}

/** Keys: how they are written, and which press is which. */

const onMac = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);

const ARROWS: Readonly<Record<string, string>> = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };

/** The keys as this system writes them. */
export const shownKeys = (keys: string): string =>
  (onMac ? keys.replaceAll("Ctrl", "Cmd") : keys)
    .replaceAll(" ", " or ")
    .replace(/Arrow[A-Z][a-z]+/g, (key) => ARROWS[key] ?? key);

/** A key press in the words of the list: modifiers in the order Ctrl, Alt, Shift. Ctrl stands for Command on a Mac. */
export function chordOf(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">): string {
  let key = event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key;
  if (key === "Del") key = "Delete";
  const letter = /^[A-Z]$/.test(key) || key.length > 1;
  const words = [];
  if (event.ctrlKey || event.metaKey) words.push("Ctrl");
  if (event.altKey) words.push("Alt");
  if (event.shiftKey && letter) words.push("Shift"); // "?" and "+" are what they are
  return [...words, key].join("+");
}

const GIVES_UP: ReadonlySet<string> = new Set(["Escape", "Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+Y"]);

/** Whether a key gives up a gesture in whose midst it is pressed: Escape, and those that go through the history. */
export const givesUp = (chord: string): boolean => GIVES_UP.has(chord);

/** Whether key presses belong to the element that has the focus: a field where something is typed. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.matches("input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select")
  );
}

/** The colours of the timeline, read from the page's own theme. */

const NAMES = {
  back: "--back",
  panel: "--panel",
  raised: "--raised",
  line: "--line",
  strong: "--strong-line",
  text: "--text",
  dim: "--dim",
  faint: "--faint",
  accent: "--accent",
  accentBack: "--accent-back",
  held: "--held",
  amber: "--amber",
  red: "--red",
} as const;

export type Colours = Record<keyof typeof NAMES, string>;

export function readColours(element: Element): Colours {
  const style = getComputedStyle(element);
  return Object.fromEntries(Object.entries(NAMES).map(([name, own]) => [name, style.getPropertyValue(own).trim()])) as Colours;
}

/** A colour that lets through what is below. */
export const faded = (colour: string, share: number): string =>
  `color-mix(in srgb, ${colour} ${Math.round(100 * share)}%, transparent)`;

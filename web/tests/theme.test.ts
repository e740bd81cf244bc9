/** Colours that can be read, in both themes, and told apart by eyes that see no red or no green. */

import { describe, expect, it } from "vitest";
import { AXIS_COLOURS, THEMES } from "../src/stage/theme";

type Colour = readonly [number, number, number];
const files = import.meta.glob<string>("../src/theme.css", { query: "?raw", import: "default", eager: true });
const CSS = Object.values(files)[0] ?? "";

const hex = (text: string): Colour => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16) / 255);
  return [r, g, b];
};
const linear = (x: number): number => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
const map = ([r, g, b]: Colour, f: (x: number) => number): Colour => [f(r), f(g), f(b)];

/** The relative luminance and contrast of WCAG 2.2. */
const luminance = (colour: Colour): number => {
  const [r, g, b] = map(colour, linear);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: Colour, b: Colour): number => {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
};

/** The variables of a theme; the light one has those of the dark one where it has none of its own. */
function variables(theme: "dark" | "light"): Map<string, Colour> {
  const block = (start: string): string => CSS.slice(CSS.indexOf(start)).split("}", 1)[0] ?? "";
  const text = block(":root {") + (theme === "light" ? block('[data-theme="light"] {') : "");
  return new Map([...text.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name = "", value = ""]) => [name, hex(value)]));
}

const WORDS = ["text", "dim", "faint", "accent", "held", "amber", "red"];
const GROUNDS = ["bar", "panel", "raised"];
const PAIRS: readonly (readonly [string, string])[] = [
  ...GROUNDS.flatMap((ground) => WORDS.map((word) => [word, ground] as const)),
  ...["text", "dim"].map((word) => [word, "back"] as const),
  ...["text", "dim"].map((word) => [word, "hover"] as const),
  ["on-accent", "accent"],
  ["text", "accent-back"],
  ["accent", "accent-back"],
  ["dim", "accent-back"], // the keys of the menu item that has the focus
  ["text", "red-back"],
  ["red", "red-back"],
  ...["text", "dim"].flatMap((word) => ["view-top", "view-bottom"].map((ground) => [word, ground] as const)),
];

it("draws the keys of the menu item that has the focus in a colour that can be read there", () => {
  expect(CSS).toMatch(/\.menu-item:focus \.menu-keys \{ color: var\(--dim\); \}/);
});

describe.each(["dark", "light"] as const)("the %s theme", (theme) => {
  const known = variables(theme);

  it.each(PAIRS)("shows %s on %s with a contrast of 4.5 or more", (word, ground) => {
    const [ink, paper] = [known.get(word), known.get(ground)];
    expect(ink && paper).toBeTruthy();
    if (ink && paper) expect(contrast(ink, paper)).toBeGreaterThanOrEqual(4.5);
  });

  it("shows where the focus is, and what the marks of locks are", () => {
    const accent = known.get("accent") ?? hex("#000000");
    for (const ground of GROUNDS) expect(contrast(accent, known.get(ground) ?? accent)).toBeGreaterThanOrEqual(3);
  });
});

/** What two kinds of colour-blind eyes see: Viénot, Brettel & Mollon 1999, on linear values. */
const SEEN: Readonly<Record<string, readonly Colour[]>> = {
  "no red": [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
  "no green": [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
};
const seen = (colour: Colour, rows: readonly Colour[]): Colour => {
  const [r, g, b] = map(colour, linear);
  const [x = 0, y = 0, z = 0] = rows.map(([a, c, e]) => Math.max(0, a * r + c * g + e * b));
  return [x, y, z];
};
/** CIE 1976 difference of two colours that are given by linear values. */
function difference(a: Colour, b: Colour): number {
  const lab = ([r, g, bl]: Colour): number[] => {
    const xyz = [
      (0.4124 * r + 0.3576 * g + 0.1805 * bl) / 0.9505,
      0.2126 * r + 0.7152 * g + 0.0722 * bl,
      (0.0193 * r + 0.1192 * g + 0.9505 * bl) / 1.089,
    ];
    const [x = 0, y = 0, z = 0] = xyz.map((t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116));
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
  };
  const [one, two] = [lab(a), lab(b)];
  return Math.hypot(...one.map((x, k) => x - (two[k] ?? 0)));
}

describe.each(Object.entries(SEEN))("eyes with %s", (_, rows) => {
  it("tell left from right, and what is held from what is not", () => {
    for (const theme of Object.values(THEMES)) {
      const colour = (name: "left" | "right" | "held" | "red" | "amber"): Colour => hex(`#${theme[name].getHexString()}`);
      expect(difference(seen(colour("left"), rows), seen(colour("right"), rows))).toBeGreaterThan(20);
      expect(difference(seen(colour("held"), rows), seen(colour("red"), rows))).toBeGreaterThan(20);
    }
  });

  it("tell the three axes apart", () => {
    const axes = AXIS_COLOURS.map(hex);
    for (const [k, one] of axes.entries())
      for (const two of axes.slice(k + 1)) expect(difference(seen(one, rows), seen(two, rows))).toBeGreaterThan(20);
  });
});

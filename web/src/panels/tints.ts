/** Colours to tint a figure with: a few that go with the page, and any other. */

import { effect, type Readable } from "../state/signals";
import { el } from "../widgets/dom";

export type Tint = [number, number, number];

const TINTS: readonly [string, string][] = [
  ["Red", "#d06a62"],
  ["Amber", "#d3a04c"],
  ["Green", "#74a866"],
  ["Teal", "#4fa7a3"],
  ["Blue", "#6b8fd6"],
  ["Violet", "#a283cc"],
];

export const toHex = (tint: Tint): string =>
  `#${tint
    .map((part) =>
      Math.round(255 * part)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
export const fromHex = (hex: string): Tint => {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return [part(1), part(3), part(5)];
};

export function tints(now: Readable<Tint | null>, set: (tint: Tint | null) => void): HTMLElement {
  const swatch = (label: string, hex: string | null): HTMLButtonElement => {
    const button = el("button", {
      type: "button",
      class: "swatch",
      title: label,
      "aria-label": label,
      onclick: () => set(hex === null ? null : fromHex(hex)),
    });
    if (hex) button.style.setProperty("--swatch", hex);
    effect(() => button.setAttribute("aria-pressed", String((now.value && toHex(now.value)) === hex)));
    return button;
  };
  const other = el("input", {
    type: "color",
    class: "swatch",
    title: "Another colour",
    "aria-label": "Another colour",
    onchange: () => set(fromHex(other.value)),
  });
  effect(() => {
    other.value = now.value ? toHex(now.value) : "#808080";
  });
  const own = TINTS.map(([label, hex]) => swatch(label, hex));
  return el("div", { class: "tints", role: "group", "aria-label": "Tint" }, swatch("Own colours", null), ...own, other);
}

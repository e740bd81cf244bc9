/** Colours of the stage in both themes; the page's own are in theme.css. */

import * as THREE from "three";
import type { ThemeName } from "../state/view";

export interface StageTheme {
  centre: THREE.Color;
  left: THREE.Color;
  right: THREE.Color;
  grid: THREE.Color;
  gridStrength: number;
  shadowStrength: number;
  accent: THREE.Color;
  amber: THREE.Color;
  red: THREE.Color;
  held: THREE.Color;
  off: THREE.Color;
  star: THREE.Color;
  brightness: number;
  /** Behind the figures, at the upper and at the lower edge, as the views have it. */
  background: readonly [string, string];
}

/** Of the axes x, y, z. */
export const AXIS_COLOURS = ["#dd4a48", "#86d673", "#5b8def"] as const;

const BODY = { centre: "#c9c5bd", left: "#7d9ab5", right: "#c8967e" };
const colours = <T extends Record<string, string>>(table: T): { [K in keyof T]: THREE.Color } =>
  Object.fromEntries(Object.entries(table).map(([k, v]) => [k, new THREE.Color(v)])) as { [K in keyof T]: THREE.Color };

export const THEMES: Record<ThemeName, StageTheme> = {
  dark: {
    ...colours({
      ...BODY,
      grid: "#93a1b3",
      accent: "#5cc8ff",
      amber: "#ffb340",
      red: "#ff5d5d",
      held: "#54d6a0",
      off: "#8b93a0",
      star: "#ffd166",
    }),
    gridStrength: 0.34,
    shadowStrength: 0.8,
    brightness: 0.86,
    background: ["#363b45", "#24272e"],
  },
  light: {
    ...colours({
      ...BODY,
      grid: "#66717f",
      accent: "#0a84d6",
      amber: "#e08600",
      red: "#d3273e",
      held: "#12946a",
      off: "#7c8794",
      star: "#d99a00",
    }),
    gridStrength: 0.42,
    shadowStrength: 0.34,
    brightness: 1.06,
    background: ["#f4f5f7", "#d3d8de"],
  },
};

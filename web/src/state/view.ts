/** The page's own state that is kept with the project: it is neither undone nor told to other windows. */

import type { Point } from "../math/vector";
import type { BackdropData } from "../messages";

export const VIEW_NAMES = ["perspective", "front", "side", "top"] as const;
export type ViewName = (typeof VIEW_NAMES)[number];

export const THEME_NAMES = ["dark", "light"] as const;
export type ThemeName = (typeof THEME_NAMES)[number];

/** Where a view looks; `height` is what it shows at the target from its lower to its upper edge. Angles in radians, lengths in metres. */
export interface CameraState {
  readonly target: Point;
  readonly yaw: number;
  readonly pitch: number;
  readonly height: number;
}

/** A camera that is kept by name, with the view that it is of. */
export interface Shot extends CameraState {
  readonly view: ViewName;
}

/** From where a view looks; a view that is turned round has its own. */
export type Sight = BackdropData["sight"];
const OPPOSITE: Partial<Record<ViewName, Sight>> = { front: "back", side: "left side", top: "bottom" };

/** The title of a view, by where its camera is. */
export function sightOf(name: ViewName, camera: CameraState | undefined): Sight {
  const turned =
    name === "top" ? (camera?.pitch ?? 1) < 0 : Math.cos((camera?.yaw ?? 0) - (name === "side" ? -Math.PI / 2 : 0)) < 0;
  return (camera && turned && OPPOSITE[name]) || name;
}

export const PANEL_NAMES = ["figures", "parts", "locks", "solver", "poses", "clips", "history"] as const;
export type PanelName = (typeof PANEL_NAMES)[number];

export const AXES_NAMES = ["world", "local"] as const;
export type AxesName = (typeof AXES_NAMES)[number];

export interface ViewState {
  readonly theme: ThemeName;
  readonly panel: PanelName;
  readonly large: ViewName;
  readonly full: boolean;
  readonly cameras: Partial<Record<ViewName, CameraState>>;
  readonly shots: Readonly<Record<string, Shot>>; // cameras by name
  readonly hinted: boolean; // the first-run hint has been read
  readonly open: Readonly<Record<string, boolean>>; // limbs whose sliders are unfolded
  readonly sets: Readonly<Record<string, readonly string[]>>; // of parts that are selected together, by name
  readonly speed: number; // of the part that follows the star
  readonly axes: AxesName; // of the arrows that move a part
  readonly turns: AxesName; // of the rings that rotate it
  readonly width: number | null; // of the panel [pixels]; null: as the window has it
  readonly folded: boolean; // the panel is out of the way
  readonly follow: boolean; // small views keep the figure in sight
  readonly timeline: boolean | null; // whether it is open; null: where a figure moves
  readonly record: boolean; // figures that are pulled are keyed
  readonly looped: boolean; // playing begins again at the end
  readonly pace: number; // of playing, 1 for real time
  readonly everyFrame: boolean; // playing shows each frame, however long it takes
}

export const FIRST_VIEW: ViewState = {
  theme: "dark",
  panel: "parts",
  large: "perspective",
  full: false,
  cameras: {},
  shots: {},
  hinted: false,
  open: {},
  sets: {},
  speed: 1,
  axes: "world",
  turns: "local",
  width: null,
  folded: false,
  follow: true,
  timeline: null,
  record: true,
  looped: true,
  pace: 1,
  everyFrame: false,
};

/** What was stored, field by field; what has another type than it should is left out. */
export function viewFrom(stored: Readonly<Record<string, unknown>>): ViewState {
  const {
    theme,
    panel,
    large,
    full,
    cameras,
    shots,
    hinted,
    open,
    sets,
    speed,
    axes,
    turns,
    width,
    folded,
    follow,
    timeline,
    record,
    looped,
    pace,
    everyFrame,
  } = stored;
  const oneOf = <T extends string>(names: readonly T[], given: unknown, otherwise: T): T =>
    names.find((name) => name === given) ?? otherwise;
  return {
    theme: oneOf(THEME_NAMES, theme, FIRST_VIEW.theme),
    panel: oneOf(PANEL_NAMES, panel, FIRST_VIEW.panel),
    large: oneOf(VIEW_NAMES, large, FIRST_VIEW.large),
    full: full === true,
    cameras: camerasFrom(cameras),
    shots: shotsFrom(shots),
    hinted: hinted === true,
    open: Object.fromEntries(entries(open).filter((entry): entry is [string, boolean] => typeof entry[1] === "boolean")),
    sets: Object.fromEntries(
      entries(sets).filter(
        (entry): entry is [string, string[]] => Array.isArray(entry[1]) && entry[1].every((part) => typeof part === "string"),
      ),
    ),
    speed: isNumber(speed) ? speed : FIRST_VIEW.speed,
    axes: oneOf(AXES_NAMES, axes, FIRST_VIEW.axes),
    turns: oneOf(AXES_NAMES, turns, FIRST_VIEW.turns),
    width: isNumber(width) && width >= 240 && width <= 900 ? width : null,
    folded: folded === true,
    follow: follow !== false,
    timeline: typeof timeline === "boolean" ? timeline : null,
    record: record !== false,
    looped: looped !== false,
    pace: isNumber(pace) && pace >= 0.1 && pace <= 4 ? pace : FIRST_VIEW.pace,
    everyFrame: everyFrame === true,
  };
}

function camerasFrom(stored: unknown): ViewState["cameras"] {
  const given = new Map(entries(stored));
  const found: Partial<Record<ViewName, CameraState>> = {};
  for (const name of VIEW_NAMES) {
    const camera = cameraFrom(given.get(name));
    if (camera) found[name] = camera;
  }
  return found;
}

function shotsFrom(stored: unknown): ViewState["shots"] {
  const found: Record<string, Shot> = {};
  for (const [name, given] of entries(stored)) {
    const view = VIEW_NAMES.find((each) => each === Object.fromEntries(entries(given)).view);
    const camera = cameraFrom(given);
    if (view && camera) found[name] = { view, ...camera };
  }
  return found;
}

function cameraFrom(stored: unknown): CameraState | null {
  const { target, yaw, pitch, height } = Object.fromEntries(entries(stored));
  const [x, y, z, ...rest]: unknown[] = Array.isArray(target) ? target : [];
  if (!isNumber(x) || !isNumber(y) || !isNumber(z) || rest.length) return null;
  const isWhole = isNumber(yaw) && isNumber(pitch) && isNumber(height) && height > 0;
  return isWhole ? { target: [x, y, z], yaw, pitch, height } : null;
}

const isNumber = (given: unknown): given is number => typeof given === "number" && Number.isFinite(given);
const entries = (given: unknown): [string, unknown][] =>
  typeof given === "object" && given !== null ? Object.entries(given) : [];

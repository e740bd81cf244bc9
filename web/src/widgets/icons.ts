/** Icons, drawn by strokes. */

/** Strokes on a grid of 16 × 16. */
const ICONS = {
  pull: "M3 13 9 7M9 3v4h4M13 3 9 7",
  rotate: "M13 8a5 5 0 1 1-1.6-3.7M13 2v3h-3",
  root: "M8 2v12M2 8h12M8 2 6.5 3.5M8 2l1.5 1.5M8 14l-1.5-1.5M8 14l1.5-1.5M2 8l1.5-1.5M2 8l1.5 1.5M14 8l-1.5-1.5M14 8l-1.5 1.5",
  star: "M8 2l1.8 3.9 4.2.5-3.1 2.9.8 4.2L8 11.4l-3.7 2.1.8-4.2L2 6.4l4.2-.5z",
  balance: "M8 2.5v10M4.5 13.5h7M2.5 5h11M2.5 5 1 9h3zM13.5 5 12 9h3z",
  collision: "M5.5 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 5.5a4.5 4.5 0 0 1 0 5M14 4a6.5 6.5 0 0 1 0 8",
  floor: "M1.5 13.5h13M8 2v7M5.5 6.8 8 9.3l2.5-2.5M3 13.5 1.5 15M7 13.5 5.5 15M11 13.5 9.5 15",
  undo: "M3 7h7a3.5 3.5 0 0 1 0 7H6M3 7l3-3M3 7l3 3",
  redo: "M13 7H6a3.5 3.5 0 0 0 0 7h4M13 7l-3-3M13 7l-3 3",
  solve: "M3 8.5 6.5 12 13 4",
  stop: "M4 4h8v8H4z",
  lock: "M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5",
  eye: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  off: "M2 2l12 12M6 4.2A7 7 0 0 1 8 3.9c4 0 6.5 4.1 6.5 4.1a11 11 0 0 1-2.3 2.6M4 5.4A11 11 0 0 0 1.5 8S4 12.1 8 12.1c1 0 1.9-.2 2.7-.6",
  trash: "M3 4.5h10M6 4.5V3h4v1.5M4.5 4.5l.6 9h5.8l.6-9M6.8 7v4M9.2 7v4",
  plus: "M8 3v10M3 8h10",
  close: "M4 4l8 8M12 4l-8 8",
  chevron: "M6 4l4 4-4 4",
  search: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.3 10.3 14 14",
  reset: "M3 8a5 5 0 1 0 1.6-3.7M3 2.5v3h3",
  mirror: "M8 2v12M6 5 2.5 11H6zM10 5l3.5 6H10z",
  sun: "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1",
  moon: "M13 9.5A5.5 5.5 0 1 1 6.5 3a4.5 4.5 0 0 0 6.5 6.5z",
  expand: "M9.5 2.5h4v4M13.5 2.5 9 7M6.5 13.5h-4v-4M2.5 13.5 7 9",
  help: "M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.8M8 12.7v.1",
  pin: "M8 14v-4M8 10a3.8 3.8 0 1 0 0-7.6A3.8 3.8 0 0 0 8 10z",
  triad: "M8 9V2.5M8 9l5.5 3.5M8 9l-5.5 3.5M6.8 4 8 2.5 9.2 4",
  disc: "M8 5c3.6 0 6.5 1.3 6.5 3S11.6 11 8 11 1.5 9.7 1.5 8 4.4 5 8 5zM8 8V1.5",
  rail: "M2.5 13.5l11-11M2.5 11.5v2h2M11.5 2.5h2v2",
  cone: "M2 8 13 3.5v9zM13 8h1.5",
  link: "M3.5 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM12.5 2a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM5 10.5 11 5.5",
  ring: "M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11z",
  warning: "M8 2 1.5 13.5h13zM8 6.5v3.5M8 12v.1",
  info: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 7.5V11M8 5v.1",
  pose: "M8 1.8a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2zM8 6v4M8 7 4.5 8.5M8 7l3.5-2M8 10l-2.5 4M8 10l2.5 4",
  pencil: "M3 13l.7-3L10.5 3.2l2.3 2.3L6 12.3z",
  box: "M8 1.8 13.5 4.8v6.4L8 14.2 2.5 11.2V4.8zM2.5 4.8 8 7.8l5.5-3M8 7.8v6.4",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  frost: "M8 1.5v13M2.4 4.8l11.2 6.4M2.4 11.2l11.2-6.4M6.2 2.9 8 4.4l1.8-1.5M6.2 13.1 8 11.6l1.8 1.5",
  play: "M5 3.2v9.6L12.8 8z",
  pause: "M5 3v10M11 3v10",
  first: "M3.5 3v10M12.5 3.2v9.6L6 8z",
  last: "M12.5 3v10M3.5 3.2v9.6L10 8z",
  previousKey: "M10.5 4 6.5 8l4 4M4 5.8 1.8 8 4 10.2 6.2 8z",
  nextKey: "M5.5 4l4 4-4 4M12 5.8 9.8 8l2.2 2.2L14.2 8z",
  loop: "M4 5.5h7a2.5 2.5 0 0 1 0 7H5a2.5 2.5 0 0 1-2.5-2.5M9 3l2.5 2.5L9 8",
  record: "M8 4.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6z",
  key: "M8 2.5 13.5 8 8 13.5 2.5 8zM8 5.8v4.4M5.8 8h4.4",
  ripple: "M2.5 3v10M5.5 8h8M10.8 5.2 13.6 8l-2.8 2.8M6.5 3v2M10 3v2M6.5 11v2",
  fold: "M4 6l4 4 4-4",
  time: "M2 11.5h12M4 11.5v-3M8 11.5V5M12 11.5v-3M8 2.5 6.5 5h3z",
  path: "M2 12C4 4 7 4 8.5 8S12 12 14 4M2 12v.1M8.5 8v.1M14 4v.1",
  onion: "M9.5 3.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM5 4.2a4.5 4.5 0 0 0 0 7.6M2.2 5.4a4.5 4.5 0 0 0 0 5.2",
  curves: "M2 13C6 13 5 3 8 3s2 7 6 7M2 2v12h12",
  smooth: "M1.5 10c2.2-5 4.2-5 6.5 0s4.3 5 6.5-2",
  film: "M2.5 3h11v10h-11zM5 3v10M11 3v10M2.5 6.3H5M2.5 9.7H5M11 6.3h2.5M11 9.7h2.5",
  open: "M8 10V2.5M5 5.2 8 2.5l3 2.7M2.5 9.5v4h11v-4",
  check: "M3.5 8.5 6.5 11.5 12.5 4.5",
} as const;

export type IconName = keyof typeof ICONS;

export function icon(name: IconName, title?: string): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", "icon");
  if (title) svg.setAttribute("aria-label", title);
  else svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

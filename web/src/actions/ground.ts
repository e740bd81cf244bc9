/** The ground: level, stairs, or heights from a picture or a table. */

import type { Editor } from "../editor";
import type { GroundShape } from "../messages";
import { el } from "../widgets/dom";
import type { Entry } from "../widgets/menu";
import { askForNumbers } from "../widgets/prompt";

const MOST_ACROSS = 100; // heights of a picture along its longer side
const LEVEL: GroundShape = {
  kind: "level",
  at: 0,
  count: 5,
  rise: 0.17,
  tread: 0.29,
  start: [0, 1],
  heading: 0,
  heights: [],
  spacing: [0.25, 0.25],
};

export function groundMenu(editor: Editor): Entry[] {
  const now = editor.state.document.value?.ground ?? LEVEL;
  const set = (ground: GroundShape): void => void editor.edit({ kind: "set_ground", ground });
  return [
    { label: "Level", checked: now.kind === "level", run: () => set(LEVEL) },
    { label: "Stairs …", checked: now.kind === "stairs", run: () => askForStairs(now, set) },
    { label: "Heights from a picture or table …", checked: now.kind === "field", run: () => chooseHeights(editor, set) },
  ];
}

function askForStairs(now: GroundShape, set: (ground: GroundShape) => void): void {
  const fields = [
    { label: "steps", value: now.count },
    { label: "height of a step [m]", value: now.rise },
    { label: "depth of a step [m]", value: now.tread },
    { label: "first edge at x [m]", value: now.start[0] },
    { label: "at z [m]", value: now.start[1] },
    { label: "leading to [degrees]", value: now.heading },
  ];
  askForNumbers("Stairs", fields, "Build", ([count = 5, rise = 0.17, tread = 0.29, x = 0, z = 1, heading = 0]) =>
    set({ ...LEVEL, kind: "stairs", count: Math.round(count), rise, tread, start: [x, z], heading }),
  );
}

function chooseHeights(editor: Editor, set: (ground: GroundShape) => void): void {
  const input = el("input", {
    type: "file",
    accept: ".csv,image/*",
    onchange: async () => {
      const file = input.files?.[0];
      if (!file) return;
      const table = await readHeights(file).catch(() => null);
      if (!table) {
        editor.notices.show("error", `${file.name}: no heights could be read`, "Choose a picture, or a .csv file of numbers.");
        return;
      }
      const isPicture = !file.name.toLowerCase().endsWith(".csv");
      const fields = [
        { label: isPicture ? "height of white [m]" : "heights times", value: isPicture ? 0.3 : 1 },
        { label: "metres between heights", value: 0.1 },
      ];
      askForNumbers(`Ground from ${file.name}`, fields, "Build", ([scale = 1, step = 0.1]) => {
        const start: [number, number] = [(-step * (table.length - 1)) / 2, (-step * ((table[0]?.length ?? 1) - 1)) / 2];
        const [x, z] = placeOf(editor);
        // the ground stays as high as it was where the figure stands: who stood on it does not sink
        const zero = heightAt(table, (x - start[0]) / step, (z - start[1]) / step);
        const heights = table.map((row) => row.map((value) => Number(((value - zero) * scale).toFixed(5))));
        set({ ...LEVEL, kind: "field", heights, start, spacing: [step, step] });
      });
    },
  });
  input.click();
}

/** Where the active figure stands: x and z. */
function placeOf({ state }: Editor): readonly [number, number] {
  const root = state.live.value?.poses.get(state.active.value?.id ?? "")?.transforms;
  return [root?.[3] ?? 0, root?.[11] ?? 0];
}

/** The height at a place between rows and columns of a table; outside of it that of its edge. */
export function heightAt(table: readonly (readonly number[])[], row: number, column: number): number {
  const [rows, columns] = [table.length - 1, (table[0]?.length ?? 1) - 1];
  const [x, z] = [Math.min(Math.max(row, 0), rows), Math.min(Math.max(column, 0), columns)];
  const [i, j] = [Math.min(Math.floor(x), rows - 1), Math.min(Math.floor(z), columns - 1)];
  const value = (a: number, b: number): number => table[i + a]?.[j + b] ?? 0;
  const across = (a: number): number => value(a, 0) + (z - j) * (value(a, 1) - value(a, 0));
  return across(0) + (x - i) * (across(1) - across(0));
}

/** Rows of numbers; of a picture its brightness from 0 to 1. */
export async function readHeights(file: File): Promise<number[][]> {
  if (file.name.toLowerCase().endsWith(".csv")) {
    const lines = (await file.text()).split(/\r?\n/).filter((line) => line.trim());
    const rows = lines.map((line) =>
      line
        .split(/[,;\s]+/)
        .filter(Boolean)
        .map(Number),
    );
    const width = rows[0]?.length ?? 0;
    if (rows.length < 2 || width < 2 || rows.some((row) => row.length !== width || row.some(Number.isNaN)))
      throw new Error("no table");
    return rows;
  }
  const image = await createImageBitmap(file);
  const scale = Math.min(1, MOST_ACROSS / Math.max(image.width, image.height));
  const [width, height] = [Math.max(Math.round(image.width * scale), 2), Math.max(Math.round(image.height * scale), 2)];
  const canvas = el("canvas", { width, height });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.drawImage(image, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const grey = (x: number, y: number): number => {
    const at = 4 * (y * width + x);
    return (0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!) / 255;
  };
  return Array.from({ length: width }, (_, x) => Array.from({ length: height }, (_, y) => grey(x, y)));
}

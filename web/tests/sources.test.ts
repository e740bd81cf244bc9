// @vitest-environment node

import { describe, expect, it } from "vitest";

const files = import.meta.glob<string>(["../src/**/*.ts", "!../src/messages.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const sources = Object.entries(files).map(([path, text]) => [path.slice("../src/".length), text] as const);

/** Folders from the lowest to the highest: each imports only from itself and from those before it. Files at the top join them. */
const LAYERS = [
  "math",
  "state",
  "wire",
  "stage",
  "widgets",
  "views",
  "tools",
  "timeline",
  "actions",
  "library",
  "panels",
  "dialogs",
  "bars",
];
const folderOf = (path: string): string | null => (path.includes("/") ? path.slice(0, path.indexOf("/")) : null);

describe("the page's sources", () => {
  it("are all looked at", () => {
    expect(sources.length).toBeGreaterThan(60);
    expect(sources.map(([name]) => name)).toContain("wire/receive.ts");
  });

  it("hide no type behind a cast", () => {
    const wrong = sources.filter(([, text]) => /\bas (unknown as|never|any)\b/.test(text)).map(([name]) => name);
    expect(wrong).toEqual([]);
  });

  it("lie in folders that import only from folders below them", () => {
    const wrong: string[] = [];
    for (const [name, text] of sources) {
      const folder = folderOf(name);
      if (folder === null) continue;
      expect(LAYERS).toContain(folder);
      for (const [, from = ""] of text.matchAll(/from "\.\.\/([\w/]+)"/g)) {
        const other = folderOf(from);
        if (other !== null && LAYERS.indexOf(other) > LAYERS.indexOf(folder)) wrong.push(`${name} imports ${from}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

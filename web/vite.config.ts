import { defineConfig, type Plugin } from "vite";

/** Shaders of three.js for lights and surfaces that the page has none of: its materials are basic ones and its own. */
const UNUSED =
  /^(?:var|const) (?:lights_|lightprobes_|shadowm|transmission_|iridescence_|clearcoat_|envmap_physical_|bumpmap_|normalmap_|bsdfs)\w* = "/;

/** Leaves unused shaders of three.js out, and the indents of others, which minifiers leave in strings. */
const shortShaders: Plugin = {
  name: "short-shaders",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("three/build/three.module.js")) return null;
    const short = (line: string): string => {
      if (UNUSED.test(line)) return `${line.slice(0, line.indexOf('"'))}"";`;
      return /^(?:var|const) \w+ = "/.test(line) ? line.replace(/(?:\\n|\\t)*\\n(?:\\t)*/g, "\\n") : line;
    };
    return { code: code.split("\n").map(short).join("\n"), map: null };
  },
};

// Fixed names and no inlining: the bundle is kept in the repository, and the page may run nothing that is inline.
export default defineConfig({
  base: "/",
  plugins: [shortShaders],
  build: {
    outDir: "../src/manikin/editor/static",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        entryFileNames: "assets/editor.js",
        chunkFileNames: "assets/[name].js",
        assetFileNames: "assets/[name][extname]",
      },
    },
  },
});

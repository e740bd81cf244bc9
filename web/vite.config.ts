import { defineConfig } from "vite";

// Fixed names and no inlining: the bundle is kept in the repository, and the page may run nothing that is inline.
export default defineConfig({
  base: "/",
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

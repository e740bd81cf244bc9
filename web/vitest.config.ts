import { defineConfig } from "vitest/config";

// css: the test of colours reads theme.css
export default defineConfig({ test: { include: ["tests/**/*.test.ts"], environment: "happy-dom", css: true } });

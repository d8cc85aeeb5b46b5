import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  root,
  resolve: { alias: { "channel-frames": `${root}lib/mod.ts` } },
  test: {
    include: ["spec/**/*.spec.ts"],
    testTimeout: 20_000,
    coverage: {
      provider: "v8",
      include: ["lib/**/*.ts"],
      reporter: ["text", "text-summary"],
      thresholds: { statements: 98, branches: 98 },
    },
  },
});

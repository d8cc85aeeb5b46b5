import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  root,
  resolve: { alias: [{ find: /^channel-frames(\/.+)?$/, replacement: `${root}lib$1/mod.ts` }] },
  test: {
    include: ["spec/**/*.spec.ts"],
    testTimeout: 20_000,
    coverage: {
      provider: "v8",
      include: ["lib/**/*.ts"],
      reporter: ["text", "text-summary"],
      // Not reached in this Node: the copy that Chromium and Firefox need to decode shared memory (decode_json.ts; the
      // suite in spec/runtimes reaches it), errors of the engine other than those it is known for (json_half.ts), the
      // name of an error without a class (channel_error.ts), an end that comes by the queue of an iterated stream
      // (frame_iterator.ts). Of the programs, the entries and exits, which only their real processes run, and what serves
      // the page.
      thresholds: {
        "lib/!(cli|demo|page)/**": { statements: 98, branches: 98 },
        // What the page shows, real browsers show (spec/page/run.ts).
        "lib/page/engine/**": { statements: 93, branches: 85 },
        "lib/{cli,demo}/**": { statements: 92, branches: 89 },
      },
    },
  },
});

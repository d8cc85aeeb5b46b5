// biome-ignore lint/style/noDefaultExport: vite reads the default export
export default {
  build: {
    outDir: "out",
    // The polyfill is the page's, not the library's, and needs a document.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { entryFileNames: "bundle.js" } },
  },
};

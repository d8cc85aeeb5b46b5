import { loadBundle } from "./load_bundle.js";

await loadBundle(process.argv[2]);

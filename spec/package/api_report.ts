/** Writes spec/api.txt, the report of the public surface that `api.spec.ts` keeps true: `npm run api`. */
import { writeFileSync } from "node:fs";
import { apiText } from "./support/api_text.ts";
import { emitDeclarations } from "./support/emit_declarations.ts";
import { entryPoints } from "./support/entry_points.ts";

writeFileSync(new URL("../api.txt", import.meta.url), await emitDeclarations((folder) => apiText(folder, entryPoints)));

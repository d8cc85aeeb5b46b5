import { join } from "node:path";
import { type Declaration, type DeclarationFile, type Place, readDeclarationFile } from "./declaration_file.ts";

const head = `The public surface of channel-frames, as its declarations have it. Written by: npm run api`;

/** The report of a folder of declarations: what mod.d.ts exports, and what that refers to without exporting it. */
export function apiText(folder: string): string {
  const files = new Map<string, DeclarationFile>();
  const fileOf = (path: string): DeclarationFile => {
    const file = files.get(path) ?? readDeclarationFile(path);
    files.set(path, file);
    return file;
  };

  /** Where something is declared, past everything that only passes it on; `undefined` if it is not there. */
  const find = ({ file: path, name }: Place): Place | undefined => {
    if (!path.startsWith(folder)) return { file: path, name };
    const file = fileOf(path);
    if (file.declarations.has(name)) return { file: path, name };
    const passedOn = file.exports.get(name) ?? file.imports.get(name);
    if (passedOn !== undefined) return find(passedOn);
    return file.stars.map((star) => find({ file: star, name })).find((place) => place !== undefined);
  };

  const namesOf = (path: string): readonly string[] => {
    const { exports, stars } = fileOf(path);
    return [...exports.keys(), ...stars.flatMap(namesOf)];
  };

  const declarationOf = ({ file, name }: Place): Declaration | undefined =>
    file.startsWith(folder) ? fileOf(file).declarations.get(name) : undefined;

  const entry = join(folder, "mod.d.ts");
  const exported = new Map<string, string>();
  const inner = new Map<string, string>();
  const seen = new Map<string, Place>();

  /** Follows everything that a declaration mentions. */
  const follow = (place: Place): void => {
    for (const mention of declarationOf(place)?.mentions ?? []) {
      const { declarations, imports } = fileOf(place.file);
      if (mention !== place.name && (declarations.has(mention) || imports.has(mention))) {
        const found = find({ file: place.file, name: mention });
        if (found !== undefined) visit(found, mention, inner);
      }
    }
  };

  const visit = (place: Place, name: string, section: Map<string, string>): void => {
    const key = `${place.file}#${place.name}`;
    if (seen.has(key)) return;
    seen.set(key, place);
    const text = declarationOf(place)?.text ?? `import ${place.name} from ${JSON.stringify(place.file)};`;
    const alias = name === place.name ? "" : `\nexport { ${place.name} as ${name} };`;
    if (section.has(name)) throw new Error(`Two declarations are named ${name}`);
    section.set(name, `${text}${section === exported ? alias : ""}`);
  };

  for (const name of namesOf(entry)) {
    const place = find({ file: entry, name });
    if (place === undefined) throw new Error(`Nothing declares ${name}`);
    visit(place, name, exported);
  }
  // What is found on the way is followed in turn: `seen` grows while this walks over it.
  for (const place of seen.values()) follow(place);

  const section = (declarations: ReadonlyMap<string, string>): string =>
    [...declarations]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, text]) => text)
      .join("\n\n");
  return `${head}\n\n== Exported\n\n${section(exported)}\n\n== Not exported, but part of what is\n\n${section(inner)}\n`;
}

import { join } from "node:path";
import { type Declaration, type DeclarationFile, type Place, readDeclarationFile } from "./declaration_file.ts";
import type { EntryPoint } from "./entry_points.ts";

const head = `The public surface of channel-frames, as its declarations have it. Written by: npm run api`;

/** What is in the report already. */
interface Seen {
  readonly place: Place;
  /** The name it has there, and the entry point that exports it, if any does. */
  readonly name: string;
  readonly specifier: string | undefined;
}

/**
 * The report of a folder of declarations: what each entry point exports, and what that refers to without any of them
 * exporting it.
 */
export function apiText(folder: string, entryPoints: readonly EntryPoint[]): string {
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

  const inner = new Map<string, string>();
  const seen = new Map<string, Seen>();

  const visit = (place: Place, name: string, section: Map<string, string>, specifier?: string): void => {
    const key = `${place.file}#${place.name}`;
    const before = seen.get(key);
    if (before === undefined) {
      seen.set(key, { place, name, specifier });
      const text = declarationOf(place)?.text ?? `import ${place.name} from ${JSON.stringify(place.file)};`;
      const isRenamed = specifier !== undefined && name !== place.name;
      add(section, name, isRenamed ? `${text}\nexport { ${place.name} as ${name} };` : text);
    } else if (specifier !== undefined) {
      // It is exported twice.
      const names = before.name === name ? name : `${before.name} as ${name}`;
      add(section, name, `export { ${names} } from ${JSON.stringify(before.specifier)};`);
    }
  };

  const exported = entryPoints.map(({ specifier, module }) => {
    const entry = join(folder, `${module}.d.ts`);
    const section = new Map<string, string>();
    for (const name of namesOf(entry)) {
      const place = find({ file: entry, name });
      if (place === undefined) throw new Error(`Nothing declares ${name}`);
      visit(place, name, section, specifier);
    }
    return `== Exported by ${specifier}\n\n${sorted(section)}\n\n`;
  });

  // What is found on the way is followed in turn: `seen` grows while this walks over it.
  for (const { place } of seen.values()) {
    for (const mention of declarationOf(place)?.mentions ?? []) {
      const { declarations, imports } = fileOf(place.file);
      if (mention !== place.name && (declarations.has(mention) || imports.has(mention))) {
        const found = find({ file: place.file, name: mention });
        if (found !== undefined) visit(found, mention, inner);
      }
    }
  }
  return `${head}\n\n${exported.join("")}== Not exported, but part of what is\n\n${sorted(inner)}\n`;
}

function add(section: Map<string, string>, name: string, text: string): void {
  if (section.has(name)) throw new Error(`Two declarations are named ${name}`);
  section.set(name, text);
}

function sorted(section: ReadonlyMap<string, string>): string {
  return [...section]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, text]) => text)
    .join("\n\n");
}

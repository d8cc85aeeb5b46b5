import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseAst } from "rolldown/parseAst";

/** Something by its name in a file, or in a package. */
export interface Place {
  readonly file: string;
  readonly name: string;
}

/** All statements that declare one name: several for an overloaded function. */
export interface Declaration {
  readonly text: string;
  /** The identifiers in it, whatever they stand for. */
  readonly mentions: ReadonlySet<string>;
}

/** What a `.d.ts` file declares, imports and exports. */
export interface DeclarationFile {
  readonly declarations: ReadonlyMap<string, Declaration>;
  readonly imports: ReadonlyMap<string, Place>;
  /** By the exported name. */
  readonly exports: ReadonlyMap<string, Place>;
  /** The files of which it exports everything. */
  readonly stars: readonly string[];
}

type Statement = ReturnType<typeof parseAst>["body"][number];

/** Reads the declarations of a file that tsc wrote without comments. */
export function readDeclarationFile(file: string): DeclarationFile {
  const source = readFileSync(file, "utf8");
  const declarations = new Map<string, { text: string; mentions: Set<string> }>();
  const imports = new Map<string, Place>();
  const exports = new Map<string, Place>();
  const stars: string[] = [];

  const declare = (names: readonly string[], statement: Statement): void => {
    for (const name of names) {
      const known = declarations.get(name) ?? { text: "", mentions: new Set<string>() };
      const text = source.slice(statement.start, statement.end);
      const mentions = new Set([...known.mentions, ...identifiersIn(statement)]);
      declarations.set(name, { text: known.text === "" ? text : `${known.text}\n${text}`, mentions });
    }
  };

  for (const statement of parseAst(source, { lang: "dts" }).body) {
    if (statement.type === "ImportDeclaration") {
      const from = resolve(file, statement.source.value);
      for (const specifier of statement.specifiers) {
        const name = specifier.type === "ImportSpecifier" ? nameOf(specifier.imported) : "*";
        imports.set(specifier.local.name, { file: from, name });
      }
    } else if (statement.type === "ExportAllDeclaration") {
      stars.push(resolve(file, statement.source.value));
    } else if (statement.type === "ExportNamedDeclaration" && statement.declaration === null) {
      const from = statement.source === null ? file : resolve(file, statement.source.value);
      for (const { local, exported } of statement.specifiers) {
        exports.set(nameOf(exported), { file: from, name: nameOf(local) });
      }
    } else if (statement.type === "ExportNamedDeclaration") {
      const names = declaredBy(statement.declaration);
      declare(names, statement);
      for (const name of names) exports.set(name, { file, name });
    } else {
      declare(declaredBy(statement), statement);
    }
  }
  return { declarations, imports, exports, stars };
}

/** The file that a relative specifier means, which keeps its `.ts` in declarations; a package is its own name. */
function resolve(file: string, specifier: string): string {
  return specifier.startsWith(".") ? join(dirname(file), specifier.replace(/\.ts$/, ".d.ts")) : specifier;
}

function nameOf(node: { readonly type: string; readonly name?: string; readonly value?: unknown }): string {
  return node.name ?? String(node.value);
}

/** The names that a statement declares. A kind of statement that is new here must not be overlooked. */
function declaredBy(statement: Statement | null): readonly string[] {
  switch (statement?.type) {
    case "VariableDeclaration":
      return statement.declarations.map(({ id }) => nameOf(id));
    case "ClassDeclaration":
    case "TSDeclareFunction":
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
      return statement.id === null ? [] : [nameOf(statement.id)];
    default:
      throw new Error(`A declaration of the unknown kind ${statement?.type}`);
  }
}

/** Every identifier in a node but the names of members. */
function identifiersIn(node: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(node)) for (const one of node) identifiersIn(one, found);
  if (typeof node !== "object" || node === null) return found;
  const { type, name, computed } = node as Readonly<Record<string, unknown>>;
  if (type === "Identifier" && typeof name === "string") found.add(name);
  for (const [key, value] of Object.entries(node)) {
    if (key === "key" && computed !== true) continue;
    identifiersIn(value, found);
  }
  return found;
}

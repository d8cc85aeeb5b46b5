/** Every module that a text imports or requires. A bundle that needs nothing from outside has none. */
export function importsOf(code) {
  const specifiers = code.matchAll(/(?<!["'`])\b(?:from|import|require)\s*\(?\s*(["'`])([^"'`\n]+)\1/g);
  return [...specifiers].map(([, , specifier]) => specifier);
}

const known = `import a from"node:fs";import "b";export * from 'c'; require("d"); await import('e'); f("from",g==="h")`;
if (importsOf(known).join() !== "node:fs,b,c,d,e") throw new Error(`It sees only ${importsOf(known)}`);

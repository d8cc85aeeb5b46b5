import { excerpt } from "./excerpt.ts";

const longest = 120;

/** Where in a JSON value, as in `params.data[2]["odd key"]`; shortened, as keys are the peer's. */
export function pathOf(keys: readonly PropertyKey[]): string {
  let path = "";
  for (const key of keys) {
    if (path.length > longest) return `${path.slice(0, longest)}…`;
    if (typeof key === "number") path += `[${key}]`;
    else if (/^[\w$]{1,40}$/.test(String(key))) path += path === "" ? String(key) : `.${String(key)}`;
    else path += `[${JSON.stringify(excerpt(String(key)))}]`;
  }
  return path;
}

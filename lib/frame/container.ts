/** An array or an object, of which the members are looked at. */
export type Container = (readonly unknown[] | Readonly<Record<string, unknown>>) & { readonly toJSON?: unknown };

export function isContainer(value: unknown): value is Container {
  return typeof value === "object" && value !== null;
}

export function isList(value: Container): value is readonly unknown[] {
  return Array.isArray(value);
}

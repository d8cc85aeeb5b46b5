/** Whether an element is a number of something: times are of microseconds. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** Whether an element is what it may be, or nil. */
export function isOptional<T>(value: unknown, is: (value: unknown) => value is T): value is T | null {
  return value === null || is(value);
}

/** An element of a field: nil for one that is absent. @throws {TypeError} for one that is something else */
export function optional<T>(name: string, value: T | undefined, is: (value: unknown) => value is T): T | null {
  return value === undefined ? null : required(name, value, is);
}

/** @throws {TypeError} for a field that is something else */
export function required<T>(name: string, value: T, is: (value: unknown) => value is T): T {
  if (!is(value)) throw new TypeError(`Invalid field of a record: ${name}`);
  return value;
}

/** The field of an element, or no field for one that is nil. */
export function named<K extends string, T>(name: K, value: T | null): { readonly [key in K]?: T } {
  return value === null ? {} : ({ [name]: value } as { readonly [key in K]: T });
}

/** Stands in an expected value for any value that fits it. */
export class Matcher {
  /** What it expects, in words. */
  readonly says: string;
  readonly fits: (value: unknown) => boolean;

  constructor(says: string, fits: (value: unknown) => boolean) {
    this.says = says;
    this.fits = fits;
  }
}

/** Any instance of a class, with these members among others. */
export function instanceOf(
  type: abstract new (...parameters: never[]) => object,
  members: Readonly<Record<string, string | number>> = {},
): Matcher {
  const entries = Object.entries(members);
  const words = entries.map(([key, member]) => ` with the ${key} ${JSON.stringify(member)}`);
  return new Matcher(
    `any ${type.name}${words.join("")}`,
    (value) => value instanceof type && entries.every(([key, member]) => Reflect.get(value, key) === member),
  );
}

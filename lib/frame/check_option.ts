/** @throws {TypeError} unless the option has sense. */
export function checkOption(name: string, sensible: boolean): void {
  if (!sensible) throw new TypeError(`Invalid option: ${name}`);
}

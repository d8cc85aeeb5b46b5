const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;

/** How text may look. */
export type Look = keyof typeof codes;

/** Makes text look as asked. */
export type Paint = (look: Look | undefined, text: string) => string;

/** @param colour whether to do anything at all */
export function painter(colour: boolean): Paint {
  return (look, text) => (colour && look && text ? `\x1b[${codes[look]}m${text}\x1b[0m` : text);
}

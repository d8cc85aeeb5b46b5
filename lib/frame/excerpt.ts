/** At most `longest` characters of a text that a peer may have a say in, with whatever could disturb a log escaped. */
export function excerpt(text: string, longest = 40): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return cut.replace(/[^\x20-\x7e…]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

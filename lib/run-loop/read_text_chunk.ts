const HEAD = '{"type":"assistant_text_content","text":"';
const TAIL = '"}';

/** What ends a string, or is written otherwise than it reads, or not at all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows none in a string
const special = /["\\\u0000-\u001f]/;

/**
 * Reads a chunk of text as every peer writes it, of which most run loops mostly consist: the two members, and a text
 * without escapes. What is between the quotes is the text.
 */
export function readTextChunk(json: string): object | undefined {
  if (json.length < HEAD.length + TAIL.length || !json.startsWith(HEAD) || !json.endsWith(TAIL)) return undefined;
  const text = json.slice(HEAD.length, -TAIL.length);
  return special.test(text) ? undefined : { type: "assistant_text_content", text };
}

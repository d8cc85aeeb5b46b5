import { CliError } from "./cli_error.ts";

/** The longest line, in UTF-16 units: a message of the largest size in base64, and more. */
const LONGEST = 200_000_000;

/** Text in UTF-8 as lines, without the empty ones. */
export class LineReader {
  readonly #decoder: TextDecoder = new TextDecoder("utf-8", { fatal: true });
  readonly #parts: string[] = [];
  #held = 0;
  #number = 0;

  /** @throws {CliError} for what is no text, or a line that is too long */
  read(bytes: Uint8Array, use: (line: string, number: number) => void): void {
    const lines = this.#decode(bytes).split("\n");
    const last = lines.pop() ?? "";
    for (const line of lines) this.#end(line, use);
    this.#parts.push(last);
    this.#held += last.length;
    if (this.#held > LONGEST) throw new CliError(`Line ${this.#number + 1} is too long`);
  }

  /** The last line needs no line end. */
  end(use: (line: string, number: number) => void): void {
    this.#end(this.#decode(), use);
  }

  #decode(bytes?: Uint8Array): string {
    try {
      return bytes ? this.#decoder.decode(bytes, { stream: true }) : this.#decoder.decode();
    } catch {
      throw new CliError("The input is neither a tape nor text in UTF-8");
    }
  }

  #end(rest: string, use: (line: string, number: number) => void): void {
    const line = [...this.#parts.splice(0), rest].join("");
    this.#held = 0;
    this.#number++;
    if (line.trim() !== "") use(line, this.#number);
  }
}

import { printable, WIDTH } from "./text_layout.ts";

/** Text that is printed while it arrives, in a column of its own that begins at `from`. */
export class StreamedText {
  readonly #write: (text: string) => void;
  readonly #from: number;
  #at: number;

  /** The cursor has to stand at `from`. */
  constructor(write: (text: string) => void, from: number) {
    this.#write = write;
    this.#from = from;
    this.#at = from;
  }

  add(fragment: string): void {
    for (const word of printable(fragment).split(/(?= )/)) {
      const fits = this.#at + word.length <= WIDTH;
      if (!fits) this.#write(`\n${" ".repeat(this.#from)}`);
      const text = fits ? word : word.trimStart();
      this.#write(text);
      this.#at = (fits ? this.#at : this.#from) + text.length;
    }
  }

  end(): void {
    this.#write("\n");
  }
}

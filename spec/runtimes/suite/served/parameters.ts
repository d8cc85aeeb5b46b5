/** What the URL of a connection asks of its server. */
export class Parameters {
  readonly #parameters: URLSearchParams;

  constructor(url: URL) {
    this.#parameters = url.searchParams;
  }

  text(name: string, otherwise = ""): string {
    return this.#parameters.get(name) ?? otherwise;
  }

  number(name: string, otherwise: number): number {
    const text = this.#parameters.get(name);
    return text === null ? otherwise : Number(text);
  }
}

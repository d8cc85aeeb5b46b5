/** What is to be expected of a world in which everything that is going on has come to rest. */
export class Model {
  hasExchanged = false;
  mode: "serve" | "unserved" = "serve";
  /** Of the path that is open. */
  path: { readonly source: number; said: number } | undefined;
  /** The number of the `/requests` connection. */
  connection = 1;
  paths = 0;
  readonly items: string[] = [];
  #sources = 0;
  #gap: string | undefined;
  #askedOn = 0;
  #after = 0; // the connection that is not to be asked on, nor any before it

  get state(): "open" | "waiting" {
    return this.path ? "open" : "waiting";
  }

  /** The proxy may ask, and the server answers. */
  ask(): void {
    if (!this.hasExchanged || this.path || this.connection <= this.#after) return;
    if (this.#gap) this.items.push(this.#gap);
    this.#gap = undefined;
    this.paths++;
    this.#askedOn = this.connection;
    if (this.mode === "serve") this.path = { source: this.#sources++, said: 0 };
    else {
      this.#gap = "gap: unserved 0";
      this.#after = this.connection;
    }
  }

  say(count: number): void {
    for (let time = 0; this.path && time < count; time++) this.items.push(`${this.path.source}.${this.path.said++}`);
  }

  end(kind: "finished" | "failed" | "cut"): void {
    const { source, said } = this.path ?? { source: 0, said: 0 };
    if (kind === "failed") this.items.push(`failure ${source}`);
    this.#gap = `gap: ${kind === "finished" && said === 0 ? "unserved" : kind} ${said}`;
    this.path = undefined;
    if (kind !== "cut") this.#after = this.#askedOn;
    // On the same connection after a cut, and otherwise on one that has come meanwhile.
    this.ask();
  }
}

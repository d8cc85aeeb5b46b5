/** Lines as one splits them by hand. */
export class LineStream extends TransformStream<string, string> {
  constructor() {
    let rest = "";
    super({
      transform(text, to) {
        const lines = (rest + text).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) to.enqueue(line);
      },
      flush(to) {
        if (rest !== "") to.enqueue(rest);
      },
    });
  }
}

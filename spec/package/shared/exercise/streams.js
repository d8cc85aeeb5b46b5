/** A source that gives each value only when it is asked for it, then closes, or breaks with `reason`. */
export function streamOf(values, reason) {
  const rest = [...values];
  return new ReadableStream(
    {
      pull(controller) {
        if (rest.length > 0) controller.enqueue(rest.shift());
        else if (reason) controller.error(reason);
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Everything that a stream gives, read as a browser without `for await` would, and what it broke with. */
export async function collect(stream) {
  const values = [];
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { values, broke: undefined };
      values.push(value);
    }
  } catch (broke) {
    return { values, broke };
  }
}

/** A message: its tag, and its body as JSON. */
export const message = (tag, body) => new TextEncoder().encode(String.fromCharCode(tag) + JSON.stringify(body));

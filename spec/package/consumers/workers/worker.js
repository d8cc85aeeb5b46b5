import { NotificationGuardedDecoderStream } from "channel-frames";

/** Answers with the methods of the notifications in the body of a request, and how they ended. */
async function methods(body) {
  const decoder = new NotificationGuardedDecoderStream();
  const reader = body.pipeThrough(decoder).getReader();
  const seen = [];
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    seen.push(next.value.notification?.method ?? next.value.error.message);
  }
  return Response.json({ seen, ending: await decoder.ending });
}

// biome-ignore lint/style/noDefaultExport: a Worker is its default export
export default { fetch: ({ body }) => methods(body) };

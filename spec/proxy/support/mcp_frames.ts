/** The frame of a notification as the SDK hands it out. */
export function frame(method: string, params?: object): object {
  return { type: "notification", notification: { jsonrpc: "2.0", method, ...(params && { params }) } };
}

/** The error frame of a connection. */
export function error(code: number, message: string): object {
  return { type: "error", error: { code, message } };
}

/** Everything about objects that somebody might have changed. */
export function stateOf(...objects: object[]): unknown {
  return objects.map((object) => Object.getOwnPropertyDescriptors(object));
}

/** A notification that needs no params. */
export const changed = { method: "notifications/tools/list_changed" } as const;

import { skip, type Test, test } from "../test.ts";

/** A place for what the WebSocket carrier has to show at `options.webSocketUrl`. */
export const webSocketTests: readonly Test[] = [test("WebSocket carrier", () => skip("no ./websocket yet"))];

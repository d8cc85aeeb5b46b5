import type { ErrorVerdict } from "./error_verdict.ts";
import type { McpTransport } from "./mcp_client.ts";
import { wrap } from "./wrap.ts";

/** What a transport said of why nothing comes from it any more. */
export interface TransportLoss {
  readonly error: unknown;
}

const losses: WeakMap<McpTransport, TransportLoss> = /* @__PURE__ */ new WeakMap();
const watched: WeakSet<McpTransport> = /* @__PURE__ */ new WeakSet();

/** Why nothing comes from a transport any more, which it says once, and which nobody can see from it. */
export function lossOf(transport: McpTransport): TransportLoss | undefined {
  return losses.get(transport);
}

export function recordLoss(transport: McpTransport, error: unknown): void {
  losses.set(transport, { error });
}

/** Watches a transport that tries to recover, for whoever listens to it later, until it is lost or closed. */
export function watchForLoss(transport: McpTransport, judge: (error: unknown) => ErrorVerdict): void {
  if (watched.has(transport)) return;
  watched.add(transport);
  const stop = (): void => {
    for (const undo of undoes.splice(0)) undo();
    watched.delete(transport);
  };
  const undoes = [
    wrap(transport, "onerror", ([error], run) => {
      try {
        if (judge(error) === "fail") {
          recordLoss(transport, error);
          stop();
        }
      } catch {
        // Whoever listens later is told by its own judge.
      }
      return run();
    }),
    wrap(transport, "onclose", (_, run) => {
      stop();
      return run();
    }),
  ];
}

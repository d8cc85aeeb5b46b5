import { AskChannel } from "channel-frames/proxy";
import { turn } from "../../support/pause.ts";
import { until } from "../../websocket/support/until.ts";
import { MemoryPath } from "./memory_path.ts";
import { MemoryRequests } from "./memory_requests.ts";

/** An {@link AskChannel} and the server it asks, in memory, move by move. */
export class MemoryServer {
  readonly asks: AskChannel;
  /** The connections that there were. */
  readonly connections: MemoryRequests[] = [];

  constructor(asks: AskChannel = new AskChannel()) {
    this.asks = asks;
  }

  connect(): MemoryRequests {
    const requests = new MemoryRequests();
    this.asks.attach(requests);
    this.connections.push(requests);
    return requests;
  }

  /** Ends the connection, and opens another. */
  async reconnect(): Promise<MemoryRequests> {
    this.connections.at(-1)?.close();
    await until(() => !this.asks.isConnected);
    return this.connect();
  }

  /** The first exchange, after which notifications are asked for. */
  async exchange(): Promise<void> {
    this.asks.ask("mcp/list-tools").catch(() => {});
    const path = await this.open("mcp/list-tools");
    path.close();
  }

  /** How often notifications were asked for, on each connection. */
  get counts(): readonly number[] {
    return this.connections.map(({ asks }) => asks.filter(({ kind }) => kind === "mcp/notifications").length);
  }

  /** Opens the path of the last ask of a kind, as soon as there is one. */
  async open(kind: "mcp/notifications" | "mcp/list-tools" = "mcp/notifications"): Promise<MemoryPath> {
    for (;;) {
      const ask = this.connections
        .at(-1)
        ?.asks.filter((ask) => ask.kind === kind)
        .at(-1);
      const claim = ask && this.asks.claim(ask.kind, ask.channel);
      if (typeof claim === "object") {
        const path = new MemoryPath();
        claim.answer(path);
        await turn();
        return path;
      }
      await turn();
    }
  }
}

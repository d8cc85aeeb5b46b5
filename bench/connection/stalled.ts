import { ClientConnection, type ClientScope } from "../../lib/connection/mod.ts";
import { webSocketMessages } from "../../lib/websocket/mod.ts";
import { type Case, ratiosTo, timeInTurn } from "../measure.ts";
import type { PeerProcess } from "./peer_process.ts";
import { printTable } from "./table.ts";
import { Tally } from "./tally.ts";
import type { Goal } from "./verdicts.ts";

const NEIGHBOURS = 9;
const base = "ten channels, all of them read";
const stalled = "nine read, one that nobody reads, cut";
const alone = "nine channels, all of them read";

/** What it costs nine channels that a tenth, which is sent as much, is not read, under `whenFull: "cut"`. */
export async function measureStalled(
  peer: PeerProcess,
  { each, repetitions }: { readonly each: number; readonly repetitions: number },
): Promise<readonly Goal[]> {
  const count = NEIGHBOURS * each;
  const cases = { [base]: nine(peer, 10, "read"), [stalled]: nine(peer, 10, "leave"), [alone]: nine(peer, 9, "leave") };
  const ratios = ratiosTo(base, await timeInTurn(cases, { count, repetitions }), count);
  const lines = ratios.map(
    ({ name, median, lowest, highest, nanoseconds }) => [name, [median, lowest, highest, 1e6 / nanoseconds]] as const,
  );
  printTable(
    "Until nine channels have got theirs, 200 B",
    ["× ten", "lowest", "highest", "k msg/s"],
    Object.fromEntries(lines),
  );
  const figure = ratios.find(({ name }) => name === stalled)?.median ?? Number.NaN;
  return [{ name: "nine channels beside one that stalls, to beside one that is read", figure, most: 1.05 }];
}

/** Opens channels, and takes the time until the first nine have got all of theirs. */
function nine(peer: PeerProcess, channels: number, others: "read" | "leave"): Case {
  const line = peer.line("connection");
  const scope = new ClientConnection(webSocketMessages(line.socket), { whenFull: "cut" }).open(new Uint8Array());
  return async (count) => {
    const tally = new Tally();
    const all = tally.expect(count);
    open(scope, NEIGHBOURS, tally);
    open(scope, channels - NEIGHBOURS, others === "read" ? new Tally() : undefined);
    const sent = line.order({ size: "200 B", count: (count / NEIGHBOURS) * channels, channels, finish: true });
    const came = await all;
    await sent;
    return came;
  };
}

function open(scope: ClientScope, many: number, tally: Tally | undefined): void {
  for (let at = 0; at < many; at++) {
    const channel = scope.channel(new Uint8Array());
    tally?.drain(channel.readable);
  }
}

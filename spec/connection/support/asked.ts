import type { IncomingChannel } from "channel-frames/connection";
import { A } from "../../support/messages.ts";
import { channelRequest } from "./bytes.ts";
import { nextOf } from "./next_of.ts";
import type { Scene } from "./scene.ts";

/** The peer opens a channel, and this side takes it. */
export async function asked({ scope, peer }: Scene, number = 5): Promise<IncomingChannel> {
  peer.send(channelRequest(scope.number, number, A));
  return nextOf(scope.channels);
}

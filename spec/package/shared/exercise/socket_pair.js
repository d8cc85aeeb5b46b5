/** One end of a WebSocket by the standard's interface, in memory: there is no network where bundles run. */
class Socket {
  binaryType = "blob";
  readyState = 1;
  bufferedAmount = 0;
  #listeners = new Map();
  #peer;

  join(peer) {
    this.#peer = peer;
  }

  addEventListener(type, listener) {
    this.#listeners.set(type, listener);
  }

  send(message) {
    this.#peer.#tell("message", { data: message.slice().buffer });
  }

  close(code = 1005, reason = "") {
    for (const socket of [this.#peer, this]) socket.#end({ code, reason, wasClean: true });
  }

  /** Without a closing handshake, as a network dies. */
  die() {
    for (const socket of [this.#peer, this]) socket.#end({ code: 1006, reason: "", wasClean: false });
  }

  #end(close) {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.#tell("close", close);
  }

  #tell(type, event) {
    queueMicrotask(() => this.#listeners.get(type)?.({ type, ...event }));
  }
}

/** Both ends of a WebSocket. */
export function socketPair() {
  const ends = [new Socket(), new Socket()];
  ends[0].join(ends[1]);
  ends[1].join(ends[0]);
  return ends;
}

import { FakeSocket } from "./fake_socket.ts";

/** One that can be paused, as those of the `ws` package. It is for the test to bring nothing meanwhile. */
export class PausableSocket extends FakeSocket {
  isPaused = false;

  static override opened(): PausableSocket {
    const socket = new PausableSocket();
    socket.readyState = 1;
    return socket;
  }

  on(): void {}

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }
}

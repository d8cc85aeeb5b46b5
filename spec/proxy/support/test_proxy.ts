import type { AskChannelOptions } from "channel-frames/proxy";
import { onTestFinished } from "vitest";
import { startTestProxy, type TestProxy } from "./start_test_proxy.ts";

/** A proxy for one test, which closes it. */
export async function testProxy(options?: AskChannelOptions): Promise<TestProxy> {
  const proxy = await startTestProxy(options);
  onTestFinished(() => proxy.close());
  return proxy;
}

import { onTestFinished } from "vitest";
import { createProxy } from "../../../lib/proxy/create_proxy.ts";
import type { ProxyOptions } from "../../../lib/proxy/proxy_options.ts";
import type { RunningProxy } from "../../../lib/proxy/running_proxy.ts";

/** A proxy on a free port, for one test. */
export async function startProxy(options: ProxyOptions = {}): Promise<RunningProxy> {
  const proxy = await createProxy({ port: 0, ...options });
  onTestFinished(() => proxy.close());
  return proxy;
}

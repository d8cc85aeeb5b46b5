import type { Result } from "./result.ts";
import { runTests } from "./run_tests.ts";
import type { SuiteOptions } from "./suite_options.ts";
import { backpressureTests } from "./tests/backpressure_tests.ts";
import { coalesceTests } from "./tests/coalesce_tests.ts";
import { connectionTests } from "./tests/connection_tests.ts";
import { decodeTests } from "./tests/decode_tests.ts";
import { deliveryTests } from "./tests/delivery_tests.ts";
import { encodeTests } from "./tests/encode_tests.ts";
import { endingTests } from "./tests/ending_tests.ts";
import { identityTests } from "./tests/identity_tests.ts";
import { integerTests } from "./tests/integer_tests.ts";
import { iterationTests } from "./tests/iteration_tests.ts";
import { lifeCycleTests } from "./tests/life_cycle_tests.ts";
import { proxyTests } from "./tests/proxy_tests.ts";
import { rejectionTests } from "./tests/rejection_tests.ts";
import { servedProxyTests } from "./tests/served_proxy_tests.ts";
import { servedSocketTests } from "./tests/served_socket_tests.ts";
import { stageTests } from "./tests/stage_tests.ts";
import { tapeTests } from "./tests/tape_tests.ts";
import { transferTests } from "./tests/transfer_tests.ts";
import { vectorTests } from "./tests/vector_tests.ts";
import { webSocketEndTests } from "./tests/web_socket_end_tests.ts";
import { webSocketFlowTests } from "./tests/web_socket_flow_tests.ts";
import { webSocketTests } from "./tests/web_socket_tests.ts";
import { webSocketWriteTests } from "./tests/web_socket_write_tests.ts";

/** Runs everything against the package that `channel-frames` stands for, in whatever runtime this is. */
export function runSuite(options: SuiteOptions = {}): Promise<readonly Result[]> {
  return runTests(
    [
      ...vectorTests,
      ...decodeTests,
      ...encodeTests,
      ...integerTests,
      ...identityTests,
      ...endingTests,
      ...lifeCycleTests,
      ...iterationTests,
      ...deliveryTests,
      ...backpressureTests,
      ...stageTests,
      ...coalesceTests,
      ...transferTests,
      ...webSocketTests,
      ...webSocketEndTests,
      ...webSocketWriteTests,
      ...webSocketFlowTests,
      ...servedSocketTests,
      ...connectionTests,
      ...tapeTests,
      ...proxyTests,
      ...servedProxyTests,
      ...rejectionTests,
    ],
    options,
  );
}

// What a browser's worker runs: the suite.
import { runSuite } from "../suite/run_suite.ts";

postMessage(await runSuite());

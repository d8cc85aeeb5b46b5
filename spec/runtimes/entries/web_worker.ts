// What a browser's worker runs: the suite.
import { runSuite } from "../suite/run_suite.ts";
import { optionsOf } from "./options_of.ts";

postMessage(await runSuite(optionsOf(location.href)));

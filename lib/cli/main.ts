#!/usr/bin/env node
import { processContext } from "./process_context.ts";
import { run } from "./run.ts";

process.exitCode = await run(process.argv.slice(2), processContext());

import type { Command } from "./command.ts";
import { convert } from "./command_convert.ts";
import { demo } from "./command_demo.ts";
import { inspect } from "./command_inspect.ts";
import { record } from "./command_record.ts";
import { replay } from "./command_replay.ts";
import { tail } from "./command_tail.ts";
import { view } from "./command_view.ts";

/** The commands, in the order in which the help lists them. */
export const commands: Readonly<Record<string, Command>> = { inspect, tail, record, replay, convert, view, demo };

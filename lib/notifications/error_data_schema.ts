import * as v from "valibot";
import type { SyncSchema } from "../frame/standard_schema.ts";
import type { ErrorData } from "./error_data.ts";
import { checks, int32, object } from "./schema_parts.ts";

/** What the reference reads as error data. */
export const errorDataSchema: SyncSchema<ErrorData> = checks(object({ code: int32, message: v.string() }));

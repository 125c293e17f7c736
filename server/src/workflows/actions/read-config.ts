import type { z } from "zod";
import type { JsonObject } from "../../platform/json-value.ts";
import { ActionFailure } from "./action.ts";

/** Parses the config after its placeholders are resolved. */
export function readConfig<Schema extends z.ZodType>(schema: Schema, config: JsonObject): z.output<Schema> {
  const parsed = schema.safeParse(config);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ActionFailure(`config.${issue?.path.join(".")}: ${issue?.message}`);
  }
  return parsed.data;
}

import type { z } from "zod";
import type { JsonObject } from "../../platform/json-value.ts";
import { ActionFailure } from "./action.ts";

/** The config as the action needs it, now that its placeholders are filled in. */
export function readConfig<Schema extends z.ZodType>(schema: Schema, config: JsonObject): z.output<Schema> {
  const parsed = schema.safeParse(config);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ActionFailure(`config.${issue?.path.join(".")}: ${issue?.message}`);
  }
  return parsed.data;
}

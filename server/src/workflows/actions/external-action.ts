import { jsonObjectSchema } from "@weft/contract";
import { type Action, done } from "./action.ts";

/** Does nothing: an external worker finds the awaiting task, reads its input and calls back. */
export const externalAction: Action = {
  config: jsonObjectSchema,
  isAlwaysAsync: true,
  run: async () => done(),
};

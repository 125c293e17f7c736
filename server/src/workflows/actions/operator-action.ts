import { jsonObjectSchema } from "@weft/contract";
import { isJsonObject } from "../../platform/json-value.ts";
import { type Action, ActionFailure, done, errorAt } from "./action.ts";
import type { OperatorAction } from "./operator-actions.ts";

/** Adapts an operator's action for tasks. Its failure messages are passed on unchanged. */
export function operatorAction(added: OperatorAction): Action {
  return {
    config: jsonObjectSchema,
    errorsOf(config) {
      const error = added.check(config);
      return error === undefined ? [] : [errorAt("", error)];
    },
    async run({ process, config, document, task, log, signal }) {
      const { id, name, attempt, idempotencyKey } = task;
      const tasks = isJsonObject(document["tasks"]) ? document["tasks"] : {};
      const run = {
        event: process.triggerEvent,
        config,
        tasks,
        task: { id, name, attempt, idempotencyKey },
        log,
        signal,
      };
      try {
        return done(await added.run(run));
      } catch (error) {
        throw new ActionFailure(error instanceof Error ? error.message : String(error), { cause: error });
      }
    },
  };
}

import { jsonObjectSchema } from "@weft/contract";
import { z } from "zod";
import type { EntityServices } from "../../entities/entity-services.ts";
import type { JsonObject } from "../../platform/json-value.ts";
import { type Action, done, errorAt, orPlaceholder, readConfig } from "./action.ts";
import { EntityCalls, validateKind } from "./entity-calls.ts";

const createSchema = z.strictObject({ entityName: z.string().min(1), object: jsonObjectSchema });
const updateSchema = createSchema.extend({ id: z.string().min(1) });
const savedObject = { object: orPlaceholder(jsonObjectSchema, "the fields as an object") };

/**
 * Creates an entity. Its id is the task's idempotency key, so that a task that is run again after a node crash finds
 * the entity that it already created.
 */
export function createEntityAction(services: EntityServices): Action {
  return {
    config: createSchema.extend(savedObject),
    errorsOf: validateEntityName,
    async run(run) {
      const { entityName, object } = readConfig(createSchema, run.config);
      const calls = new EntityCalls(services, run);
      const id = run.task.idempotencyKey;
      const made = run.task.attempt > 1 ? await calls.findOwn(entityName, id) : undefined;
      return done(made ?? (await calls.create(entityName, object, id)));
    },
  };
}

export function updateEntityAction(services: EntityServices): Action {
  return {
    config: updateSchema.extend(savedObject),
    errorsOf: validateEntityName,
    async run(run) {
      const { entityName, id, object } = readConfig(updateSchema, run.config);
      return done(await new EntityCalls(services, run).update(entityName, id, object));
    },
  };
}

/** A name with a placeholder is known only at run time. */
function validateEntityName({ entityName }: JsonObject) {
  const error = typeof entityName === "string" && !entityName.includes("{") ? validateKind(entityName) : undefined;
  return error === undefined ? [] : [errorAt("/entityName", error)];
}

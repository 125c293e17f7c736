import { jsonObjectSchema } from "@weft/contract";
import { z } from "zod";
import type { EntityServices } from "../../entities/entity-services.ts";
import type { JsonObject } from "../../platform/json-value.ts";
import { type Action, done, faultAt } from "./action.ts";
import { EntityCalls, faultOfKind } from "./entity-calls.ts";
import { orPlaceholder } from "./or-placeholder.ts";
import { readConfig } from "./read-config.ts";

const createSchema = z.strictObject({ entityName: z.string().min(1), object: jsonObjectSchema });
const updateSchema = createSchema.extend({ id: z.string().min(1) });
const savedObject = { object: orPlaceholder(jsonObjectSchema, "the fields as an object") };

/**
 * Creates an entity. Its id is the task's idempotency key, so that a task that is run again after its node has died
 * finds what it has made.
 */
export function createEntityAction(services: EntityServices): Action {
  return {
    config: createSchema.extend(savedObject),
    faultsOf: faultsOfEntityName,
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
    faultsOf: faultsOfEntityName,
    async run(run) {
      const { entityName, id, object } = readConfig(updateSchema, run.config);
      return done(await new EntityCalls(services, run).update(entityName, id, object));
    },
  };
}

/** A name with a placeholder in it is known only when the task is run. */
function faultsOfEntityName({ entityName }: JsonObject) {
  const fault = typeof entityName === "string" && !entityName.includes("{") ? faultOfKind(entityName) : undefined;
  return fault === undefined ? [] : [faultAt("/entityName", fault)];
}

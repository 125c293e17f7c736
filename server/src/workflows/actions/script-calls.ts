import { z } from "zod";
import { isJsonObject, type JsonObject, type JsonValue } from "../../platform/json-value.ts";
import { isOutage, Problem } from "../../platform/problem.ts";
import type { ScriptCall } from "../../platform/scripts/script-run.ts";
import { ActionFailure } from "./action.ts";
import type { EntityCalls, ListInput } from "./entity-calls.ts";

interface ScriptCalls {
  /** The functions available to a script, by dotted name. */
  readonly calls: Readonly<Record<string, ScriptCall>>;
  /** Throws an internal error met by a call, even if the script caught it. */
  readonly throwOurs: () => void;
}

/** The entity operations for a script. It sees only public error messages. */
export function scriptCalls(entities: EntityCalls): ScriptCalls {
  let ours: unknown;
  const verbs = verbsOn(entities);
  const guarded = Object.entries(verbs).map(([name, call]): [string, ScriptCall] => [
    name,
    async (args) => {
      try {
        return await call(args);
      } catch (error) {
        const text = publicTextOf(error);
        ours ??= text === undefined ? error : undefined;
        throw new ActionFailure(text ?? `${name} failed with an internal error.`, { cause: error });
      }
    },
  ]);
  return {
    calls: Object.fromEntries(guarded),
    throwOurs() {
      if (ours !== undefined) {
        throw ours;
      }
    },
  };
}

/** Undefined for internal errors: a bug of the service, or an unavailable database. */
function publicTextOf(error: unknown): string | undefined {
  if (error instanceof Problem) {
    return isOutage(error) ? undefined : error.detail;
  }
  return error instanceof ActionFailure ? error.message : undefined;
}

function verbsOn(entities: EntityCalls): Readonly<Record<string, ScriptCall>> {
  return {
    "entities.get": ([entityName, id]) => entities.get(textOf(entityName), textOf(id)),
    "entities.list": ([entityName, input = {}]) => entities.list(textOf(entityName), inputOf(input)),
    "entities.create": ([entityName, object]) => entities.create(textOf(entityName), objectOf(object)),
    "entities.update": ([entityName, id, object]) => entities.update(textOf(entityName), textOf(id), objectOf(object)),
  };
}

const inputSchema = z.strictObject({
  criteria: z.record(z.string(), z.json()).optional(),
  order: z.record(z.string(), z.json()).optional(),
  limit: z.int().optional(),
  nextPageKey: z.string().optional(),
});

function inputOf(value: JsonValue): ListInput {
  const parsed = inputSchema.safeParse(value);
  if (!parsed.success) {
    throw new ActionFailure("entities.list requires the kind and {criteria?, order?, limit?, nextPageKey?}.");
  }
  return Object.fromEntries(Object.entries(parsed.data).filter(([, member]) => member !== undefined));
}

function textOf(value: JsonValue): string {
  if (typeof value !== "string") {
    throw new ActionFailure("entities requires strings for the kind and the id: entities.get('item', id).");
  }
  return value;
}

function objectOf(value: JsonValue): JsonObject {
  if (value === undefined || !isJsonObject(value)) {
    throw new ActionFailure("entities requires the fields as an object: entities.update('item', id, {name: 'Parka'}).");
  }
  return value;
}

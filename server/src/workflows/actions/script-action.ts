import { z } from "zod";
import type { EntityServices } from "../../entities/entity-services.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../platform/json-value.ts";
import { isOutage, Problem } from "../../platform/problem.ts";
import { ScriptError } from "../../platform/scripts/script-error.ts";
import type { ScriptCall, ScriptResult, ScriptRunner } from "../../platform/scripts/script-runner.ts";
import { validateScript } from "../../platform/scripts/validate-script.ts";
import { type Action, ActionError, type ActionRun, ActionTimeoutError, done, errorAt, readConfig } from "./action.ts";
import { EntityCalls, type ListInput } from "./entity-calls.ts";

/** Members other than the code are the script's own config, with placeholders resolved. */
const configSchema = z.looseObject({ code: z.string().min(1) });

const callsMax = 100;
const memoryBytesMax = 64 * 1024 * 1024;
const secondsMax = 60;

/** Runs JavaScript in its own sandbox, with access only to event, config, tasks and the entity operations. */
export function scriptAction(services: EntityServices, scripts: ScriptRunner): Action {
  return {
    config: configSchema,
    plainMembers: ["code"],
    errorsOf: ({ code }) => {
      const error = typeof code === "string" ? validateScript(code) : undefined;
      return error === undefined
        ? []
        : [errorAt("/code", `${error.message} (line ${error.line}, column ${error.column})`)];
    },
    async run(run) {
      const { code } = readConfig(configSchema, run.config);
      const { tasks = {}, task = {} } = run.document;
      const { calls, throwOurs } = scriptCalls(new EntityCalls(services, run));
      const running = scripts.run({
        owner: run.org.id,
        code,
        globals: { event: run.process.triggerEvent, config: withoutCode(run.config), tasks, task },
        calls,
        callsMax,
        timeoutMs: Math.min(run.task.timeoutSeconds, secondsMax) * 1000,
        memoryBytesMax,
        signal: run.signal,
      });
      const { output } = await withLogs(run, running).finally(throwOurs);
      return done(outputOf(output));
    },
  };
}

/** Logs are kept whether the script succeeds or fails. */
async function withLogs({ log }: ActionRun, running: Promise<ScriptResult>): Promise<ScriptResult> {
  try {
    const result = await running;
    for (const line of result.logs) {
      log(line);
    }
    return result;
  } catch (error) {
    if (error instanceof ScriptError) {
      for (const line of [...error.logs, ...error.scriptStack]) {
        log(line);
      }
    }
    throw error instanceof ScriptError && error.kind === "time"
      ? new ActionTimeoutError(error.message, { cause: error })
      : error;
  }
}

function withoutCode({ code: _, ...config }: JsonObject): JsonObject {
  return config;
}

/** A task's output is an object. Any other return value is stored as its result. */
function outputOf(output: JsonValue): JsonObject {
  if (output === undefined || output === null) {
    return {};
  }
  return isJsonObject(output) ? output : { result: output };
}

interface ScriptCalls {
  /** The functions available to a script, by dotted name. */
  readonly calls: Readonly<Record<string, ScriptCall>>;
  /** Throws an internal error met by a call, even if the script caught it. */
  readonly throwOurs: () => void;
}

/** The entity operations for a script. It sees only public error messages. */
function scriptCalls(entities: EntityCalls): ScriptCalls {
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
        throw new ActionError(text ?? `${name} failed with an internal error.`, { cause: error });
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
  return error instanceof ActionError ? error.message : undefined;
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
    throw new ActionError("entities.list requires the kind and {criteria?, order?, limit?, nextPageKey?}.");
  }
  return Object.fromEntries(Object.entries(parsed.data).filter(([, member]) => member !== undefined));
}

function textOf(value: JsonValue): string {
  if (typeof value !== "string") {
    throw new ActionError("entities requires strings for the kind and the id: entities.get('item', id).");
  }
  return value;
}

function objectOf(value: JsonValue): JsonObject {
  if (value === undefined || !isJsonObject(value)) {
    throw new ActionError("entities requires the fields as an object: entities.update('item', id, {name: 'Parka'}).");
  }
  return value;
}

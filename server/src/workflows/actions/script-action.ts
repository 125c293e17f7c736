import { z } from "zod";
import type { EntityServices } from "../../entities/entity-services.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../platform/json-value.ts";
import { ScriptError } from "../../platform/scripts/script-error.ts";
import type { ScriptResult } from "../../platform/scripts/script-run.ts";
import type { ScriptRunner } from "../../platform/scripts/script-runner.ts";
import { validateScript } from "../../platform/scripts/validate-script.ts";
import { type Action, type ActionRun, ActionTimedOut, done, errorAt } from "./action.ts";
import { EntityCalls } from "./entity-calls.ts";
import { readConfig } from "./read-config.ts";
import { scriptCalls } from "./script-calls.ts";

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
      ? new ActionTimedOut(error.message, { cause: error })
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

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { jsonObjectSchema } from "@weft/contract";
import { validateJson } from "../../platform/json/storable-json.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../platform/json-value.ts";
import { StartError } from "../../platform/start-error.ts";
import { type Action, ActionError, done, errorAt } from "./action.ts";

/** The arguments of an operator's module. */
export interface OperatorActionRun {
  readonly event: JsonObject;
  readonly config: JsonObject;
  /** Earlier tasks of the process, by name. */
  readonly tasks: JsonObject;
  readonly task: {
    readonly id: string;
    readonly name: string;
    /** Starts at 1. */
    readonly attempt: number;
    /** The same for every attempt. */
    readonly idempotencyKey: string;
  };
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
}

/** An action added by a module of the operator. The module is trusted; its output is checked. */
export interface OperatorAction {
  readonly name: string;
  /** Returns an error message if the config is invalid. */
  check(config: JsonObject): string | undefined;
  run(run: OperatorActionRun): Promise<JsonObject | undefined>;
}

interface OperatorModule {
  readonly file: string;
  readonly name: unknown;
  readonly run: unknown;
  readonly check: unknown;
}

const builtInNames = [
  ...["http", "script", "create-entity", "update-entity", "load", "publish-assortment", "delay", "external"],
];
const nameForm = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * Loads every module, *.mjs or *.js, directly in the folder; subfolders can hold shared code. Reports all errors of all
 * modules at once, so that the operator does not have to restart for each one.
 */
export async function loadOperatorActions(folder: string | undefined): Promise<ReadonlyMap<string, OperatorAction>> {
  if (folder === undefined) {
    return new Map();
  }
  const modules: OperatorModule[] = [];
  const errors: string[] = [];
  for (const file of await listModules(folder)) {
    try {
      modules.push(await importModule(folder, file));
    } catch (error) {
      errors.push(`${file} cannot be loaded: ${messageOf(error)}`);
    }
  }
  errors.push(...modules.flatMap((module) => errorsOf(module, modules)));
  if (errors.length > 0) {
    throw new StartError(`The actions in ${folder} cannot be used.\n${errors.map((error) => `- ${error}`).join("\n")}`);
  }
  return new Map(modules.map((module) => asAction(module)).map((action) => [action.name, action]));
}

async function listModules(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    // A symlink, as in mounted folders, is not reported as a file.
    const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
    return names.filter((name) => /\.m?js$/.test(name)).sort();
  } catch (error) {
    throw new StartError(`The action directory ${folder} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

async function importModule(folder: string, file: string): Promise<OperatorModule> {
  const url = pathToFileURL(join(folder, file)).href;
  const exported: Readonly<Record<string, unknown>> = await import(url);
  // The exports of a CommonJS module are its default export, and only some are also named exports.
  const members: Readonly<Record<string, unknown>> = { ...Object(exported["default"]), ...exported };
  return { file, name: members["name"], run: members["run"], check: members["check"] };
}

function errorsOf({ file, name, run, check }: OperatorModule, modules: readonly OperatorModule[]): string[] {
  const namesake = modules.find((other) => other.name === name && other.file < file);
  const claims: readonly (readonly [isError: boolean, detail: string])[] = [
    [name === undefined, "does not export a name; add export const name = 'resize-image'"],
    [
      name !== undefined && !isName(name),
      `has the name ${JSON.stringify(name)}; a name must have lowercase words with hyphens, such as resize-image`,
    ],
    [builtInNames.some((builtIn) => builtIn === name), `has the name ${name} of a built-in action; choose another`],
    [isName(name) && namesake !== undefined, `has the same name as ${namesake?.file}, ${name}; choose another`],
    [
      typeof run !== "function",
      "does not export a function run; add export async function run({ event, config }) { … }",
    ],
    [check !== undefined && typeof check !== "function", "exports a check that is not a function"],
  ];
  return claims.filter(([isError]) => isError).map(([, detail]) => `${file} ${detail}.`);
}

function isName(name: unknown): name is string {
  return typeof name === "string" && nameForm.test(name);
}

function asAction({ name, run, check }: OperatorModule): OperatorAction {
  const title = String(name);
  return {
    name: title,
    check: (config) => checkConfig(check, config),
    run: async (input) => readOutput(title, await callIfFunction(run, input)),
  };
}

function checkConfig(check: unknown, config: JsonObject): string | undefined {
  try {
    const error = callIfFunction(check, config);
    return error === undefined || typeof error === "string" ? error : "Its check returns neither a text nor undefined.";
  } catch (error) {
    return `Its check failed: ${messageOf(error)}`;
  }
}

/** A copy, so that later changes made by the module have no effect. */
function readOutput(name: string, output: unknown): JsonObject | undefined {
  if (output === undefined) {
    return undefined;
  }
  const error = validateJson(output);
  if (error !== undefined) {
    throw new Error(`The return value of the action ${name} ${error}.`);
  }
  const copy: JsonValue = JSON.parse(JSON.stringify(output));
  if (!isJsonObject(copy)) {
    throw new Error(`The return value of the action ${name} is not an object; return an object or nothing.`);
  }
  return copy;
}

function callIfFunction(candidate: unknown, input: unknown): unknown {
  return typeof candidate === "function" ? candidate(input) : undefined;
}

/** The first line: parser errors have several. */
function messageOf(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line;
}

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
        throw new ActionError(error instanceof Error ? error.message : String(error), { cause: error });
      }
    },
  };
}

import { readFile } from "node:fs/promises";
import type { WebhookCreate } from "@weft/client";
import { usageError } from "../../frame/cli-error.ts";
import type { Context } from "../../frame/context.ts";
import { asObject, type DraftOptions, readAssignments, readData } from "../entities/read-draft.ts";

export interface AuthOptions {
  readonly secretFile?: string;
  readonly authHeader?: string;
  readonly authValueFile?: string;
  readonly auth: boolean;
}

export interface DefinitionOptions {
  readonly url?: string;
  readonly trigger: readonly string[];
  readonly filter?: string;
  readonly header: readonly string[];
  readonly description?: string;
  readonly timeout?: string;
  readonly inactive?: boolean;
}

type Options = DraftOptions & AuthOptions & DefinitionOptions;

/** A webhook from options; fields without an option come from --set or --data. */
export async function readWebhook(context: Context, options: Options): Promise<WebhookCreate> {
  const { data, set } = options;
  const base = data === undefined ? {} : asObject(await readData(context, data), "--data");
  const auth = await readAuth(context, options);
  const wanted = {
    auth: { type: "hmac" },
    ...base,
    ...definitionOf(options),
    ...readAssignments(set, "--set"),
    ...auth,
  };
  if (!isWebhook(wanted)) {
    throw usageError("A webhook needs a URL and at least one event.", "Pass --url and --trigger.");
  }
  return wanted;
}

/** The fields that have options. */
export function definitionOf(options: DefinitionOptions): Partial<WebhookCreate> {
  const { url, trigger, filter, header, description, timeout, inactive } = options;
  return {
    ...(url === undefined ? {} : { url }),
    ...(trigger.length === 0 ? {} : { events: [...trigger] }),
    ...(filter === undefined ? {} : { filter }),
    ...(header.length === 0 ? {} : { headers: Object.fromEntries(header.map(readHeader)) }),
    ...(description === undefined ? {} : { description }),
    ...(timeout === undefined ? {} : { timeoutSeconds: readSeconds(timeout) }),
    ...(inactive === true ? { isActive: false } : {}),
  };
}

/** The service validates the rest. */
function isWebhook(wanted: object): wanted is WebhookCreate {
  return "url" in wanted && "events" in wanted;
}

/** Secrets come from files: arguments are visible to every user of the machine. */
async function readAuth(context: Context, { auth, authHeader, authValueFile, secretFile }: AuthOptions) {
  const given = [auth ? undefined : "--no-auth", authHeader, secretFile].filter((one) => one !== undefined);
  if (given.length > 1) throw usageError("--no-auth, --auth-header and --secret-file cannot be combined.");
  if (authHeader !== undefined) {
    if (authValueFile === undefined) throw usageError("--auth-header needs a value.", "Pass --auth-value-file.");
    return { auth: { type: "header", name: authHeader, value: await readSecret(context, authValueFile) } };
  }
  if (authValueFile !== undefined) throw usageError("--auth-value-file needs --auth-header.");
  if (secretFile !== undefined) return { auth: { type: "hmac", secret: await readSecret(context, secretFile) } };
  return auth ? {} : { auth: { type: "none" } };
}

export async function readSecret({ terminal }: Context, path: string): Promise<string> {
  return (path === "-" ? await terminal.readInput() : await readFile(path, "utf8")).trim();
}

function readHeader(text: string): [string, string] {
  const [, name = "", value = ""] = /^([^:\s]+):\s*(.*)$/s.exec(text) ?? [];
  if (name === "") throw usageError(`--header takes "Name: value", not ${text}.`);
  return [name, value];
}

function readSeconds(text: string): number {
  if (!/^\d{1,2}$/.test(text)) throw usageError(`--timeout takes seconds from 1 to 30, not ${text}.`);
  return Number(text);
}

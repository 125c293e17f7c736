import { isJsonObject, type JsonObject } from "../../platform/json-value.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { SealedTable } from "../../platform/secrets/sealed-table.ts";
import type { TaskSecret } from "../actions/action.ts";
import type { SentTask } from "../workflow.ts";

/** By the name of the task. */
export type TaskSecrets = Readonly<Record<string, TaskSecret>>;

/** Splits a config into its public part and its secret. */
export function takeSecret(config: JsonObject): {
  readonly config: JsonObject;
  readonly secret: TaskSecret | undefined;
} {
  const { auth } = config;
  if (auth === undefined || !isJsonObject(auth)) {
    return { config, secret: undefined };
  }
  const { value, secret, ...shown } = auth;
  const stripped = { ...config, auth: shown };
  if (typeof value === "string") {
    return { config: stripped, secret: { value } };
  }
  return { config: stripped, secret: typeof secret === "string" ? { secret } : undefined };
}

/**
 * The secrets that need not be sent again: those of tasks whose URL, method and header name are unchanged. Anyone who
 * changes one of these must know the secret, or they could send it to a place where they can read it.
 */
export function secretsToKeep(
  secrets: TaskSecrets,
  before: readonly SentTask[],
  after: readonly SentTask[],
): TaskSecrets {
  const placeBefore = new Map(before.map(({ name, config }) => [name, placeOf(config)]));
  const staying = after.filter(({ name, config }) => placeBefore.get(name) === placeOf(config));
  return Object.fromEntries(
    staying.flatMap(({ name }) => (secrets[name] === undefined ? [] : [[name, secrets[name]]])),
  );
}

/** The settings that a secret is bound to, as text. */
function placeOf({ url = "", method = "POST", auth = {} }: JsonObject = {}): string {
  const { type = "none", name = "" } = isJsonObject(auth) ? auth : {};
  return JSON.stringify([url, method, type, String(name).toLowerCase()]);
}

/** Whether a secret fits the auth type: one for a header does not fit a signature. */
export function fitsAuth({ auth }: JsonObject, secret: TaskSecret): boolean {
  const type = auth !== undefined && isJsonObject(auth) ? auth["type"] : undefined;
  return type === "header" ? "value" in secret : type === "hmac" && "secret" in secret;
}

export function needsSecret({ auth }: JsonObject): boolean {
  const type = auth !== undefined && isJsonObject(auth) ? auth["type"] : undefined;
  return type === "header" || type === "hmac";
}

export const workflowSecrets: SealedTable = {
  table: "event_workflow_versions",
  columns: ["secrets"],
  key: { org_id: "text", workflow_id: "text", version: "integer" },
  contextOf: ([orgId = ""]) => contextOf(orgId),
};

export function sealSecrets(box: SecretBox, orgId: string, secrets: TaskSecrets): Buffer | null {
  return Object.keys(secrets).length === 0 ? null : box.seal(JSON.stringify(secrets), contextOf(orgId));
}

export function openSecrets(box: SecretBox, orgId: string, sealed: Buffer | null): TaskSecrets {
  return sealed === null ? {} : JSON.parse(box.open(sealed, contextOf(orgId)));
}

function contextOf(orgId: string): string {
  return `workflow secrets ${orgId}`;
}

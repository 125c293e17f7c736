import { jsonValueSchema } from "@weft/contract";
import { z } from "zod";
import { pointerStep } from "../../platform/json/merge-output.ts";
import { storableJson } from "../../platform/json/storable-json.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../platform/json-value.ts";
import { type AllowedRange, checkOutboundUrl } from "../../platform/outbound/address-rules.ts";
import { authHeaders, type OutboundAuth, readSigningSecret } from "../../platform/outbound/message-auth.ts";
import { OutboundRefusedError } from "../../platform/outbound/outbound-error.ts";
import { type OutboundAnswered, validateHeader } from "../../platform/outbound/outbound-message.ts";
import type { OutboundSender } from "../../platform/outbound/outbound-sender.ts";
import { storableText } from "../../platform/storable-text.ts";
import { type Action, ActionError, type ActionRun, ActionTimeoutError, done, errorAt, readConfig } from "./action.ts";

const authSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("header"),
    name: z.string().min(1).max(200),
    value: z.string().max(8_000).optional(),
  }),
  z.strictObject({ type: z.literal("hmac"), secret: z.string().max(200).optional() }),
  z.strictObject({ type: z.literal("none") }),
]);

const configSchema = z.strictObject({
  url: z.string().min(1).max(4_096),
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).default("POST"),
  headers: z.record(z.string().max(200), z.string().max(8_000)).optional(),
  body: jsonValueSchema.optional(),
  auth: authSchema.optional(),
});

/** A lone placeholder keeps its type, but a header is always sent as text. */
const filledSchema = configSchema.extend({
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).optional(),
});

export interface HttpActionServices {
  readonly outbound: OutboundSender;
  readonly outboundAllowedRanges: readonly AllowedRange[];
}

// The timeout of a single call. The signal covers the task's timeout, which for an async task includes the wait for its
// callback.
const callSecondsMax = 60;
const answerBytesMax = 1_048_576;
const redirectsMax = 3;
const excerptCharacters = 500;

/** Calls an external system. The call of an async task also carries how to call back. */
export function httpAction({ outbound, outboundAllowedRanges }: HttpActionServices): Action {
  return {
    config: configSchema,
    callsOut: true,
    plainMembers: ["auth/value", "auth/secret"],
    errorsOf: (config) => validateConfig(config, outboundAllowedRanges),
    async run(run) {
      const { url, method, headers = {}, body, auth } = readConfig(filledSchema, run.config);
      const sent = method === "GET" ? undefined : textOf(body ?? bodyInstead(run));
      const proof = proofOf(run, auth, sent ?? "");
      const outcome = await outbound.send({
        url,
        method,
        headers: { ...contentType(sent, body), ...headers, ...headersOfTask(run), ...proof },
        secretHeaders: Object.keys(proof),
        body: sent,
        timeoutMs: callSecondsMax * 1000,
        answerBytesMax,
        redirectsMax,
        signal: run.signal,
        spanAttributes: { "weft.org": run.org.slug, "weft.task_id": run.task.id },
      });
      if (outcome.kind !== "answered") {
        throw outcome.reason === "timeout" ? new ActionTimeoutError(outcome.message) : new ActionError(outcome.message);
      }
      return done(readAnswer(run, outcome));
    },
  };
}

/**
 * Null if a body is configured but its placeholder resolves to nothing: the event is sent only if no body is
 * configured.
 */
function bodyInstead({ savedConfig, process, task, callback }: ActionRun): JsonValue {
  if (savedConfig["body"] !== undefined) {
    return null;
  }
  return callback === undefined
    ? process.triggerEvent
    : { ...process.triggerEvent, taskId: task.id, callbackUrl: callback.url, callbackToken: callback.token };
}

function textOf(body: JsonValue): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}

function contentType(sent: string | undefined, body: JsonValue): Record<string, string> {
  if (sent === undefined) {
    return {};
  }
  return { "content-type": typeof body === "string" ? "text/plain; charset=utf-8" : "application/json" };
}

/** The same for every attempt, so that the receiver can recognize a repeated call. */
function headersOfTask({ task, callback }: ActionRun): Record<string, string> {
  return {
    "idempotency-key": task.idempotencyKey,
    "user-agent": "weft-workflows",
    ...(callback === undefined
      ? {}
      : {
          "x-weft-task-id": task.id,
          "x-weft-callback-url": callback.url,
          "x-weft-callback-token": callback.token,
        }),
  };
}

function proofOf({ task, secret }: ActionRun, auth: z.output<typeof authSchema> | undefined, body: string) {
  const message = { id: task.idempotencyKey, timestampSeconds: Math.floor(Date.now() / 1000), body };
  return authHeaders(completeAuth(auth, secret), message);
}

function completeAuth(auth: z.output<typeof authSchema> | undefined, secret: ActionRun["secret"]): OutboundAuth {
  if (auth?.type === "header" && secret !== undefined && "value" in secret) {
    return { type: "header", name: auth.name, value: secret.value };
  }
  if (auth?.type === "hmac" && secret !== undefined && "secret" in secret) {
    return { type: "hmac", secrets: [secret.secret] };
  }
  if (auth !== undefined && auth.type !== "none") {
    // Fails instead of calling without authentication.
    throw new ActionError("The secret of this task is missing. Save the workflow with it again.");
  }
  return { type: "none" };
}

function readAnswer(run: ActionRun, answer: OutboundAnswered): JsonObject {
  if (answer.status >= 200 && answer.status < 300) {
    return outputOfAnswer(answer);
  }
  const excerpt = Buffer.from(answer.body).toString("utf8").slice(0, excerptCharacters);
  if (excerpt !== "") {
    run.log(`The receiver returned ${answer.status}: ${excerpt}`);
  }
  throw new ActionError(`The receiver returned ${answer.status}.`);
}

function validateConfig(config: JsonObject, ranges: readonly AllowedRange[]) {
  const parsed = configSchema.safeParse(config);
  if (!parsed.success) {
    return [];
  }
  const { url, headers = {}, auth } = parsed.data;
  return [...validateUrl(url, ranges), ...validateHeaders(headers), ...validateAuth(auth)];
}

/** A URL with placeholders is checked at call time. */
function validateUrl(url: string, ranges: readonly AllowedRange[]) {
  if (url.includes("{")) {
    return [];
  }
  try {
    checkOutboundUrl(url, ranges);
    return [];
  } catch (error) {
    if (!(error instanceof OutboundRefusedError)) {
      throw error;
    }
    return [errorAt("/url", error.message)];
  }
}

function validateHeaders(headers: Readonly<Record<string, string>>) {
  return Object.entries(headers).flatMap(([name, value]) => {
    const error = validateHeader(name, value.includes("{") ? "" : value);
    return error === undefined ? [] : [errorAt(`/headers${pointerStep(name)}`, error)];
  });
}

function validateAuth(auth: z.output<typeof authSchema> | undefined) {
  if (auth?.type === "header") {
    const error = validateHeader(auth.name, auth.value ?? "");
    return error === undefined ? [] : [errorAt("/auth", error)];
  }
  return auth?.type === "hmac" && auth.secret !== undefined && readSigningSecret(auth.secret) === undefined
    ? [errorAt("/auth/secret", "A secret must be whsec_ followed by the base64 of 24 to 64 random bytes.")]
    : [];
}

const textCharactersMax = 16_384;

/**
 * A JSON response becomes the output of the task. For any other response, the output is its status and the start of its
 * body.
 */
function outputOfAnswer({ status, headers, body, isCut }: OutboundAnswered): JsonObject {
  const text = Buffer.from(body).toString("utf8");
  const json = isCut || !/[/+]json\b/i.test(headers["content-type"] ?? "") ? undefined : parsed(text);
  if (json !== undefined) {
    return isJsonObject(json) ? json : { status, body: json };
  }
  return text === ""
    ? { status }
    : { status, body: storableText(text.slice(0, textCharactersMax)), ...(isCut ? { isCut } : {}) };
}

function parsed(text: string): JsonValue {
  try {
    return storableJson(JSON.parse(text));
  } catch {
    // Not JSON, whatever its content type says: it is shown as text.
    return undefined;
  }
}

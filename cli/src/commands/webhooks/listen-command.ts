import { createHmac } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { WebhookDelivery, WebhookDeliverySummary, Weft } from "@weft/client";
import type { Command } from "commander";
import { usageError } from "../../frame/cli-error.ts";
import type { SharedOptions } from "../../frame/context.ts";
import { commandAction, defineCommand } from "../../frame/define-command.ts";
import { safeText } from "../../output/safe-text.ts";
import type { Style } from "../../output/style.ts";
import { readMoment } from "./read-moment.ts";
import { readSecret } from "./read-webhook.ts";

interface ListenOptions extends SharedOptions {
  readonly forwardTo: string;
  readonly since?: string;
  readonly secretFile?: string;
}

export function listenCommand(): Command {
  return defineCommand("listen", {
    description: "Forward copies of a webhook's messages to a local URL",
    examples: [
      "weft webhooks listen <id> --forward-to http://localhost:8080/hook",
      "weft webhooks listen <id> --forward-to http://localhost:8080/hook --since 1h --secret-file secret.txt",
    ],
  })
    .argument("<id>", "id of an active webhook; its own URL still receives every message")
    .requiredOption("--forward-to <url>", "URL that receives the copies")
    .option("--since <time>", "1h, 2d or a date: also forward messages sent since then")
    .option("--secret-file <path>", "sign the copies with the secret in this file, like the webhook's messages")
    .action(
      commandAction<ListenOptions>(async (context, { args: [webhookId = ""], options }) => {
        const { signal } = context;
        const url = readUrl(options.forwardTo);
        const since = options.since === undefined ? undefined : readMoment("--since", options.since, Date.now());
        const secret = options.secretFile === undefined ? undefined : await readSecret(context, options.secretFile);
        const weft = await context.weft();
        const { events } = await weft.call("get-webhook", { params: { id: webhookId } }, { signal });
        context.print.note(
          `Listening to ${events.join(", ")}. Press Ctrl-C to stop.${secret === undefined ? " The copies are not signed: pass --secret-file to sign them." : ""}`,
        );
        for await (const delivery of watchDeliveries(weft, { webhookId, since, signal })) {
          const forwarded = await forwardMessage(delivery, { url, secret, signal });
          context.print.line(forwarded, () => formatForwarded(forwarded, context.print.style));
        }
      }),
    );
}

function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return text;
  throw usageError(`--forward-to takes a URL such as http://localhost:8080/hook, not ${text}.`);
}

function formatForwarded(
  { type, entityReference, answerStatus, durationMs, failure }: Forwarded,
  style: Style,
): string {
  const isWell = answerStatus !== null && answerStatus < 300;
  const answer = (isWell ? style.green : style.red)(
    safeText(answerStatus === null ? (failure ?? "no response") : String(answerStatus)),
  );
  return `${safeText(type)}  ${safeText(entityReference ?? "")}  → ${answer} (${durationMs} ms)`;
}

interface Watching {
  readonly webhookId: string;
  /** Start time. Default: now. */
  readonly since: string | undefined;
  readonly signal: AbortSignal;
}

const lookEveryMs = 1_000;
/** A slow transaction may commit after later ones: the last minute is read again. */
const overlapMs = 60_000;
const endOfTime = "9999-12-31";
/** With the pauses in between, several minutes of an unavailable service. */
const retries = 25;

/** The messages of a webhook as they are created, each once, in order per entity. */
async function* watchDeliveries(weft: Weft, watching: Watching): AsyncGenerator<WebhookDelivery> {
  const { since, signal } = watching;
  const seen = new Map<string, number>();
  let from = since === undefined ? undefined : Date.parse(since);
  if (from === undefined) {
    // Uses the clock of the service, which may differ from ours.
    const latest = await newestOf(weft, watching);
    from = latest === undefined ? 0 : Date.parse(latest.createdOn) - overlapMs;
    for await (const { id, createdOn } of listSince(weft, watching, from)) seen.set(id, Date.parse(createdOn));
  }
  for (;;) {
    const began = performance.now();
    for await (const { id, createdOn, sequence, isTest } of listSince(weft, watching, from)) {
      // A message without a sequence number has no place in the order yet.
      if (seen.has(id) || (sequence === null && !isTest)) continue;
      seen.set(id, Date.parse(createdOn));
      yield await weft.call("get-webhook-delivery", { params: { id } }, { signal, retries });
    }
    from = Math.max(from, Math.max(0, ...seen.values()) - overlapMs);
    deleteBefore(seen, from);
    // Pauses also when there is much to read.
    await delay(Math.max(lookEveryMs, performance.now() - began), undefined, { signal });
  }
}

async function newestOf(weft: Weft, { webhookId, signal }: Watching): Promise<WebhookDeliverySummary | undefined> {
  const query = { criteria: { webhookId }, order: { orderField: "createdOn", order: "desc" }, limit: 1 };
  return (await weft.call("list-webhook-deliveries", { query }, { signal, retries })).results[0];
}

async function* listSince(
  weft: Weft,
  { webhookId, signal }: Watching,
  from: number,
): AsyncGenerator<WebhookDeliverySummary> {
  const createdOn = `BETWEEN ${new Date(from).toISOString()} and ${endOfTime}`;
  const listing = { criteria: { webhookId, createdOn }, limit: 1000, signal, retries };
  yield* weft.entities.all({ entityName: "webhook-delivery", ...listing });
}

function deleteBefore(seen: Map<string, number>, time: number): void {
  for (const [id, createdOn] of seen) {
    if (createdOn < time) seen.delete(id);
  }
}

interface Target {
  readonly url: string;
  /** Signs like the service. Default: no signature. */
  readonly secret: string | undefined;
  readonly signal: AbortSignal;
}

/** The result of a forwarded message. */
interface Forwarded {
  readonly deliveryId: string;
  readonly type: string;
  readonly entityReference: string | null;
  readonly answerStatus: number | null;
  readonly durationMs: number;
  readonly failure: string | null;
}

const timeoutMs = 30_000;

/** Sends the message of a delivery to another URL, with the headers of the service. */
async function forwardMessage(delivery: WebhookDelivery, { url, secret, signal }: Target): Promise<Forwarded> {
  const { id, type, entityReference, payload } = delivery;
  const body = JSON.stringify(payload);
  const began = performance.now();
  const reported = (answerStatus: number | null, failure: string | null): Forwarded => {
    return {
      deliveryId: id,
      type,
      entityReference,
      answerStatus,
      durationMs: Math.round(performance.now() - began),
      failure,
    };
  };
  try {
    const answer = await fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/json", "user-agent": "weft-webhooks", ...idHeaders(id, body, secret) },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    await answer.arrayBuffer();
    return reported(answer.status, null);
  } catch (error) {
    signal.throwIfAborted();
    return reported(null, reasonOf(error));
  }
}

/** As defined by Standard Webhooks. */
export function idHeaders(id: string, body: string, secret: string | undefined): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const named = { "webhook-id": id, "webhook-timestamp": timestamp };
  if (secret === undefined) return named;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { ...named, "webhook-signature": `v1,${signature}` };
}

/** Fetch hides the reason of a connection error in the cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.message;
}

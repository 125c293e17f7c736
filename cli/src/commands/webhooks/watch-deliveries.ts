import { setTimeout as delay } from "node:timers/promises";
import type { WebhookDelivery, WebhookDeliverySummary, Weft } from "@weft/client";

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
export async function* watchDeliveries(weft: Weft, watching: Watching): AsyncGenerator<WebhookDelivery> {
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
    forgetBefore(seen, from);
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

function forgetBefore(seen: Map<string, number>, time: number): void {
  for (const [id, createdOn] of seen) {
    if (createdOn < time) seen.delete(id);
  }
}

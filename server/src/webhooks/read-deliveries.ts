import { deliveryOrders, type webhookDeliveryOperations } from "@weft/contract";
import type { z } from "zod";
import { forceIndexScans } from "../changes/change-scan-store.ts";
import type { Budget } from "../platform/budgets/budget.ts";
import type { PostgresDatabase, Transaction } from "../platform/database/database.ts";
import { readOrderBy, type SentOrder } from "../platform/lists/order.ts";
import { decodeTextKey, encodeTextKey, idPattern } from "../platform/lists/page-key.ts";
import { type AttemptLogRow, type DeliveryRow, type DeliveryWithEvent, readDeliveryCriteria } from "./delivery.ts";
import { countDeliveries, listDeliveries } from "./delivery-log-store.ts";
import { messageBody, sequencesOf } from "./delivery-message.ts";
import { listWebhooks } from "./webhook-store.ts";

interface DeliveryListQuery {
  readonly criteria: Readonly<Record<string, unknown>>;
  readonly order: SentOrder;
  readonly limit: number;
  readonly nextPageKey: string | undefined;
  readonly includeTotal: boolean;
  readonly budget: Budget;
}

interface ListedDeliveries {
  readonly rows: readonly DeliveryRow[];
  readonly nextPageKey: string | undefined;
  readonly total: number | undefined;
}

/** A page of the log, ordered by ids, which are in time order: fast however long the log is. */
export async function listDeliveryPage(
  db: PostgresDatabase,
  orgId: string,
  query: DeliveryListQuery,
): Promise<ListedDeliveries> {
  const { direction } = readOrderBy(query.order, deliveryOrders, { field: "createdOn", direction: "asc" });
  const webhooks = await listWebhooks(db, orgId);
  const criteria = { ...readDeliveryCriteria(query.criteria), webhookIds: webhooks.map(({ id }) => id) };
  const { budget } = query;
  const after = decodeTextKey(query.nextPageKey, idPattern);
  const page = { criteria, isDescending: direction === "desc", after, limit: query.limit + 1, budget };
  const read = async (tx: Transaction) => {
    await forceIndexScans(tx);
    return listDeliveries(tx, orgId, page);
  };
  const found = await budget.read(() => db.transaction(read));
  const rows = found.rows.slice(0, query.limit);
  const last = found.isCut || found.rows.length > query.limit ? rows.at(-1) : undefined;
  return {
    rows,
    nextPageKey: last === undefined ? undefined : encodeTextKey(last.id),
    total: query.includeTotal ? await countDeliveries(db, orgId, criteria) : undefined,
  };
}

type Delivery = z.input<(typeof webhookDeliveryOperations.get.answers)[200]["body"]>;
type DeliverySummary = z.input<(typeof webhookDeliveryOperations.replay.answers)[200]["body"]>;

export function presentDelivery(row: DeliveryRow): DeliverySummary {
  return {
    id: row.id,
    entityType: "webhook-delivery",
    typePath: "webhook-delivery",
    webhookId: row.webhook_id,
    type: row.trigger_key,
    entityReference: row.line === row.trigger_key ? null : row.line,
    ...sequencesOf(sequenceOf(row)),
    status: row.status,
    isTest: row.is_test,
    attempts: row.attempts,
    answerStatus: row.answer_status,
    nextAttemptOn: row.due_on?.toISOString() ?? null,
    createdOn: row.created_on.toISOString(),
    updatedOn: row.updated_on.toISOString(),
    endedOn: row.ended_on?.toISOString() ?? null,
  };
}

/** With the message as sent, and the result of each attempt. */
export function presentWholeDelivery(
  row: DeliveryWithEvent,
  changeId: string | undefined,
  attempts: readonly AttemptLogRow[],
): Delivery {
  const body = messageBody({
    id: row.id,
    triggerKey: row.trigger_key,
    occurredOn: row.occurred_on,
    document: row.document,
    changeId,
    orgSlug: row.org_slug,
    sequence: sequenceOf(row),
  });
  return { ...presentDelivery(row), payload: JSON.parse(body), attemptLog: attempts.map(presentAttempt) };
}

/** A test has none, and a new delivery has none yet. */
function sequenceOf({ sequence, is_test }: DeliveryRow): number | undefined {
  return sequence === null || is_test ? undefined : sequence;
}

function presentAttempt(row: AttemptLogRow): Delivery["attemptLog"][number] {
  return {
    number: row.number,
    startedOn: row.started_on.toISOString(),
    durationMs: row.duration_ms,
    requestHeaders: row.request_headers,
    answerStatus: row.answer_status,
    answerHeaders: row.answer_headers,
    answerBody: row.answer_body,
    isAnswerCut: row.is_answer_cut,
    failure: row.failure,
  };
}

import type { Budget } from "../platform/budgets/budget.ts";
import type { BoundedRows } from "../platform/database/bounded-query.ts";
import type { BoundedDatabase, Database, Transaction } from "../platform/database/database.ts";
import { oneRow, prepared, type SqlStatement, sql } from "../platform/database/sql.ts";
import type { AttemptLogRow, DeliveryCriteria, DeliveryRow, DeliveryWithEvent } from "./delivery.ts";
import type { Attempt } from "./send-message.ts";

// More than the retry schedule allows, replays included.
const attemptsMax = 1_000;

/** Of these webhooks only: deliveries of a deleted webhook are no longer visible. */
type DeliverySearch = DeliveryCriteria & { readonly webhookIds: readonly string[] };

interface DeliveryPage {
  readonly criteria: DeliverySearch;
  /** The id of the last delivery of the previous page. */
  readonly after: string | undefined;
  readonly isDescending: boolean;
  readonly limit: number;
  readonly budget: Budget;
}

/** Ids are in creation order. */
export async function listDeliveries(
  db: BoundedDatabase,
  orgId: string,
  page: DeliveryPage,
): Promise<BoundedRows<DeliveryRow>> {
  const { criteria, after, isDescending, limit } = page;
  const order = isDescending ? sql`desc` : sql`asc`;
  const behind = isDescending ? sql`d.id < ${after}` : sql`d.id > ${after}`;
  const statement = sql`
    select d.* from webhook_deliveries d
    where d.org_id = ${orgId} and ${conditionOf(criteria)} ${after === undefined ? sql`` : sql`and ${behind}`}
    order by d.id ${order} limit ${limit}`;
  return db.queryWithin<DeliveryRow>(statement, page.budget);
}

export async function countDeliveries(db: Database, orgId: string, criteria: DeliverySearch): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    select count(*) as count from webhook_deliveries d where d.org_id = ${orgId} and ${conditionOf(criteria)}`);
  return oneRow(rows).count;
}

function conditionOf({ webhookId, webhookIds, status, type, line, isTest, createdOn }: DeliverySearch): SqlStatement {
  const conditions = [
    // Prevents use of an index: all rows in list order belong to these webhooks, except those of deleted ones.
    sql`d.webhook_id || '' = any(${[...webhookIds]}::text[])`,
    ...(webhookId === undefined ? [] : [sql`d.webhook_id = ${webhookId}`]),
    ...(status === undefined ? [] : [sql`d.status = ${status}`]),
    ...(type === undefined ? [] : [sql`d.trigger_key = ${type}`]),
    ...(line === undefined ? [] : [sql`d.line = ${line}`]),
    ...(isTest === undefined ? [] : [sql`d.is_test = ${isTest}`]),
    ...(createdOn === undefined
      ? []
      : [sql`d.created_on between ${new Date(createdOn.from)} and ${new Date(createdOn.to)}`]),
  ];
  return conditions.reduce((all, one) => sql`${all} and ${one}`);
}

export async function findDelivery(db: Database, orgId: string, id: string): Promise<DeliveryWithEvent | undefined> {
  const rows = await db.query<DeliveryWithEvent>(prepared`
    select d.*, e.occurred_on, e.entity_type, e.entity_id, e.entity_version, e.document, o.slug as org_slug
    from webhook_deliveries d
    join webhooks w on w.org_id = d.org_id and w.id = d.webhook_id
    join webhook_events e on e.org_id = d.org_id and e.id = d.event_id
    join orgs o on o.id = d.org_id
    where d.org_id = ${orgId} and d.id = ${id}`);
  return rows[0];
}

export async function listAttempts(db: Database, orgId: string, deliveryId: string): Promise<AttemptLogRow[]> {
  return db.query<AttemptLogRow>(prepared`
    select * from webhook_attempts where org_id = ${orgId} and delivery_id = ${deliveryId}
    order by number limit ${attemptsMax}`);
}

interface TestRecord {
  readonly id: string;
  readonly eventId: string;
  readonly webhookId: string;
  readonly occurredOn: Date;
  readonly document: string;
  readonly triggerKey: string;
  readonly isDelivered: boolean;
  readonly attempt: Attempt;
}

/** Stores a test that was sent. It belongs to no line, so its sequence is zero. */
export async function insertTest(tx: Transaction, orgId: string, test: TestRecord): Promise<void> {
  const { attempt } = test;
  await tx.queryAll([
    sql`
      insert into webhook_events (org_id, id, trigger_key, occurred_on, document, delivery_ids)
      values (${orgId}, ${test.eventId}, ${test.triggerKey}, ${test.occurredOn}, ${test.document}, ${[test.id]})`,
    sql`
      insert into webhook_attempts (org_id, delivery_id, number, webhook_id, started_on, duration_ms, request_headers,
        answer_status, answer_headers, answer_body, is_answer_cut, failure)
      values (${orgId}, ${test.id}, 1, ${test.webhookId}, ${attempt.startedOn}, ${attempt.durationMs},
        ${JSON.stringify(attempt.requestHeaders)}, ${attempt.answerStatus},
        ${attempt.answerHeaders === null ? null : JSON.stringify(attempt.answerHeaders)}, ${attempt.answerBody},
        ${attempt.isAnswerCut}, ${attempt.failure})`,
    sql`
      insert into webhook_deliveries (org_id, id, webhook_id, event_id, trigger_key, line, sequence, status, is_test,
        tries, attempts, answer_status, ended_on)
      values (${orgId}, ${test.id}, ${test.webhookId}, ${test.eventId}, ${test.triggerKey}, ${test.triggerKey}, 0,
        ${test.isDelivered ? "delivered" : "canceled"}, true, 1, 1, ${attempt.answerStatus}, now())`,
  ]);
}

export interface ReplayRange {
  readonly webhookId: string;
  readonly since: Date;
  readonly until: Date | undefined;
  readonly statuses: readonly ("delivered" | "parked")[];
}

/** Deliveries that can be replayed, ordered by id, after the given one. */
export async function findReplayable(
  db: Database,
  orgId: string,
  range: ReplayRange,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from webhook_deliveries
    where webhook_id = ${range.webhookId} and org_id = ${orgId} and id > ${after} and not is_test
      and status = any(${[...range.statuses]}::text[]) and created_on >= ${range.since}
      and (created_on < ${range.until ?? null}::timestamptz or ${range.until ?? null}::timestamptz is null)
    order by id limit ${limit}`);
  return rows.map(({ id }) => id);
}

export async function countReplayable(db: Database, orgId: string, range: ReplayRange): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    select count(*) as count from webhook_deliveries
    where webhook_id = ${range.webhookId} and org_id = ${orgId} and not is_test
      and status = any(${[...range.statuses]}::text[]) and created_on >= ${range.since}
      and (created_on < ${range.until ?? null}::timestamptz or ${range.until ?? null}::timestamptz is null)`);
  return oneRow(rows).count;
}

/** Makes ended deliveries pending again with all their attempts, and returns their lines. */
export async function renewDeliveries(tx: Transaction, orgId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ line: string }>(prepared`
    update webhook_deliveries set status = 'pending', tries = 0, ended_on = null, updated_on = now()
    where org_id = ${orgId} and id = any(${[...ids]}::text[]) and status in ('delivered', 'parked') and not is_test
    returning line`);
  return rows.map(({ line }) => line);
}

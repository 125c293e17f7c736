import type { Transaction } from "../platform/database/database.ts";
import { prepared, type SqlStatement } from "../platform/database/sql.ts";
import type { Claim } from "./delivery-queue-store.ts";
import type { Attempt } from "./send-message.ts";

/** The result of an attempt by this node. */
export interface AttemptRow extends Attempt {
  readonly deliveryId: string;
  readonly status: "delivered" | "parked" | "pending";
  /** The delay before the next attempt, if it stays pending. */
  readonly retryMs: number | null;
}

/**
 * Records attempts and updates their deliveries. Returns the deliveries that are next in the lines whose first delivery
 * has ended.
 */
export async function recordAttempts(
  tx: Transaction,
  claim: Omit<Claim, "limit">,
  attempts: readonly AttemptRow[],
): Promise<string[]> {
  const ended = attempts.filter(({ status }) => status !== "pending");
  const failed = attempts.filter(({ status }) => status === "pending");
  const noted = await tx.queryAll<NotedRow>([
    ...(ended.length === 0 ? [] : [endDeliveries(claim, ended)]),
    ...(failed.length === 0 ? [] : [delayDeliveries(claim, failed)]),
  ]);
  const numbers = new Map(noted.flat().map(({ id, attempts }) => [id, attempts]));
  const lines = noted.flat().flatMap(({ status, line }) => (status === "pending" ? [] : [line]));
  const numbered = attempts.flatMap((attempt) => {
    const number = numbers.get(attempt.deliveryId);
    return number === undefined ? [] : [{ ...attempt, number }];
  });
  const [, next = []] = await tx.queryAll<{ next_id: string }>([
    logAttempts(claim, numbered),
    nextOfLines(claim.orgId, claim.webhookId, lines),
  ]);
  return next.map(({ next_id }) => next_id);
}

interface NotedRow {
  readonly id: string;
  readonly line: string;
  readonly status: AttemptRow["status"];
  /** With this one. */
  readonly attempts: number;
}

function endDeliveries({ orgId, nodeId }: Omit<Claim, "limit">, attempts: readonly AttemptRow[]): SqlStatement {
  return prepared`
    update webhook_deliveries d
    set status = a.status, claimed_by = null, tries = d.tries + 1, attempts = d.attempts + 1, due_on = null,
      answer_status = a.answer_status, updated_on = now(), ended_on = now()
    from unnest(${attempts.map(({ deliveryId }) => deliveryId)}::text[], ${attempts.map(({ status }) => status)}::text[],
      ${attempts.map(({ answerStatus }) => answerStatus)}::integer[]) as a (id, status, answer_status)
    where d.org_id = ${orgId} and d.id = any(${attempts.map(({ deliveryId }) => deliveryId)}::text[])
      and d.id = a.id and d.claimed_by is not distinct from ${nodeId}
    returning d.id, d.line, d.status, d.attempts`;
}

/** To be tried again after their delay. */
function delayDeliveries({ orgId, nodeId }: Omit<Claim, "limit">, attempts: readonly AttemptRow[]): SqlStatement {
  return prepared`
    update webhook_deliveries d
    set status = 'pending', claimed_by = null, tries = d.tries + 1, attempts = d.attempts + 1,
      due_on = to_timestamp(extract(epoch from now())::float8 + a.retry_ms / 1000),
      answer_status = a.answer_status, updated_on = now(), ended_on = null
    from unnest(${attempts.map(({ deliveryId }) => deliveryId)}::text[],
      ${attempts.map(({ retryMs }) => retryMs)}::float8[],
      ${attempts.map(({ answerStatus }) => answerStatus)}::integer[]) as a (id, retry_ms, answer_status)
    where d.org_id = ${orgId} and d.id = any(${attempts.map(({ deliveryId }) => deliveryId)}::text[])
      and d.id = a.id and d.claimed_by is not distinct from ${nodeId}
    returning d.id, d.line, d.status, d.attempts`;
}

function logAttempts(
  { orgId, webhookId }: Omit<Claim, "limit">,
  attempts: readonly (AttemptRow & { readonly number: number })[],
): SqlStatement {
  return prepared`
    insert into webhook_attempts (org_id, delivery_id, number, webhook_id, started_on, duration_ms, request_headers,
      answer_status, answer_headers, answer_body, is_answer_cut, failure)
    select ${orgId}, "deliveryId", number, ${webhookId}, "startedOn", "durationMs", "requestHeaders",
      "answerStatus", "answerHeaders", "answerBody", "isAnswerCut", failure
    from jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb) as given (
      "deliveryId" text, number integer, "startedOn" timestamptz, "durationMs" integer, "requestHeaders" jsonb,
      "answerStatus" integer, "answerHeaders" jsonb, "answerBody" text, "isAnswerCut" boolean, failure text)`;
}

export async function findNextOfLines(
  tx: Transaction,
  orgId: string,
  webhookId: string,
  lines: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ next_id: string }>(nextOfLines(orgId, webhookId, lines));
  return rows.map(({ next_id }) => next_id);
}

/**
 * The next delivery of each line that has none due or claimed. Looked up per line: the planner would assume few
 * deliveries per webhook for a join, and read all of them.
 */
function nextOfLines(orgId: string, webhookId: string, lines: readonly string[]): SqlStatement {
  return prepared`
    with fronts as materialized (
      select (
        select w.id from webhook_deliveries w
        where w.webhook_id = ${webhookId} and w.line = ended.line and w.org_id = ${orgId} and w.status = 'pending'
          and w.sequence is not null
        order by w.number limit 1) as next_id, (
        select f.id from webhook_deliveries f
        where f.webhook_id = ${webhookId} and f.line = ended.line and f.org_id = ${orgId}
          and (f.due_on is not null or f.claimed_by is not null) limit 1) as foremost_id
      from unnest(${[...new Set(lines)]}::text[]) as ended (line)
    )
    select next_id from fronts where next_id is not null and foremost_id is null`;
}

import type { Database, Transaction } from "../platform/database/database.ts";
import { oneRow, prepared, sql } from "../platform/database/sql.ts";
import type { WebhookDraft, WebhookRow } from "./webhook.ts";

// More than any org needs; lists are filtered in memory.
const webhooksMax = 5_000;

export async function listWebhooks(db: Database, orgId: string): Promise<WebhookRow[]> {
  return db.query<WebhookRow>(sql`
    select * from webhooks where org_id = ${orgId} order by id limit ${webhooksMax}`);
}

export async function countWebhooks(db: Database, orgId: string): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`select count(*) as count from webhooks where org_id = ${orgId}`);
  return oneRow(rows).count;
}

/** The event patterns and filters of enabled webhooks. */
export async function listListening(
  db: Database,
  orgId: string,
): Promise<Pick<WebhookRow, "id" | "events" | "filter">[]> {
  return db.query<Pick<WebhookRow, "id" | "events" | "filter">>(prepared`
    select id, events, filter from webhooks where org_id = ${orgId} and is_active order by id limit ${webhooksMax}`);
}

export async function findWebhook(db: Database, orgId: string, id: string): Promise<WebhookRow | undefined> {
  const rows = await db.query<WebhookRow>(prepared`select * from webhooks where org_id = ${orgId} and id = ${id}`);
  return rows[0];
}

export async function lockWebhook(tx: Transaction, orgId: string, id: string): Promise<WebhookRow | undefined> {
  const rows = await tx.query<WebhookRow>(prepared`
    select * from webhooks where org_id = ${orgId} and id = ${id} for no key update`);
  return rows[0];
}

export async function insertWebhook(
  tx: Transaction,
  orgId: string,
  webhook: WebhookDraft & Pick<WebhookRow, "id" | "created_by_id">,
): Promise<WebhookRow> {
  const rows = await tx.query<WebhookRow>(sql`
    insert into webhooks (org_id, id, url, events, filter, auth_type, header_name, secret, secret_hint, secret_since,
      is_active, description, headers, timeout_seconds, created_by_id, updated_by_id)
    values (${orgId}, ${webhook.id}, ${webhook.url}, ${webhook.events}, ${webhook.filter}, ${webhook.auth_type},
      ${webhook.header_name}, ${webhook.secret}, ${webhook.secret_hint}, ${webhook.secret_since},
      ${webhook.is_active}, ${webhook.description}, ${JSON.stringify(webhook.headers)}, ${webhook.timeout_seconds},
      ${webhook.created_by_id}, ${webhook.created_by_id})
    returning *`);
  return oneRow(rows);
}

export type SavedWebhook = WebhookDraft &
  Pick<WebhookRow, "id" | "updated_by_id" | "disabled_reason" | "disabled_on" | "failing_since" | "paused_until">;

export async function saveWebhook(tx: Transaction, orgId: string, webhook: SavedWebhook): Promise<WebhookRow> {
  const rows = await tx.query<WebhookRow>(sql`
    update webhooks set url = ${webhook.url}, events = ${webhook.events}, filter = ${webhook.filter},
      auth_type = ${webhook.auth_type}, header_name = ${webhook.header_name}, secret = ${webhook.secret},
      secret_hint = ${webhook.secret_hint}, secret_since = ${webhook.secret_since},
      previous_secret = ${webhook.previous_secret}, previous_secret_since = ${webhook.previous_secret_since},
      previous_secret_until = ${webhook.previous_secret_until}, is_active = ${webhook.is_active},
      description = ${webhook.description}, headers = ${JSON.stringify(webhook.headers)},
      timeout_seconds = ${webhook.timeout_seconds}, disabled_reason = ${webhook.disabled_reason},
      disabled_on = ${webhook.disabled_on}, failing_since = ${webhook.failing_since},
      paused_until = ${webhook.paused_until}, version = version + 1, updated_on = now(),
      updated_by_id = ${webhook.updated_by_id}
    where org_id = ${orgId} and id = ${webhook.id} returning *`);
  return oneRow(rows);
}

export async function deleteWebhook(tx: Transaction, orgId: string, id: string): Promise<void> {
  await tx.query(sql`delete from webhooks where org_id = ${orgId} and id = ${id}`);
}

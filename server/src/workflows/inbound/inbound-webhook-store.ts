import type { Database, Transaction } from "../../platform/database/database.ts";
import { oneRow, prepared, sql } from "../../platform/database/sql.ts";

export interface InboundWebhookRow {
  readonly org_id: string;
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly is_active: boolean;
  /** Encrypted. */
  readonly secret: Buffer;
  readonly secret_since: Date;
  /** Accepted in addition to the current secret until it expires. */
  readonly previous_secret: Buffer | null;
  readonly previous_secret_since: Date | null;
  readonly previous_secret_until: Date | null;
  readonly version: number;
  readonly created_on: Date;
  readonly updated_on: Date;
  readonly created_by_id: string | null;
}

// An org has few; lists are filtered in memory.
const webhooksMax = 20_000;

export async function listInboundWebhooks(db: Database, orgId: string): Promise<InboundWebhookRow[]> {
  return db.query<InboundWebhookRow>(sql`
    select * from inbound_webhooks where org_id = ${orgId} order by id limit ${webhooksMax}`);
}

export async function countInboundWebhooks(db: Database, orgId: string): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    select count(*) as count from inbound_webhooks where org_id = ${orgId}`);
  return oneRow(rows).count;
}

export async function findInboundWebhook(
  db: Database,
  orgId: string,
  id: string,
): Promise<InboundWebhookRow | undefined> {
  const rows = await db.query<InboundWebhookRow>(sql`
    select * from inbound_webhooks where org_id = ${orgId} and id = ${id}`);
  return rows[0];
}

/** Callers of the URL do not name an org; ids are unique across orgs. */
export async function findInboundWebhookOfAnyOrg(db: Database, id: string): Promise<InboundWebhookRow | undefined> {
  const rows = await db.query<InboundWebhookRow>(prepared`
    /* of all orgs: the URL names no org */ select * from inbound_webhooks where id = ${id} limit 1`);
  return rows[0];
}

export async function lockInboundWebhook(
  tx: Transaction,
  orgId: string,
  id: string,
): Promise<InboundWebhookRow | undefined> {
  const rows = await tx.query<InboundWebhookRow>(sql`
    select * from inbound_webhooks where org_id = ${orgId} and id = ${id} for update`);
  return rows[0];
}

interface NewInboundWebhook {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly isActive: boolean;
  readonly secret: Buffer;
  readonly actorId: string;
}

export async function insertInboundWebhook(
  tx: Transaction,
  orgId: string,
  webhook: NewInboundWebhook,
): Promise<InboundWebhookRow> {
  const rows = await tx.query<InboundWebhookRow>(sql`
    insert into inbound_webhooks (org_id, id, name, description, is_active, secret, created_by_id, updated_by_id)
    values (${orgId}, ${webhook.id}, ${webhook.name}, ${webhook.description}, ${webhook.isActive}, ${webhook.secret},
      ${webhook.actorId}, ${webhook.actorId})
    returning *`);
  return oneRow(rows);
}

export async function saveInboundWebhook(
  tx: Transaction,
  orgId: string,
  webhook: Pick<InboundWebhookRow, "id" | "name" | "description" | "is_active">,
  actorId: string,
): Promise<InboundWebhookRow> {
  const rows = await tx.query<InboundWebhookRow>(sql`
    update inbound_webhooks set name = ${webhook.name}, description = ${webhook.description},
      is_active = ${webhook.is_active}, version = version + 1, updated_on = now(), updated_by_id = ${actorId}
    where org_id = ${orgId} and id = ${webhook.id} returning *`);
  return oneRow(rows);
}

/** Keeps the current secret until the given time, or revokes it immediately. */
export async function replaceInboundSecret(
  tx: Transaction,
  orgId: string,
  change: {
    readonly id: string;
    readonly secret: Buffer;
    readonly previousUntil: Date | null;
    readonly actorId: string;
  },
): Promise<InboundWebhookRow> {
  const { id, secret, previousUntil, actorId } = change;
  const rows = await tx.query<InboundWebhookRow>(sql`
    update inbound_webhooks set secret = ${secret}, secret_since = now(),
      previous_secret = case when ${previousUntil}::timestamptz is not null then secret end,
      previous_secret_since = case when ${previousUntil}::timestamptz is not null then secret_since end,
      previous_secret_until = ${previousUntil},
      version = version + 1, updated_on = now(), updated_by_id = ${actorId}
    where org_id = ${orgId} and id = ${id} returning *`);
  return oneRow(rows);
}

export async function deleteInboundWebhook(tx: Transaction, orgId: string, id: string): Promise<void> {
  await tx.query(sql`delete from inbound_webhooks where org_id = ${orgId} and id = ${id}`);
}

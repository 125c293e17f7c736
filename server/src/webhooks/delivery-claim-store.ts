import type { Database, Transaction } from "../platform/database/database.ts";
import { prepared } from "../platform/database/sql.ts";
import type { Claim } from "./delivery-queue-store.ts";

/** Releases deliveries that this node claimed and does not send. */
export async function releaseClaims(
  db: Database,
  orgId: string,
  nodeId: string,
  ids: readonly string[],
): Promise<void> {
  await db.query(prepared`
    update webhook_deliveries set claimed_by = null, due_on = now()
    where org_id = ${orgId} and id = any(${[...ids]}::text[]) and claimed_by = ${nodeId}`);
}

/** Releases deliveries that this node claimed without knowing it. */
export async function releaseStrays(
  tx: Transaction,
  { orgId, webhookId, nodeId }: Omit<Claim, "limit">,
  known: readonly string[],
): Promise<void> {
  await tx.query(prepared`
    update webhook_deliveries set claimed_by = null, due_on = now()
    where claimed_by = ${nodeId} and org_id = ${orgId} and webhook_id = ${webhookId}
      and not (id = any(${[...known]}::text[]))`);
}

/**
 * Nodes that hold claims and no longer exist. Skips through the index from holder to holder, of which there are few.
 */
export async function findDeadHolders(db: Database): Promise<string[]> {
  const rows = await db.query<{ holder: string }>(prepared`
    /* of all orgs */ with recursive held as (
      (select claimed_by as holder from webhook_deliveries where claimed_by > '' order by claimed_by limit 1)
      union all
      select (select d.claimed_by from webhook_deliveries d where d.claimed_by > held.holder order by d.claimed_by limit 1)
      from held where held.holder is not null
    )
    select holder from held where holder is not null and not exists (select from nodes n where n.id = held.holder)`);
  return rows.map(({ holder }) => holder);
}

export async function freeClaimsOf(db: Database, holders: readonly string[]): Promise<void> {
  await db.query(prepared`
    /* of all orgs */ update webhook_deliveries set claimed_by = null, due_on = now()
    where claimed_by = any(${[...holders]}::text[])`);
}

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

// Greater than every id.
const lastCharacter = "\u{10ffff}";

/**
 * Nodes that hold claims and no longer exist. Looks between the ids of the existing nodes, so that their own claims, of
 * which there may be many, are not read. A node may have started since their ids were read.
 */
export async function findDeadHolders(db: Database): Promise<string[]> {
  const nodes = await db.query<{ id: string }>(prepared`select id from nodes order by id limit 10000`);
  const bounds = ["", ...nodes.map(({ id }) => id), lastCharacter];
  const rows = await db.query<{ holder: string }>(prepared`
    /* of all orgs: claims of dead nodes */ select distinct d.claimed_by as holder
    from unnest(${bounds.slice(0, -1)}::text[], ${bounds.slice(1)}::text[]) as gap (after, before), webhook_deliveries d
    where d.claimed_by > gap.after and d.claimed_by < gap.before
      and not exists (select 1 from nodes n where n.id = d.claimed_by)`);
  return rows.map(({ holder }) => holder);
}

export async function freeClaimsOf(db: Database, holders: readonly string[]): Promise<void> {
  await db.query(prepared`
    /* of all orgs: claims of dead nodes */ update webhook_deliveries set claimed_by = null, due_on = now()
    where claimed_by = any(${[...holders]}::text[])`);
}

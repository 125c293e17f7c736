import type { Database, Transaction } from "../../platform/database/database.ts";
import { prepared, sql } from "../../platform/database/sql.ts";

export interface IdempotencyRow {
  readonly request_hash: string;
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>> | null;
  readonly body: string | null;
}

export interface ClaimedKey {
  readonly orgId: string;
  readonly actorId: string;
  readonly key: string;
  readonly requestHash: string;
}

/** Returns true if the key was not claimed, or its claim expired without a response. */
export async function claimKey(tx: Transaction, claim: ClaimedKey): Promise<boolean> {
  const rows = await tx.query(prepared`
    insert into idempotency_keys (org_id, actor_id, key, request_hash)
    values (${claim.orgId}, ${claim.actorId}, ${claim.key}, ${claim.requestHash})
    on conflict (org_id, actor_id, key) do update
    set request_hash = excluded.request_hash, claimed_on = excluded.claimed_on, status = null, headers = null, body = null
    where excluded.claimed_on - idempotency_keys.claimed_on > interval '24 hours'
      or (idempotency_keys.status is null and excluded.claimed_on - idempotency_keys.claimed_on > interval '5 minutes'
        and idempotency_keys.request_hash = excluded.request_hash)
    returning key`);
  return rows.length > 0;
}

export async function findClaim(db: Database, claim: ClaimedKey): Promise<IdempotencyRow | undefined> {
  const rows = await db.query<IdempotencyRow>(prepared`
    select request_hash, status, headers, body
    from idempotency_keys
    where org_id = ${claim.orgId} and actor_id = ${claim.actorId} and key = ${claim.key}`);
  return rows[0];
}

/** Returns false if the claim expired and another request has stored its response. */
export async function keepAnswer(
  tx: Transaction,
  claim: ClaimedKey,
  answer: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string },
): Promise<boolean> {
  const rows = await tx.query(prepared`
    update idempotency_keys
    set status = ${answer.status}, headers = ${JSON.stringify(answer.headers)}, body = ${answer.body}
    where org_id = ${claim.orgId} and actor_id = ${claim.actorId} and key = ${claim.key}
      and request_hash = ${claim.requestHash} and status is null
    returning key`);
  return rows.length > 0;
}

/** Releases the key. A key with a response stays. */
export async function releaseKey(tx: Transaction, claim: ClaimedKey): Promise<void> {
  await tx.query(sql`
    delete from idempotency_keys
    where org_id = ${claim.orgId} and actor_id = ${claim.actorId} and key = ${claim.key} and status is null`);
}

export async function deleteOldKeys(tx: Transaction): Promise<void> {
  await tx.query(sql`
    /* of all orgs: expired rows */ delete from idempotency_keys where claimed_on < now() - interval '24 hours'
      and org_id not in (select id from orgs where suspended_on is not null)`);
}

/** The stored responses to requests of the user. */
export async function deleteIdempotencyKeysOf(tx: Transaction, orgId: string, userId: string): Promise<number> {
  const rows = await tx.query(sql`
    delete from idempotency_keys where org_id = ${orgId} and actor_id = ${userId} returning 1`);
  return rows.length;
}

/** The stored responses that contain one of the ids. */
export async function deleteIdempotencyKeysWith(tx: Transaction, orgId: string, ids: readonly string[]): Promise<void> {
  await tx.query(sql`
    delete from idempotency_keys
    where org_id = ${orgId} and exists (select 1 from unnest(${[...ids]}::text[]) as id where strpos(body, id) > 0)`);
}

import type { Database, Transaction } from "../platform/database/database.ts";
import { prepared, sql } from "../platform/database/sql.ts";
import { type Slice, sliceTable } from "../platform/database/time-slices.ts";

export interface UseCount {
  readonly interval: number;
  /** Null for all that are not among the busiest. */
  readonly credential_id: string | null;
  readonly calls: number;
  readonly refused: number;
}

/** The calls of the busiest credentials individually, and of all others combined. */
export async function sumUses(
  db: Database,
  orgId: string,
  slices: readonly Slice[],
  credentialsMax: number,
): Promise<UseCount[]> {
  return db.query<UseCount>(sql`
    with used as materialized (
      select interval, counted.* from ${sliceTable(slices)} cross join lateral (
        select credential_id, sum(calls) as calls, sum(refused) as refused from rate_use
        where org_id = ${orgId} and quarter >= begins and quarter < ends
        group by credential_id
      ) as counted
    ), busiest as (
      select credential_id from used group by credential_id
      order by sum(calls) desc, credential_id limit ${credentialsMax}
    )
    select interval, busiest.credential_id, sum(calls)::bigint as calls, sum(refused)::bigint as refused
    from used left join busiest using (credential_id)
    group by 1, 2`);
}

/** The calls of one credential. */
export async function sumUsesOf(
  db: Database,
  orgId: string,
  slices: readonly Slice[],
  credentialId: string,
): Promise<UseCount[]> {
  return db.query<UseCount>(sql`
    select interval, credential_id, sum(calls) as calls, sum(refused) as refused
    from ${sliceTable(slices)}
    join rate_use on org_id = ${orgId} and quarter >= begins and quarter < ends and credential_id = ${credentialId}
    group by 1, 2`);
}

/** Calls with one credential, and how many of them were rejected. */
export interface CredentialCalls {
  readonly orgId: string;
  readonly credentialId: string;
  calls: number;
  refused: number;
}

/** Adds a node's counts to the current quarter-hour, by the clock of the database, which all nodes share. */
export async function addUses(tx: Transaction, uses: readonly CredentialCalls[]): Promise<void> {
  // In the same order on every node: otherwise two of them could deadlock.
  await tx.query(prepared`
    insert into rate_use as known (org_id, quarter, credential_id, calls, refused)
    select "orgId", date_bin('15 minutes', now(), '2000-01-01Z'), "credentialId", calls, refused
    from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb)
      as used("orgId" text, "credentialId" text, calls integer, refused integer)
    order by 1, 3
    on conflict (org_id, quarter, credential_id)
    do update set calls = known.calls + excluded.calls, refused = known.refused + excluded.refused`);
}

export async function deleteOldUses(tx: Transaction, keptDays: number): Promise<void> {
  await tx.query(
    prepared`/* of all orgs: expired rows */ delete from rate_use where quarter < now() - make_interval(days => ${keptDays}::integer)`,
  );
}

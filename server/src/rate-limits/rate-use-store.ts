import type { Transaction } from "../platform/database/database.ts";
import { prepared } from "../platform/database/sql.ts";

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
    prepared`/* of all orgs */ delete from rate_use where quarter < now() - make_interval(days => ${keptDays}::integer)`,
  );
}

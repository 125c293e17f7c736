import type { Database } from "../platform/database/database.ts";
import { oneRow, sql } from "../platform/database/sql.ts";
import { epochSize } from "./change-cursor.ts";

export interface OrgShare {
  readonly slug: string;
  /** Ever made. */
  readonly changes: number;
  /** Of the changes of all organizations, from 0 to 1. */
  readonly share: number;
}

const changes = sql`mod(last_sequence, ${epochSize}::bigint)`;

/** The organizations with the most changes, one row of each read. */
export async function findLargestOrgs(db: Database): Promise<OrgShare[]> {
  const { total } = oneRow(
    await db.query<{ total: number }>(sql`
      /* of all orgs: doctor */ select coalesce(sum(${changes}), 0)::bigint as total from org_feeds`),
  );
  const rows = await db.query<Omit<OrgShare, "share">>(sql`
    /* of all orgs: doctor */ select slug, ${changes} as changes from org_feeds join orgs on id = org_id
    order by changes desc, id limit 5`);
  return rows.map((row) => ({ ...row, share: total === 0 ? 0 : row.changes / total }));
}

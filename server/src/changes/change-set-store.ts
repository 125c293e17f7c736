import type { Database } from "../platform/database/database.ts";
import { prepared } from "../platform/database/sql.ts";
import type { ChangeRow } from "./change-row.ts";

export type ChangeOfSet = Pick<
  ChangeRow,
  "created_on" | "sequence" | "entity_type" | "entity_id" | "type_path" | "action" | "entity_version" | "diffs"
>;

export interface ChangeSetRange {
  readonly changeSetId: string;
  /** The time range in which the set was written. Limits the part of the log that is scanned. */
  readonly from: Date;
  readonly until: Date;
  /** Only changes before this position. */
  readonly before: { readonly createdOn: Date; readonly sequence: number };
  readonly limit: number;
}

/** The changes of a set, last change first. */
export async function listChangeSet(db: Database, orgId: string, range: ChangeSetRange): Promise<ChangeOfSet[]> {
  const { changeSetId, from, until, before, limit } = range;
  return db.query<ChangeOfSet>(prepared`
    select created_on, sequence, entity_type, entity_id, type_path, action, entity_version, diffs
    from changes
    where org_id = ${orgId} and created_on >= ${from} and created_on <= ${until}
      and (created_on, sequence) < (${before.createdOn}, ${before.sequence}) and change_set_id = ${changeSetId}
    order by created_on desc, sequence desc limit ${limit}`);
}

/** The last versions that a set gave to these entities. */
export async function findVersionsOfSet(
  db: Database,
  orgId: string,
  changeSetId: string,
  entityIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ entity_id: string; version: number }>(prepared`
    select entity_id, max(entity_version) as version from changes
    where entity_id = any(${[...entityIds]}::text[]) and org_id = ${orgId} and change_set_id = ${changeSetId}
    group by entity_id`);
  return new Map(rows.map(({ entity_id, version }) => [entity_id, version]));
}

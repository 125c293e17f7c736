import { type OrgChanges, recordingOfOrgs } from "../../changes/change-log-store.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { jsonList } from "../../platform/database/sql.ts";
import {
  insertEntities,
  type Moment,
  ownerInRow,
  type PersistedRows,
  RowsMovedError,
  type SerializedRows,
  takeKeys,
  updateEntities,
} from "./persist-store.ts";

/** Rows and changes of one organization, either all new or all changed. */
export interface OrgRows extends OrgChanges {
  readonly rows: PersistedRows<SerializedRows>;
}

/** What several organizations write, with the times of new and of changed rows. */
interface WrittenTogether {
  readonly insertedOn: Date;
  readonly updatedOn: Date;
  /** Organizations whose types have changed meanwhile. If there are some, nothing may be committed. */
  readonly staleOrgIds: readonly string[];
}

/** Writes the rows and records the changes in one round trip. */
export async function writeTogether(tx: Transaction, orgs: readonly OrgRows[]): Promise<WrittenTogether> {
  const inserted = rowsOf(orgs, "insertedRows");
  const updated = rowsOf(orgs, "updatedRows");
  const keys = rowsOf(orgs, "takenKeys");
  const insert = inserted.length === 0 ? [] : [insertEntities(ownerInRow, jsonList(inserted))];
  const update = updated.length === 0 ? [] : [updateEntities(ownerInRow, jsonList(updated))];
  const take = keys.length === 0 ? [] : [takeKeys(ownerInRow, jsonList(keys))];
  const results = await tx.queryAll<Moment & { readonly org_id: string }>([
    ...insert,
    ...update,
    ...take,
    ...recordingOfOrgs(orgs),
  ]);
  const [insertedRows, updatedRows] = [results.slice(0, insert.length), results.slice(insert.length, -2 - take.length)];
  const advanced = results.at(-2);
  const current = new Set(advanced?.map(({ org_id }) => org_id));
  return {
    insertedOn: momentOfAll(insertedRows.flat(), inserted.length),
    updatedOn: momentOfAll(updatedRows.flat(), updated.length),
    staleOrgIds: orgs.map(({ orgId }) => orgId).filter((orgId) => !current.has(orgId)),
  };
}

type RowLists = "insertedRows" | "updatedRows" | "takenKeys";

/** Each row names its organization. */
function rowsOf(orgs: readonly OrgRows[], list: RowLists): string[] {
  return orgs.flatMap(({ orgId, rows }) => {
    const start = `{"org_id":${JSON.stringify(orgId)},`;
    return rows[list].map((row) => `${start}${row.slice(1)}`);
  });
}

/** All rows get the same time, unless the clock was set back: one of them had a later time already. */
function momentOfAll(rows: readonly Moment[], count: number): Date {
  const [first] = rows;
  const time = first?.written_on ?? new Date();
  if (rows.length !== count || rows.some(({ written_on }) => written_on.getTime() !== time.getTime())) {
    throw new RowsMovedError();
  }
  return time;
}

import type { Caller } from "../access/caller.ts";
import type { TypeTree } from "../entity-types/type-tree.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import type { ChangeRow } from "./change.ts";
import { parseChangeCriteria, typesOfCriteria } from "./change-criteria.ts";
import { findDeletedFederatedIds } from "./change-history-store.ts";
import type { ChangeSearch } from "./change-search.ts";
import { presentChanges, recordedFederatedId } from "./present-change.ts";
import { readableChanges, requireReadableField } from "./readable-changes.ts";
import { requireTypePath } from "./require-type-path.ts";

/** What reading the log for a caller needs of other folders. */
export interface ChangeReaderServices {
  readonly db: PostgresDatabase;
  /** The types of an org, for the current labels of its properties. */
  readonly typesOf: (orgId: string) => Promise<TypeTree>;
  /** The federatedIds that existing entities have now, by id. */
  readonly federatedIdsOf: (
    orgId: string,
    entityType: string,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>;
}

/** Presents records as visible to the caller. */
export function presenterFor(services: ChangeReaderServices, caller: Caller) {
  return async (rows: readonly ChangeRow[]) =>
    presentChanges(rows, caller, {
      types: await services.typesOf(caller.org.id),
      federatedIds: await findFederatedIds(services, caller.org.id, rows),
    });
}

/** The search of a request, restricted to what the caller may read. */
export async function searchOf(
  { db, typesOf }: ChangeReaderServices,
  caller: Caller,
  query: {
    readonly criteria?: Readonly<Record<string, unknown>> | undefined;
    readonly entityType?: string | undefined;
  },
): Promise<ChangeSearch> {
  const criteria = parseChangeCriteria(query.criteria ?? {}, query.entityType);
  const orgId = caller.org.id;
  const types = await typesOf(orgId);
  for (const [typePath, pointer] of typesOfCriteria(criteria)) {
    await requireTypePath({ db: db.ofOrg(orgId), orgId, types }, typePath, pointer);
  }
  requireReadableField(caller, criteria);
  return { orgId, criteria, readable: readableChanges(caller, criteria.changed) };
}

/**
 * The federatedIds of entities with an update that was recorded without one, by entityReference: the current one, or the
 * last one of a deleted entity.
 */
async function findFederatedIds(
  { db, federatedIdsOf }: ChangeReaderServices,
  orgId: string,
  rows: readonly ChangeRow[],
): Promise<ReadonlyMap<string, string>> {
  const idsOfTypes = new Map<string, Set<string>>();
  for (const row of rows.filter((one) => recordedFederatedId(one) === undefined)) {
    const ids = idsOfTypes.get(row.entity_type) ?? new Set();
    idsOfTypes.set(row.entity_type, ids.add(row.entity_id));
  }
  const found = new Map<string, string>();
  for (const [entityType, ids] of idsOfTypes) {
    const existing = await federatedIdsOf(orgId, entityType, [...ids]);
    const gone = [...ids].filter((id) => !existing.has(id));
    const deleted = gone.length === 0 ? [] : await findDeletedFederatedIds(db.ofOrg(orgId), orgId, entityType, gone);
    for (const [id, federatedId] of [...existing, ...deleted]) {
      found.set(`${entityType}:${id}`, federatedId);
    }
  }
  return found;
}

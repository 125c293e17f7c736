import { findChangeIds } from "../changes/change-ids-store.ts";
import type { Database } from "../platform/database/database.ts";
import type { ClaimedRow } from "./delivery-queue-store.ts";

/** Their ids in the change history, in the same order. */
export async function changeIdsOf(
  db: Database,
  orgId: string,
  rows: readonly Pick<ClaimedRow, "entity_type" | "entity_id" | "entity_version" | "occurred_on">[],
): Promise<(string | undefined)[]> {
  const keys = rows.map(({ entity_type, entity_id, entity_version }) => ({
    entityType: entity_type ?? "",
    entityId: entity_id ?? "",
    version: entity_version ?? 0,
  }));
  const since = new Date(Math.min(...rows.map(({ occurred_on }) => occurred_on.getTime())));
  return keys.some(({ entityId }) => entityId !== "") ? findChangeIds(db, orgId, keys, since) : [];
}

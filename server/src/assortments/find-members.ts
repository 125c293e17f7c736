import type { Entity } from "../entities/entity.ts";
import { entityOfRow } from "../entities/entity-row.ts";
import { findMemberKeys, findMemberRows } from "../entities/member-store.ts";
import type { Database } from "../platform/database/database.ts";

/** The members of the assortment that hold these items, by item. */
export async function findMembers(
  db: Database,
  orgId: string,
  assortmentId: string,
  itemIds: readonly string[],
): Promise<Map<string, Entity>> {
  if (itemIds.length === 0) {
    return new Map();
  }
  const keys = await findMemberKeys(db, orgId, assortmentId, itemIds);
  const memberIds = keys.map(({ member_id }) => member_id);
  const rows = keys.length === 0 ? [] : await findMemberRows(db, orgId, memberIds);
  const members = new Map(rows.map((row) => [row.id, entityOfRow(row)]));
  return new Map(
    keys.flatMap(({ item_id, member_id }) => {
      const member = members.get(member_id);
      return member === undefined ? [] : [[item_id, member] as const];
    }),
  );
}

import type { Caller } from "../access/caller.ts";
import { decide, targetOf } from "../access/decide.ts";
import { type EntityLabel, roleIn } from "../changes/present-change-set.ts";
import { isEntityKindName } from "../entity-types/type-tree.ts";
import type { Database } from "../platform/database/database.ts";
import { findLabels } from "./model/entity-store.ts";

/** The names and roles of those of the entities that the caller may read, by id. */
export async function readLabels(
  db: Database,
  caller: Caller,
  entityType: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EntityLabel>> {
  const rows = isEntityKindName(entityType) ? await findLabels(db, caller.org.id, entityType, ids) : [];
  return new Map(
    rows.flatMap((row): [string, EntityLabel][] => {
      const decision = decide(
        caller,
        "read",
        targetOf({ typePath: row.type_path, id: row.id, projectId: row.project_id }),
      );
      if (!decision.isAllowed) {
        return [];
      }
      const isRoleVisible = decision.fields === "all" || decision.fields.has("roles");
      const role = isRoleVisible ? roleIn(row.roles) : undefined;
      const label = { ...(row.name === null ? {} : { name: row.name }), ...(role === undefined ? {} : { role }) };
      return [[row.id, label]];
    }),
  );
}

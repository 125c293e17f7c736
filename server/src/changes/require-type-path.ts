import { rootTypeOf, type TypeTree } from "../entity-types/type-tree.ts";
import { adviceOnName, shownName } from "../platform/closest-name.ts";
import type { Database } from "../platform/database/database.ts";
import { invalidField } from "../platform/errors.ts";
import { findRecordOf } from "./change-history-store.ts";

interface TypeScope {
  readonly db: Database;
  readonly orgId: string;
  readonly types: TypeTree;
}

/**
 * Rejects a path that is not a type of the org. A type that was deleted keeps its history, and one that another node
 * has just created may be missing in the tree: both have a record in the log.
 */
export async function requireTypePath(
  { db, orgId, types }: TypeScope,
  typePath: string,
  pointer: string,
): Promise<void> {
  const root = rootTypeOf(typePath);
  if (root === undefined || types.nodeAt(typePath) !== undefined) {
    return;
  }
  if (!(await findRecordOf(db, orgId, { entityType: "entity-type", entityId: typePath }))) {
    const advice = adviceOnName(typePath, types.pathsBelow(root.name));
    const rule = "A type exists once it is defined, or once an entity has it.";
    throw invalidField(pointer, `There is no type ${shownName(typePath)}. ${advice} ${rule}`);
  }
}

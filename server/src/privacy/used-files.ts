import { entityKinds } from "@weft/contract";
import { isReferredToBy } from "../entities/model/entity-store.ts";
import { wantedPathOf } from "../entities/write/check-draft.ts";
import type { TypeTree } from "../entity-types/type-tree.ts";
import { isFileInLoad } from "../loader/load-erasure-store.ts";
import type { Database } from "../platform/database/database.ts";
import { isFileInRun } from "../workflows/workflow-erasure-store.ts";

/** The properties that refer to files, of all kinds of entities. */
export function fileSlugsOf(types: TypeTree): string[] {
  const slugs = entityKinds.flatMap(({ name }) =>
    [...types.propertiesBelow(name).values()].filter((property) => wantedPathOf(property) === "file"),
  );
  return [...new Set(slugs.map(({ slug }) => slug))];
}

/** Whether an entity refers to the file, a load has it, or a run in progress names it. */
export async function isFileUsed(
  db: Database,
  orgId: string,
  fileId: string,
  slugs: readonly string[],
): Promise<boolean> {
  for (const slug of slugs) {
    if (await isReferredToBy(db, orgId, fileId, slug)) {
      return true;
    }
  }
  return (await isFileInLoad(db, orgId, fileId)) || (await isFileInRun(db, orgId, fileId));
}

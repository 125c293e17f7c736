import type { Caller } from "../access/caller.ts";
import { decide, targetOf } from "../access/decide.ts";
import { notFound } from "../errors.ts";
import type { EntityReader } from "./entity-reader.ts";
import { type EntityTextRow, findEntityTextByFederatedId } from "./entity-store.ts";
import type { VisibleFields } from "./present-entity.ts";
import type { EntityAddress } from "./write/write-request.ts";

/** An entity that the caller may read, and what of it. */
export interface ReadableEntity {
  readonly row: EntityTextRow;
  readonly visible: VisibleFields;
}

/** Missing, not readable and of another kind answer alike, after the same work. */
export async function readEntity(
  reader: EntityReader,
  caller: Caller,
  entityType: string,
  address: EntityAddress,
): Promise<ReadableEntity> {
  const row =
    "id" in address
      ? await reader.find(caller.org.id, entityType, address.id)
      : await findEntityTextByFederatedId(reader.db, caller.org.id, entityType, address.federatedId);
  if (row !== undefined) {
    const decision = decide(
      caller,
      "read",
      targetOf({ typePath: row.type_path, id: row.id, projectId: row.project_id }),
    );
    if (decision.isAllowed) {
      return { row, visible: decision.fields };
    }
  }
  throw notFound(entityType, "id" in address ? address.id : address.federatedId);
}

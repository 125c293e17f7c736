import { decide, targetOf } from "../../access/decide.ts";
import type { Entity } from "../../entities/entity.ts";
import { findByIdentifiers } from "../../entities/entity-identifiers-store.ts";
import { findEntities } from "../../entities/entity-store.ts";
import type { LoadAtHand } from "../load-services.ts";

/** The entity, if it exists and whoever has started the load may read it. */
export async function findReadable(atHand: LoadAtHand, entityType: string, id: string): Promise<Entity | undefined> {
  const [entity] = await findEntities(atHand.services.db, atHand.orgId, entityType, [id]);
  return entity !== undefined && isReadable(atHand, entity) ? entity : undefined;
}

export async function findReadableByIdentifier(
  atHand: LoadAtHand,
  entityType: string,
  identifier: string,
): Promise<Entity | undefined> {
  const [entity] = await findByIdentifiers(atHand.services.db, atHand.orgId, entityType, [identifier]);
  return entity !== undefined && isReadable(atHand, entity) ? entity : undefined;
}

function isReadable({ load }: LoadAtHand, entity: Entity): boolean {
  return decide(load.writer.rights, "read", targetOf(entity)).isAllowed;
}

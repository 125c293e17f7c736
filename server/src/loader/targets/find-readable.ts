import { decide, targetOf } from "../../access/decide.ts";
import type { Entity } from "../../entities/entity.ts";
import { findByIdentifiers } from "../../entities/entity-identifiers-store.ts";
import { findEntities } from "../../entities/entity-store.ts";
import type { LoadContext } from "../load-services.ts";

/** The entity, if it exists and the caller that started the load may read it. */
export async function findReadable(context: LoadContext, entityType: string, id: string): Promise<Entity | undefined> {
  const [entity] = await findEntities(context.services.db, context.orgId, entityType, [id]);
  return entity !== undefined && isReadable(context, entity) ? entity : undefined;
}

export async function findReadableByIdentifier(
  context: LoadContext,
  entityType: string,
  identifier: string,
): Promise<Entity | undefined> {
  const [entity] = await findByIdentifiers(context.services.db, context.orgId, entityType, [identifier]);
  return entity !== undefined && isReadable(context, entity) ? entity : undefined;
}

function isReadable({ load }: LoadContext, entity: Entity): boolean {
  return decide(load.writer.rights, "read", targetOf(entity)).isAllowed;
}

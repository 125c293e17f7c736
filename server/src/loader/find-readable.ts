import { decide } from "../access/decide.ts";
import type { Entity } from "../entities/entity.ts";
import { findByIdentifiers } from "../entities/entity-identifiers-store.ts";
import { findEntities } from "../entities/entity-store.ts";
import type { LoadRun } from "./load-run.ts";

/** The entity, if it exists and whoever has started the load may read it. */
export async function findReadable(run: LoadRun, entityType: string, id: string): Promise<Entity | undefined> {
  const [entity] = await findEntities(run.services.db, run.orgId, entityType, [id]);
  return entity !== undefined && isReadable(run, entity) ? entity : undefined;
}

export async function findReadableByIdentifier(
  run: LoadRun,
  entityType: string,
  identifier: string,
): Promise<Entity | undefined> {
  const [entity] = await findByIdentifiers(run.services.db, run.orgId, entityType, [identifier]);
  return entity !== undefined && isReadable(run, entity) ? entity : undefined;
}

function isReadable({ load }: LoadRun, { typePath, projectId }: Entity): boolean {
  const target = projectId === null ? { typePath } : { typePath, projectId };
  return decide(load.writer.rights, "read", target).isAllowed;
}

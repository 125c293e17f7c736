import type { JsonValue } from "../platform/json-value.ts";
import type { Entity } from "./entity.ts";

/** "all", or the names of the properties that may be seen in addition to the system fields. */
export type VisibleFields = "all" | ReadonlySet<string>;

/** An entity as returned to callers: flat, without empty or hidden values. */
export function presentEntity(entity: Entity, visible: VisibleFields): Record<string, JsonValue> {
  const presented: Record<string, JsonValue> = {
    id: entity.id,
    entityType: entity.entityType,
    typePath: entity.typePath,
    ...(entity.name === null ? {} : { name: entity.name }),
    ...(entity.federatedId === null ? {} : { federatedId: entity.federatedId }),
    createdOn: entity.createdOn.toISOString(),
    updatedOn: entity.updatedOn.toISOString(),
    ...(entity.createdById === null ? {} : { createdById: entity.createdById }),
    ...(entity.updatedById === null ? {} : { updatedById: entity.updatedById }),
    version: entity.version,
  };
  for (const [slug, value] of Object.entries(entity.properties)) {
    if (visible === "all" || visible.has(slug)) {
      presented[slug] = value;
    }
  }
  return presented;
}

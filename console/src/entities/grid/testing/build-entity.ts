import type { AnyEntity } from "../../any-entity.ts";

export function buildEntity(id: string, fields: Readonly<Record<string, unknown>> = {}): AnyEntity {
  const time = "2026-11-15T12:00:00.000Z";
  return {
    id,
    entityType: "item",
    typePath: "item",
    createdOn: time,
    updatedOn: time,
    version: 1,
    name: id,
    ...fields,
  };
}

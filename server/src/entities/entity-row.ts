import type { Entity, Properties } from "./entity.ts";

/** The columns of the table entities that make an Entity. */
export interface EntityRow {
  readonly entity_type: string;
  readonly id: string;
  readonly type_path: string;
  readonly name: string | null;
  readonly federated_id: string | null;
  readonly project_id: string | null;
  readonly version: number;
  readonly created_on: Date;
  readonly updated_on: Date;
  readonly created_by_id: string | null;
  readonly updated_by_id: string | null;
  readonly properties: Properties;
}

export function entityOfRow(row: EntityRow): Entity {
  return {
    entityType: row.entity_type,
    id: row.id,
    typePath: row.type_path,
    name: row.name,
    federatedId: row.federated_id,
    projectId: row.project_id,
    version: row.version,
    createdOn: row.created_on,
    updatedOn: row.updated_on,
    createdById: row.created_by_id,
    updatedById: row.updated_by_id,
    properties: row.properties,
  };
}

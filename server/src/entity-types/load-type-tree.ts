import type { Database } from "../platform/database/database.ts";
import { type EntityTypeRow, listEntityTypes, listOptionSets } from "./entity-type-store.ts";
import { type TypeNode, TypeTree } from "./type-tree.ts";

/** The current types of an org; the version is for callers that plan writes with them. */
export async function loadTypeTree(db: Database, orgId: string, version: number): Promise<TypeTree> {
  const types = await listEntityTypes(db, orgId);
  const optionSets = await listOptionSets(db, orgId);
  return new TypeTree(version, types.map(nodeOfRow), new Map(optionSets.map((set) => [set.id, set.options])));
}

type NodeColumn = "id" | "label" | "mode" | "is_described" | "properties" | "presentation";

export function nodeOfRow(row: Pick<EntityTypeRow, NodeColumn>): TypeNode {
  return {
    typePath: row.id,
    label: row.label,
    mode: row.mode,
    isDescribed: row.is_described,
    properties: row.properties,
    presentation: row.presentation ?? undefined,
  };
}

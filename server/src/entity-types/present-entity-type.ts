import type { KindDocument } from "../access/entity-kind.ts";
import type { JsonValue } from "../platform/json-value.ts";
import type { EntityTypeRow } from "./entity-type-store.ts";
import type { ResolvedProperty, TypeTree } from "./type-tree.ts";

// Root types always exist, without a row until an org changes them.
const beginning = "1970-01-01T00:00:00.000Z";

/** A type as callers see it, with inherited properties. */
export function presentEntityType(typePath: string, types: TypeTree, row: EntityTypeRow | undefined): KindDocument {
  const node = types.nodeAt(typePath);
  const inherited = [...types.typeAt(typePath).properties.values()].filter(
    (property) => property.isBuiltIn || property.declaredBy !== typePath,
  );
  return {
    id: typePath,
    entityType: "entity-type",
    typePath,
    label: node?.label ?? typePath,
    mode: node?.mode ?? "open",
    isDescribed: node?.isDescribed ?? true,
    properties: asJson(node?.properties ?? []),
    inheritedProperties: asJson(inherited.map(withoutOptions)),
    createdOn: row?.created_on.toISOString() ?? beginning,
    updatedOn: row?.updated_on.toISOString() ?? beginning,
    createdById: row?.created_by_id ?? null,
    updatedById: row?.updated_by_id ?? null,
    version: row?.version ?? 1,
  };
}

function withoutOptions({ options: _options, ...property }: ResolvedProperty) {
  return property;
}

function asJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value));
}

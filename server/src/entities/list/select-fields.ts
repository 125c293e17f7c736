import { shorten } from "../../entity-types/kinds/validate-text.ts";
import { type FieldScope, requireName } from "../../lists/field-scope.ts";
import { type Relation, relationCalled, relationsOf } from "../../lists/relations.ts";
import { adviceOnName } from "../../platform/closest-name.ts";
import { invalidField } from "../../platform/errors.ts";
import type { JsonValue } from "../../platform/json-value.ts";

/** Parses the parameter fields into a set of names. Requested relations are always returned. */
export function readFields(
  names: readonly string[] | undefined,
  scope: FieldScope,
  relations: readonly Relation[],
): ReadonlySet<string> | undefined {
  if (names === undefined) {
    return undefined;
  }
  const related = relations.map(({ name }) => name);
  for (const name of names.filter((one) => !related.includes(one))) {
    requireName(scope, name, "fields");
  }
  return new Set(["id", ...names, ...related]);
}

// Stored in their own columns, outside of the properties document.
const columnFields: ReadonlySet<string> = new Set([
  "id",
  "entityType",
  "typePath",
  "name",
  "federatedId",
  "createdOn",
  "updatedOn",
  "createdById",
  "updatedById",
  "version",
]);

/** The properties that these fields and relations need; undefined for all. */
export function slugsOf(
  fields: ReadonlySet<string> | undefined,
  relations: readonly Relation[],
): readonly string[] | undefined {
  if (fields === undefined) {
    return undefined;
  }
  const referring = relations.flatMap((relation) => (relation.to === "entities" ? [relation.slug] : []));
  return [...new Set([...fields, ...referring])].filter((name) => !columnFields.has(name));
}

export function selectFields(
  presented: Record<string, JsonValue>,
  names: ReadonlySet<string> | undefined,
): Record<string, JsonValue> {
  return names === undefined
    ? presented
    : Object.fromEntries(Object.entries(presented).filter(([name]) => names.has(name)));
}

/** Parses the parameter relations: names such as itemFamily, or the slugs of references. */
export function readRelations(names: readonly string[], properties: FieldScope["properties"]): Relation[] {
  const known = relationsOf(properties);
  const asked = names.map((name) => {
    const relation = relationCalled(name, known);
    if (relation === undefined) {
      throw unknownRelation(name, known);
    }
    return relation;
  });
  return [...new Set(asked)];
}

function unknownRelation(name: string, known: readonly Relation[]) {
  const names = known.map((relation) => relation.name);
  return invalidField("relations", `There is no relation ${shorten(name)}. ${adviceOnName(name, names)}`);
}

import { shorten } from "../../entity-types/kinds/validate-text.ts";
import { completenessNames, type FieldScope, requireName } from "../../lists/field-scope.ts";
import { type Relation, relationCalled, relationsOf } from "../../lists/relations.ts";
import { adviceOnName } from "../../platform/closest-name.ts";
import { invalidField } from "../../platform/errors.ts";
import type { JsonValue } from "../../platform/json-value.ts";

/** What a request asks for: parsed parameters, not validated. */
export interface AskedFields {
  readonly fields?: readonly string[] | undefined;
  readonly relations?: readonly string[] | undefined;
  readonly include?: "completeness" | undefined;
}

/** What is returned of each entity. */
export interface ReturnedFields {
  /** Undefined for all. */
  readonly fields: ReadonlySet<string> | undefined;
  readonly relations: readonly Relation[];
  readonly hasCompleteness: boolean;
}

/** Requested relations and computed fields are always returned. */
export function readReturnedFields(asked: AskedFields, scope: FieldScope): ReturnedFields {
  const relations = readRelations(asked.relations ?? [], scope.properties);
  const computed = completenessNames.filter((name) => !scope.properties.has(name));
  const named = computed.filter((name) => asked.fields?.includes(name));
  const added = asked.include === undefined ? named : computed;
  const fields = readFields(asked.fields, scope, [...added, ...relations.map(({ name }) => name)]);
  return { fields, relations, hasCompleteness: added.length > 0 };
}

/** The names of the parameter fields; added ones are always returned. */
export function readFields(
  names: readonly string[] | undefined,
  scope: FieldScope,
  added: readonly string[],
): ReadonlySet<string> | undefined {
  if (names === undefined) {
    return undefined;
  }
  for (const name of names.filter((one) => !added.includes(one))) {
    requireName(scope, name, "fields");
  }
  return new Set(["id", ...names, ...added]);
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
export function slugsOf({ fields, relations, hasCompleteness }: ReturnedFields): readonly string[] | undefined {
  if (fields === undefined || hasCompleteness) {
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
function readRelations(names: readonly string[], properties: FieldScope["properties"]): Relation[] {
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

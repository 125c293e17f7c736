import { entityKinds, isSystemField } from "@weft/contract";
import { shorten } from "../../entity-types/kinds/validate-text.ts";
import { entityTypeOf, type ResolvedProperty } from "../../entity-types/type-tree.ts";
import { type FieldScope, requireName } from "../../lists/field-scope.ts";
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

/** A reference that a list returns as an object, in addition to the stored id. */
export type Relation = EntityRelation | ActorRelation;

export interface EntityRelation {
  readonly to: "entities";
  /** The name under which the referenced object is returned. */
  readonly name: string;
  readonly slug: string;
  readonly isList: boolean;
  /** The types that the id may belong to. */
  readonly entityTypes: readonly string[];
}

export interface ActorRelation {
  readonly to: "actors";
  readonly name: "createdBy" | "updatedBy";
  readonly field: "createdById" | "updatedById";
}

type Properties = ReadonlyMap<string, ResolvedProperty>;

const actorRelations: readonly ActorRelation[] = [
  { to: "actors", name: "createdBy", field: "createdById" },
  { to: "actors", name: "updatedBy", field: "updatedById" },
];

/** Parses the parameter relations: names such as itemFamily, or the slugs of references. */
export function readRelations(names: readonly string[], properties: Properties): Relation[] {
  const known = relationsOf(properties);
  const asked = names.map((name) => {
    const relation = known.find((one) => one.name === name || (one.to === "entities" && one.slug === name));
    if (relation === undefined) {
      throw unknownRelation(name, known);
    }
    return relation;
  });
  return [...new Set(asked)];
}

/** Every reference of these properties, with the name under which the referenced object is returned. */
export function relationsOf(properties: Properties): Relation[] {
  return [...actorRelations, ...entityRelations(properties)];
}

function entityRelations(properties: Properties): EntityRelation[] {
  return [...properties.values()].flatMap((property) => {
    const isList = property.propertyType === "object_ref_list";
    if (!isList && property.propertyType !== "object_reference") {
      return [];
    }
    const { slug, referenceType } = property;
    const entityTypes =
      referenceType === undefined ? entityKinds.map(({ name }) => name) : [entityTypeOf(referenceType)];
    return [{ to: "entities", name: relationName(slug, properties), slug, isList, entityTypes }];
  });
}

/**
 * itemFamilyId becomes itemFamily, and composedFromAssortmentIds becomes composedFromAssortments. A slug without such a
 * suffix, or whose name is that of a property, gets the suffix Object, so that no stored value is overwritten.
 */
function relationName(slug: string, properties: Properties): string {
  const short = slug.replace(/(?<=.)Id(s?)$/, "$1");
  const isTaken = short === slug || properties.has(short) || isSystemField(short);
  return isTaken ? `${slug}Object` : short;
}

function unknownRelation(name: string, known: readonly Relation[]) {
  const names = known.map((relation) => relation.name);
  return invalidField("relations", `There is no relation ${shorten(name)}. ${adviceOnName(name, names)}`);
}

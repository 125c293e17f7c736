import { entityKinds, isSystemField } from "@weft/contract";
import { entityTypeOf, type ResolvedProperty } from "../entity-types/type-tree.ts";

/** A reference that a list can return as an object, in addition to the stored id. */
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

/** Every reference of these properties, with the name under which the referenced object is returned. */
export function relationsOf(properties: Properties): Relation[] {
  return [...actorRelations, ...entityRelations(properties)];
}

/** The relation with a name such as itemFamily, or with the slug of its reference. */
export function relationCalled(name: string, relations: readonly Relation[]): Relation | undefined {
  return relations.find((one) => one.name === name || (one.to === "entities" && one.slug === name));
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

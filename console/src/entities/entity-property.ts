import type { EntityType, Property } from "@weft/client";
import { type AnyEntity, systemFields } from "./any-entity.ts";
import { type PropertyType, propertyKinds } from "./property-kinds.ts";

type Level = NonNullable<Property["level"]>;

/** A property as used by pages and forms. */
export interface EntityProperty {
  readonly slug: string;
  readonly label: string;
  readonly propertyType: PropertyType;
  readonly level: Level;
  readonly isRequired: boolean;
  /** Counts for the completeness of an entity. */
  readonly isExpected: boolean;
  readonly isUnique: boolean;
  /** Hidden from forms. */
  readonly isDisabled: boolean;
  /** Belongs to the product itself. */
  readonly isBuiltIn: boolean;
  /** The type that defines it; undefined for an undefined property. */
  readonly declaredBy: string | undefined;
  readonly optionSetId: string | undefined;
  readonly referenceType: string | undefined;
  /** Of sizes: the property with their size range template. */
  readonly templateProperty: string | undefined;
  readonly currency: string | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly expression: string | undefined;
  /** Used for a new entity without a value. */
  readonly default: unknown;
}

const levels: readonly Level[] = ["family", "option", "all", "override"];

/** Every property of a type: built-in ones first, then inherited ones, then its own. */
export function propertiesOf(type: EntityType): EntityProperty[] {
  const own = type.properties.map((shown) => readProperty({ ...shown, declaredBy: type.typePath, isBuiltIn: false }));
  return [...type.inheritedProperties.map(readProperty), ...own];
}

/** A property that an open type stores without defining it: its value determines how it is shown. */
export function seenProperty(slug: string, value: unknown): EntityProperty {
  return { ...readProperty({ slug, label: slug, propertyType: typeOfValue(value) }), declaredBy: undefined };
}

export function isReference({ propertyType }: Pick<EntityProperty, "propertyType">): boolean {
  return propertyType === "object_reference" || propertyType === "object_ref_list";
}

/** A definition as used by forms, whatever else it has. */
export function readProperty(shown: { readonly slug: string; readonly [key: string]: unknown }): EntityProperty {
  const { slug } = shown;
  return {
    slug,
    label: textIn(shown["label"]) ?? slug,
    // Data types of a newer service are shown unchanged.
    propertyType: propertyKinds.find(({ value }) => value === shown["propertyType"])?.value ?? "json",
    level: levels.find((known) => known === shown["level"]) ?? "all",
    isRequired: shown["required"] === true,
    isExpected: shown["expected"] === true,
    isUnique: shown["unique"] === true || shown["unique"] === "family",
    isDisabled: shown["disabled"] === true,
    isBuiltIn: shown["isBuiltIn"] === true,
    declaredBy: textIn(shown["declaredBy"]),
    optionSetId: textIn(shown["optionSetId"]),
    referenceType: textIn(shown["referenceType"]),
    templateProperty: textIn(shown["templateProperty"]),
    currency: textIn(shown["currency"]),
    min: numberIn(shown["min"]),
    max: numberIn(shown["max"]),
    expression: textIn(shown["expression"]),
    default: shown["default"],
  };
}

function typeOfValue(value: unknown): PropertyType {
  switch (typeof value) {
    case "string":
      return value.length > 120 || value.includes("\n") ? "text" : "string";
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    default:
      return "json";
  }
}

function textIn(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function numberIn(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** The properties of an entity that its type does not define. */
export function seenProperties(entity: AnyEntity, described: readonly EntityProperty[]): EntityProperty[] {
  const known = new Set(described.map(({ slug }) => slug));
  return Object.entries(entity)
    .filter(([slug]) => !known.has(slug) && !systemFields.has(slug))
    .map(([slug, value]) => seenProperty(slug, value));
}

/** The role of an item: a style, or an option of one. Kinds without styles have neither. */
export type Place = "family" | "option" | "none";

/** The role of an entity, by its fields. Project items follow their item, which their own fields do not show. */
export function placeOf(entity: { readonly [field: string]: unknown }): Place {
  if (entity["entityType"] !== "item") return "none";
  const familyId = entity["itemFamilyId"];
  return typeof familyId === "string" && familyId !== "" && familyId !== entity["id"] ? "option" : "family";
}

const madeByService: Readonly<Record<string, string>> = {
  "item/roles": "Derived from the style.",
  "project/rootWorkspaceId": "Created with the project.",
  "assortment/projectId": "Derived from the workspace.",
  "assortment/summary": "Counted when the assortment is published.",
};

/** Why a property is read-only here, as a sentence; undefined where it is not. */
export function whyReadOnly(property: EntityProperty, entityType: string, place: Place): string | undefined {
  const { slug, propertyType, level, expression } = property;
  if (propertyType === "formula") {
    return `Computed${expression === undefined ? " by its formula" : `: ${expression}`}`;
  }
  if (propertyType === "sequence") return "Assigned by the service.";
  if (property.isBuiltIn && madeByService[`${entityType}/${slug}`] !== undefined) {
    return madeByService[`${entityType}/${slug}`];
  }
  if (place === "option" && level === "family") return "Stored in the style. Change it there.";
  if (place === "family" && level === "option") return "Set on options only.";
  return undefined;
}

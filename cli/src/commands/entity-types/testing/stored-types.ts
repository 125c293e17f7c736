import type { EntityType, OptionSet } from "@weft/client";
import type { StoredTypes } from "../load-types.ts";

type Properties = readonly (Readonly<Record<string, unknown>> & { readonly slug: string })[];

const times = {
  createdOn: "2026-01-01T00:00:00.000Z",
  updatedOn: "2026-01-02T00:00:00.000Z",
  createdById: "someone",
  updatedById: "someone",
};

/** A type as returned by the service. */
export function storedType(typePath: string, properties: Properties = [], more: Partial<EntityType> = {}): EntityType {
  return {
    id: typePath,
    entityType: "entity-type",
    typePath,
    label: typePath.includes(":") ? typePath.slice(typePath.lastIndexOf(":") + 1) : "Item",
    mode: "open",
    isDescribed: true,
    properties: properties.map(storedProperty),
    inheritedProperties: [],
    presentation: null,
    effectivePresentation: {},
    version: 3,
    ...times,
    ...more,
  };
}

/** With all fields that the service adds. */
function storedProperty({ slug, ...more }: Properties[number]) {
  return {
    slug,
    label: slug,
    propertyType: "string",
    required: false,
    unique: false,
    searchable: false,
    disabled: false,
    level: "all",
    ...more,
  };
}

export function storedSet(id: string, name: string, values: readonly string[], federatedId?: string): OptionSet {
  return {
    id,
    entityType: "option-set",
    typePath: "option-set",
    name,
    federatedId: federatedId ?? null,
    options: values.map((value) => ({ value, display: value })),
    version: 2,
    ...times,
  };
}

export function stored(types: readonly EntityType[], optionSets: readonly OptionSet[] = []): StoredTypes {
  return { types, optionSets };
}

import type { EntityKindName, PropertyDefinition } from "@weft/contract";

/** A built-in property: an org can neither change nor remove it. */
type BuiltInProperty = PropertyDefinition;

/** The built-in definition of an entity type, before an org adds properties and subtypes. */
export interface RootType {
  readonly name: EntityKindName;
  readonly label: string;
  readonly isNameRequired: boolean;
  /** True if a path needs a subtype: custom-entity:<subtype>. */
  readonly needsSubtype: boolean;
  /** The properties whose combined values are unique. */
  readonly uniqueTogether: readonly (readonly [string, string])[];
  readonly properties: readonly BuiltInProperty[];
}

type Options = Partial<Omit<PropertyDefinition, "slug" | "label" | "propertyType">>;

function property(
  slug: string,
  label: string,
  propertyType: PropertyDefinition["propertyType"],
  options: Options = {},
): BuiltInProperty {
  return {
    slug,
    label,
    propertyType,
    required: false,
    unique: false,
    searchable: false,
    disabled: false,
    level: "all",
    ...options,
  };
}

function reference(slug: string, label: string, referenceType: EntityKindName, options: Options = {}): BuiltInProperty {
  return property(slug, label, "object_reference", { referenceType, ...options });
}

function rootType(
  name: EntityKindName,
  label: string,
  properties: readonly BuiltInProperty[],
  options: Partial<RootType> = {},
): RootType {
  return { name, label, isNameRequired: true, needsSubtype: false, uniqueTogether: [], properties, ...options };
}

const identifier = property("identifier", "Identifier", "string", { required: true, unique: true });
const channel = { min: 0, max: 255 };

/** The types that every org has, with their own fields. */
export const rootTypes: readonly RootType[] = [
  rootType("item", "Item", [
    property("roles", "Roles", "json"),
    reference("itemFamilyId", "Family", "item"),
    property("optionGroup", "Option group", "string"),
    property("optionName", "Option name", "string"),
  ]),
  rootType("project", "Project", [identifier, reference("rootWorkspaceId", "Root workspace", "workspace")]),
  rootType(
    "workspace",
    "Workspace",
    [
      identifier,
      reference("projectId", "Project", "project", { required: true }),
      reference("parentWorkspaceId", "Parent workspace", "workspace"),
    ],
    { isNameRequired: false },
  ),
  rootType(
    "project-item",
    "Project item",
    [
      reference("projectId", "Project", "project", { required: true }),
      reference("itemId", "Item", "item", { required: true }),
    ],
    { isNameRequired: false, uniqueTogether: [["projectId", "itemId"]] },
  ),
  rootType("assortment", "Assortment", [
    identifier,
    reference("workspaceId", "Workspace", "workspace", { required: true }),
    reference("projectId", "Project", "project"),
    property("composedFromAssortmentIds", "Composed from", "object_ref_list", { referenceType: "assortment" }),
    property("summary", "Summary", "json"),
  ]),
  rootType(
    "assortment-item",
    "Assortment item",
    [
      reference("assortmentId", "Assortment", "assortment", { required: true }),
      reference("itemId", "Item", "item", { required: true }),
      reference("projectItemId", "Project item", "project-item"),
    ],
    { isNameRequired: false, uniqueTogether: [["assortmentId", "itemId"]] },
  ),
  rootType("color", "Color", [
    property("hex", "Hex", "string"),
    property("red", "Red", "number", channel),
    property("green", "Green", "number", channel),
    property("blue", "Blue", "number", channel),
  ]),
  rootType("custom-entity", "Custom entity", [], { needsSubtype: true }),
  rootType("size-range-template", "Size range template", [property("sizeRange", "Size range", "size_range")]),
];

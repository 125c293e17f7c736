import { type PropertyDefinition, type PropertyType, type SystemField, systemFields } from "@weft/contract";
import type { TypeRight } from "../../access/readable-rights.ts";
import { orderingOf } from "../../entity-types/kinds/property-kinds.ts";
import type { ResolvedProperty } from "../../entity-types/type-tree.ts";

/** What the values of a field are; "any" for a property that no type describes. */
type ValueType = "text" | "number" | "boolean" | "date" | "time" | "option" | "list" | "sizes" | "json" | "any";

/** How a field is ordered and compared; "any" by the JSON value itself. */
export type FieldOrdering = "text" | "number" | "time" | "option" | "any" | "none";

/** A field of an entity as lists see it: in a column of its own, or among the properties. */
export type ListField = SystemListField | PropertyListField;

interface SystemListField extends FieldTraits {
  readonly place: "column";
  readonly name: SystemField;
}

interface PropertyListField extends FieldTraits {
  readonly place: "properties";
  readonly name: string;
}

interface FieldTraits {
  readonly valueType: ValueType;
  readonly ordering: FieldOrdering;
  /** The values of the option set, in their order. */
  readonly options: readonly string[];
  /** True where an index has been promised. */
  readonly isSearchable: boolean;
  /** The rights that show the field; "all" where it is shown wherever the entity is. */
  readonly shownBy: "all" | readonly TypeRight[];
}

const columnTypes: Readonly<Record<SystemField, "text" | "number" | "time">> = {
  id: "text",
  entityType: "text",
  typePath: "text",
  name: "text",
  federatedId: "text",
  createdOn: "time",
  updatedOn: "time",
  createdById: "text",
  updatedById: "text",
  version: "number",
};

const valueTypes: Readonly<Record<PropertyType, ValueType>> = {
  string: "text",
  text: "text",
  number: "number",
  currency: "number",
  percent: "number",
  rating: "number",
  date: "date",
  datetime: "time",
  boolean: "boolean",
  choice: "option",
  multi_select: "list",
  url: "text",
  image: "text",
  json: "json",
  object_reference: "text",
  object_ref_list: "list",
  size_range: "sizes",
  formula: "text",
  sequence: "text",
  user_list: "list",
};

export function isSystemField(name: string): name is SystemField {
  return systemFields.some((field) => field === name);
}

/** The identifying fields are shown wherever the entity is. */
export function columnField(name: SystemField): ListField {
  const type = columnTypes[name];
  return { place: "column", name, valueType: type, ordering: type, options: [], isSearchable: false, shownBy: "all" };
}

export function propertyField(property: ResolvedProperty, rights: readonly TypeRight[]): ListField {
  return {
    place: "properties",
    name: property.slug,
    valueType: valueTypeOf(property),
    ordering: orderingOf(property),
    options: property.options.map(({ value }) => value),
    isSearchable: property.searchable,
    shownBy: rightsShowing(property.slug, rights),
  };
}

export function unknownField(slug: string, rights: readonly TypeRight[]): ListField {
  return {
    place: "properties",
    name: slug,
    valueType: "any",
    ordering: "any",
    options: [],
    isSearchable: false,
    shownBy: rightsShowing(slug, rights),
  };
}

function valueTypeOf({ propertyType, resultKind }: PropertyDefinition): ValueType {
  return valueTypes[propertyType === "formula" ? (resultKind ?? "string") : propertyType];
}

function rightsShowing(slug: string, rights: readonly TypeRight[]): "all" | readonly TypeRight[] {
  const showing = rights.filter(({ fields }) => fields === "all" || fields.has(slug));
  return showing.length === rights.length ? "all" : showing;
}

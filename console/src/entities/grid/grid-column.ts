import type { EntityType } from "@weft/client";
import { systemFields } from "../any-entity.ts";
import { type EntityProperty, propertiesOf, seenProperty } from "../entity-property.ts";
import type { PropertyType } from "../property-kinds.ts";

/** A column of the grid: a field of the entities, and its data type. */
export interface GridColumn {
  readonly field: string;
  readonly label: string;
  readonly property: EntityProperty;
  /** Its origin: built-in fields, the types, or only the rows themselves. */
  readonly source: "system" | "described" | "seen";
  /** Has an index, so users search by it. */
  readonly isSearchable: boolean;
  /** How its values are compared: by its data type, or for a formula by its result type. */
  readonly comparedAs: PropertyType;
}

/** Every column of entities of a type: its own properties, those of its parents, and those of its subtypes. */
export function columnsOfType(types: readonly EntityType[], typePath: string): GridColumn[] {
  const columns = new Map<string, GridColumn>();
  for (const type of types.filter((one) => isAtOrBelow(one.typePath, typePath))) {
    const shown = new Map([...type.inheritedProperties, ...type.properties].map((one) => [one.slug, one]));
    for (const property of propertiesOf(type)) {
      if (!columns.has(property.slug)) {
        columns.set(property.slug, describedColumn(property, shown.get(property.slug)));
      }
    }
  }
  const own = [...columns.values()];
  const isCounted = !columns.has(completenessField) && own.some(({ property }) => countsForCompleteness(property));
  return [nameColumn, ...systemColumns, ...(isCounted ? [completenessColumn] : []), ...own];
}

function countsForCompleteness({ isRequired, isExpected, isBuiltIn, isDisabled }: EntityProperty): boolean {
  return (isRequired || isExpected) && !isBuiltIn && !isDisabled;
}

/** Columns for the undefined properties of the rows. */
export function seenColumns(known: readonly GridColumn[], seen: ReadonlyMap<string, unknown>): GridColumn[] {
  const computed = known.includes(completenessColumn) ? ["missing"] : [];
  const fields = new Set([...known.map(({ field }) => field), ...computed]);
  return [...seen]
    .filter(([field]) => !fields.has(field) && !systemFields.has(field) && field !== nestedOptions)
    .map(([field, value]) => {
      const property = seenProperty(field, value);
      return { ...columnOf(property), source: "seen" as const };
    });
}

/** The options of a style in a nested list, which are not a value of it. */
const nestedOptions = "nested";

export function isAtOrBelow(typePath: string, above: string): boolean {
  return typePath === above || typePath.startsWith(`${above}:`);
}

function describedColumn(property: EntityProperty, shown: Readonly<Record<string, unknown>> = {}): GridColumn {
  const answers = resultKinds.find((kind) => kind === shown["resultKind"]) ?? "string";
  return {
    ...columnOf(property),
    isSearchable: shown["searchable"] === true,
    comparedAs: property.propertyType === "formula" ? answers : property.propertyType,
  };
}

const resultKinds = ["string", "number", "boolean", "date", "datetime"] as const;

function columnOf(property: EntityProperty): GridColumn {
  const { slug, label, propertyType } = property;
  return { field: slug, label, property, source: "described", isSearchable: false, comparedAs: propertyType };
}

function systemColumn(field: string, label: string, propertyType: PropertyType): GridColumn {
  return { ...columnOf({ ...seenProperty(field, ""), label, propertyType, isBuiltIn: true }), source: "system" };
}

/** First and always visible. */
export const nameColumn = systemColumn("name", "Name", "string");

const systemColumns: readonly GridColumn[] = [
  systemColumn("federatedId", "External ID", "string"),
  systemColumn("typePath", "Type", "string"),
  systemColumn("updatedOn", "Updated", "datetime"),
  systemColumn("createdOn", "Created", "datetime"),
  systemColumn("id", "Id", "string"),
];

/** The percentage of required and expected properties that have a value. Only in lists of types that have some. */
export const completenessField = "completeness";
const completenessColumn = systemColumn(completenessField, "Complete", "percent");

export function isCompleteness({ field, source }: GridColumn): boolean {
  return field === completenessField && source === "system";
}

const unordered: ReadonlySet<PropertyType> = new Set([
  "text",
  "multi_select",
  "json",
  "object_ref_list",
  "size_range",
  "user_list",
  "image_list",
]);

/** Whether the service can sort by it. */
export function isOrderable({ source, comparedAs }: GridColumn): boolean {
  return source === "seen" || !unordered.has(comparedAs);
}

const numeric: ReadonlySet<PropertyType> = new Set(["number", "currency", "percent", "rating"]);

export function isNumeric({ comparedAs }: GridColumn): boolean {
  return numeric.has(comparedAs);
}

const widths: Partial<Record<PropertyType, number>> = {
  text: 260,
  number: 120,
  currency: 120,
  percent: 110,
  rating: 100,
  boolean: 100,
  date: 120,
  datetime: 170,
  choice: 118,
  multi_select: 200,
  object_reference: 190,
  object_ref_list: 220,
};

const widthsOfFields: Readonly<Record<string, number>> = {
  federatedId: 150,
  typePath: 120,
  updatedOn: 125,
  createdOn: 125,
  [completenessField]: 190,
};

export function widthOf({ field, label, property }: GridColumn): number {
  const own = widthsOfFields[field];
  if (own !== undefined) return own;
  // Wide enough for its heading and the arrow beside it.
  return Math.max(widths[property.propertyType] ?? 170, Math.min(260, label.length * 8 + 44));
}

/** Whether the values of a column can be edited, one or many. */
export function isEditable(column: GridColumn): boolean {
  const { source, property } = column;
  if (source === "system") return column.field === "name";
  return !["formula", "sequence", "image", "json", "size_range"].includes(property.propertyType);
}

import type { FileProperty } from "./type-file.ts";

/** How a property looks in an entity that is read. */
export interface PropertyShape {
  readonly slug: string;
  /** As TypeScript writes it. */
  readonly type: string;
  /** Whether every entity of the type has it: what is empty is absent, never null. */
  readonly isAlways: boolean;
  readonly comment: string;
}

export function shapeOf(property: FileProperty, setNames: ReadonlyMap<string, string>): PropertyShape {
  const { slug, label, level, required } = property;
  // Families lack what only options hold.
  const isAlways = required === true && level !== "option";
  return { slug, type: typeOf(property, setNames), isAlways, comment: `${label} (${factsOf(property).join(", ")})` };
}

function typeOf(property: FileProperty, setNames: ReadonlyMap<string, string>): string {
  const { propertyType, optionSet, resultKind } = property;
  const option = optionSet === undefined ? "string" : (setNames.get(optionSet) ?? "string");
  switch (propertyType) {
    case "choice":
      return option;
    case "multi_select":
      return `${option}[]`;
    case "formula":
      return scalars.get(String(resultKind)) ?? "unknown";
    default:
      return scalars.get(propertyType) ?? "unknown";
  }
}

const scalars: ReadonlyMap<string, string> = new Map([
  ...["string", "text", "date", "datetime", "url", "image", "object_reference", "sequence"].map(
    (kind) => [kind, "string"] as const,
  ),
  ...["number", "currency", "percent", "rating"].map((kind) => [kind, "number"] as const),
  ...["object_ref_list", "user_list"].map((kind) => [kind, "string[]"] as const),
  ["boolean", "boolean"],
  ["size_range", "{ sizes: string[] }"],
]);

/** What the type does not tell. */
function factsOf({ propertyType, currency, referenceType, level, disabled }: FileProperty): string[] {
  return [
    propertyType.replaceAll("_", " "),
    ...(typeof currency === "string" ? [currency] : []),
    ...(typeof referenceType === "string" ? [`of ${referenceType}`] : []),
    ...(typeof level === "string" ? [`level ${level}`] : []),
    ...(propertyType === "formula" || propertyType === "sequence" ? ["made by the service"] : []),
    ...(disabled === true ? ["disabled"] : []),
  ];
}

import type { Property } from "@weft/client";

export type PropertyType = Property["propertyType"];

interface KindLabels {
  readonly value: PropertyType;
  readonly label: string;
  /** Its description. */
  readonly meaning: string;
}

/** Every data type, in the order in which users look for them. */
export const propertyKinds: readonly KindLabels[] = [
  { value: "string", label: "Text", meaning: "One line of text." },
  { value: "text", label: "Long text", meaning: "Text with line breaks." },
  { value: "number", label: "Number", meaning: "Any number, optionally with a minimum and maximum." },
  { value: "currency", label: "Currency amount", meaning: "A number with a currency." },
  { value: "percent", label: "Percent", meaning: "A percentage: 25 is 25 %." },
  { value: "rating", label: "Rating", meaning: "A small number. Default range: 0 to 5." },
  { value: "boolean", label: "Yes or no", meaning: "true or false." },
  { value: "date", label: "Date", meaning: "A day, such as 2026-03-01." },
  { value: "datetime", label: "Date and time", meaning: "A point in time, in UTC." },
  { value: "choice", label: "Single select", meaning: "One value of an option set." },
  { value: "multi_select", label: "Multi-select", meaning: "Any number of values of an option set." },
  { value: "object_reference", label: "Reference", meaning: "Another entity, by its id." },
  { value: "object_ref_list", label: "References", meaning: "Several other entities." },
  { value: "user_list", label: "Users", meaning: "Users of the organization." },
  { value: "url", label: "URL", meaning: "A link." },
  { value: "image", label: "Image", meaning: "An uploaded image." },
  { value: "image_list", label: "Images", meaning: "Uploaded images in order, at most 50." },
  { value: "size_range", label: "Size range", meaning: "Sizes, chosen from a template." },
  { value: "formula", label: "Formula", meaning: "Computed from other properties. Read-only." },
  { value: "sequence", label: "Sequence number", meaning: "Assigned by the service, such as STY-000123." },
  { value: "json", label: "JSON", meaning: "Any JSON value." },
];

/** The label of a data type; one of a newer service is shown unchanged. */
export function labelOfKind(propertyType: string): string {
  return propertyKinds.find(({ value }) => value === propertyType)?.label ?? propertyType;
}

/** The settings that a data type has in addition to those of every property. */
export type KindField =
  | "optionSetId"
  | "referenceType"
  | "currency"
  | "bounds"
  | "templateProperty"
  | "formula"
  | "sequence";

const fieldsByKind: Partial<Record<PropertyType, readonly KindField[]>> = {
  choice: ["optionSetId"],
  multi_select: ["optionSetId"],
  object_reference: ["referenceType"],
  object_ref_list: ["referenceType"],
  number: ["bounds"],
  percent: ["bounds"],
  rating: ["bounds"],
  currency: ["currency", "bounds"],
  size_range: ["templateProperty"],
  formula: ["formula"],
  sequence: ["sequence"],
};

export function kindFields(propertyType: PropertyType): readonly KindField[] {
  return fieldsByKind[propertyType] ?? [];
}

/** Data types whose values the service sets. */
export function isComputed(propertyType: PropertyType): boolean {
  return propertyType === "formula" || propertyType === "sequence";
}

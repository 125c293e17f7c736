import type { Property } from "@weft/client";

export type PropertyType = Property["propertyType"];

interface KindLabels {
  readonly value: PropertyType;
  readonly label: string;
  /** What it holds. */
  readonly meaning: string;
}

/** Every kind of property, in the order in which people look for them. */
export const propertyKinds: readonly KindLabels[] = [
  { value: "string", label: "Text, one line", meaning: "Up to a line of text." },
  { value: "text", label: "Text, long", meaning: "Text with line breaks." },
  { value: "number", label: "Number", meaning: "Any number, between bounds if you like." },
  { value: "currency", label: "Amount of money", meaning: "A number with a currency." },
  { value: "percent", label: "Percent", meaning: "A share: 25 is 25 %." },
  { value: "rating", label: "Rating", meaning: "A small number, 0 to 5 unless said otherwise." },
  { value: "boolean", label: "Yes or no", meaning: "true or false." },
  { value: "date", label: "Date", meaning: "A day, such as 2026-03-01." },
  { value: "datetime", label: "Date and time", meaning: "A moment, in UTC." },
  { value: "choice", label: "Choice", meaning: "One value of an option set." },
  { value: "multi_select", label: "Several choices", meaning: "Any number of values of an option set." },
  { value: "object_reference", label: "Reference", meaning: "Another entity, by its id." },
  { value: "object_ref_list", label: "References", meaning: "Several other entities." },
  { value: "user_list", label: "Users", meaning: "People of the organization." },
  { value: "url", label: "Web address", meaning: "A link." },
  { value: "image", label: "Image", meaning: "A picture, by a file or an address." },
  { value: "size_range", label: "Size range", meaning: "Sizes, chosen from a template." },
  { value: "formula", label: "Formula", meaning: "Computed from other properties. Nobody writes it." },
  { value: "sequence", label: "Number in sequence", meaning: "Numbered by the service, such as STY-000123." },
  { value: "json", label: "JSON", meaning: "Whatever JSON there is." },
];

/** The label of a kind; a newer service's own word stays. */
export function labelOfKind(propertyType: string): string {
  return propertyKinds.find(({ value }) => value === propertyType)?.label ?? propertyType;
}

/** What a kind needs to be told beside what every property has. */
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

/** Kinds whose values the service makes itself. */
export function isComputed(propertyType: PropertyType): boolean {
  return propertyType === "formula" || propertyType === "sequence";
}

import type { Property, ShownProperty } from "@weft/client";
import { isComputed, kindFields, type PropertyType, propertyKinds } from "../entities/property-kinds.ts";

const levels = ["all", "family", "option", "override"] as const;
const resultKinds = ["string", "number", "boolean", "date", "datetime"] as const;

/** The fields of the form, as typed. */
export interface PropertyDraft {
  readonly slug: string;
  readonly label: string;
  readonly propertyType: PropertyType;
  readonly required: boolean;
  readonly expected: boolean;
  readonly unique: "no" | "org" | "family";
  readonly searchable: boolean;
  readonly disabled: boolean;
  readonly level: (typeof levels)[number];
  /** Text as it is, anything else as JSON; empty for none. */
  readonly default: string;
  readonly optionSetId: string;
  readonly referenceType: string;
  readonly currency: string;
  readonly min: number | "";
  readonly max: number | "";
  readonly templateProperty: string;
  readonly expression: string;
  readonly resultKind: (typeof resultKinds)[number];
  readonly prefix: string;
  readonly digits: number | "";
}

export const emptyProperty: PropertyDraft = {
  slug: "",
  label: "",
  propertyType: "string",
  required: false,
  expected: false,
  unique: "no",
  searchable: false,
  disabled: false,
  level: "all",
  default: "",
  optionSetId: "",
  referenceType: "",
  currency: "",
  min: "",
  max: "",
  templateProperty: "",
  expression: "",
  resultKind: "number",
  prefix: "",
  digits: "",
};

export function draftOf(shown: ShownProperty): PropertyDraft {
  const text = (key: string) => (typeof shown[key] === "string" ? shown[key] : "");
  const number = (key: string) => (typeof shown[key] === "number" ? shown[key] : "");
  const { unique } = shown;
  return {
    slug: shown.slug,
    label: shown.label,
    propertyType: propertyKinds.find(({ value }) => value === shown.propertyType)?.value ?? "json",
    required: shown["required"] === true,
    expected: shown["expected"] === true,
    unique: unique === "family" ? "family" : unique === true ? "org" : "no",
    searchable: shown["searchable"] === true,
    disabled: shown["disabled"] === true,
    level: levels.find((level) => level === shown["level"]) ?? "all",
    default: writeDefault(shown["default"]),
    optionSetId: text("optionSetId"),
    referenceType: text("referenceType"),
    currency: text("currency"),
    min: number("min"),
    max: number("max"),
    templateProperty: text("templateProperty"),
    expression: text("expression"),
    resultKind: resultKinds.find((kind) => kind === shown["resultKind"]) ?? "number",
    prefix: text("prefix"),
    digits: number("digits"),
  };
}

/** As the service accepts it: settings that the data type does not have are omitted. */
export function definitionOf(draft: PropertyDraft): Property {
  const { slug, label, propertyType, required, searchable, disabled, level } = draft;
  const unique = draft.unique === "family" ? "family" : draft.unique === "org";
  const byDefault = isComputed(propertyType) ? undefined : readDefault(draft.default, propertyType);
  return {
    ...{ slug: slug.trim(), label: label.trim(), propertyType, required, unique, searchable, disabled, level },
    ...(draft.expected ? { expected: true } : {}),
    ...(byDefault === undefined ? {} : { default: byDefault }),
    ...kindDefinition(draft),
  };
}

/** The part of a definition that only some data types have. */
export function kindDefinition(draft: PropertyDraft): Partial<Property> {
  const fields = kindFields(draft.propertyType);
  const { min, max, digits } = draft;
  return {
    ...(fields.includes("optionSetId") ? given("optionSetId", draft.optionSetId) : {}),
    ...(fields.includes("referenceType") ? given("referenceType", draft.referenceType) : {}),
    ...(fields.includes("currency") ? given("currency", draft.currency.trim().toUpperCase()) : {}),
    ...(fields.includes("templateProperty") ? given("templateProperty", draft.templateProperty.trim()) : {}),
    ...(fields.includes("bounds") && min !== "" ? { min } : {}),
    ...(fields.includes("bounds") && max !== "" ? { max } : {}),
    ...(fields.includes("formula") ? { ...given("expression", draft.expression), resultKind: draft.resultKind } : {}),
    ...(fields.includes("sequence") ? given("prefix", draft.prefix) : {}),
    ...(fields.includes("sequence") && digits !== "" ? { digits } : {}),
  };
}

function given(key: string, text: string): Readonly<Record<string, string>> {
  return text === "" ? {} : { [key]: text };
}

const textKinds: readonly PropertyType[] = ["string", "text", "date", "datetime", "choice", "url", "image"];

/** Text for a text data type is used as it is; anything else is parsed as JSON, or used as text. */
export function readDefault(typed: string, propertyType: PropertyType): Property["default"] {
  if (typed.trim() === "") return undefined;
  if (textKinds.includes(propertyType)) return typed;
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}

function writeDefault(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

const slugShape = /^[A-Za-z][A-Za-z0-9_-]{0,127}$/;

/** What can be validated without the service. */
export function validateProperty(draft: PropertyDraft): Record<string, string> {
  const fields = kindFields(draft.propertyType);
  const lacks = (field: (typeof fields)[number], value: string) => fields.includes(field) && value.trim() === "";
  const errors: readonly (readonly [string, boolean, string])[] = [
    ["slug", !slugShape.test(draft.slug.trim()), "Start with a letter, then letters, digits, _ and -."],
    ["label", draft.label.trim() === "", "Enter a label, such as Weight."],
    ["optionSetId", lacks("optionSetId", draft.optionSetId), "Select an option set."],
    ["referenceType", lacks("referenceType", draft.referenceType), "Select the referenced type."],
    ["expression", lacks("formula", draft.expression), "Enter an expression, such as {price} * 1.19."],
    ["currency", !/^([A-Za-z]{3})?$/.test(draft.currency.trim()), "Enter three letters, such as EUR."],
  ];
  return Object.fromEntries(errors.filter(([, isError]) => isError).map(([field, , message]) => [field, message]));
}

/** A slug in camel case: Fabric weight (g) becomes fabricWeightG. */
export function slugOfLabel(label: string): string {
  const words = label
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .replace(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .split(" ")
    .filter((word) => word !== "");
  const joined = words
    .map((word, index) => (index === 0 ? lowerFirst(word) : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");
  return /^[A-Za-z]/.test(joined) || joined === "" ? joined : `p${joined}`;
}

/** An abbreviation is lowercased as a whole: EAN is ean. */
function lowerFirst(word: string): string {
  return word === word.toUpperCase() ? word.toLowerCase() : word.charAt(0).toLowerCase() + word.slice(1);
}

import { minuteMs } from "../../ui/durations.ts";
import { parseNumber, typedNumber } from "../../ui/local-format.ts";
import type { EntityProperty } from "../entity-property.ts";
import type { PropertyType } from "../property-kinds.ts";

/** The value of a form control: one or more texts. An empty one means no value. */
export type FieldValue = string | readonly string[];

/** The value to send, null to clear it; or the error. */
type FieldReading = { readonly value: unknown } | { readonly error: string };

type KindOfField = Pick<EntityProperty, "propertyType">;

const lists: ReadonlySet<PropertyType> = new Set([
  "multi_select",
  "object_ref_list",
  "user_list",
  "image_list",
  "size_range",
]);
const numbers: ReadonlySet<PropertyType> = new Set(["number", "currency", "percent", "rating"]);

/** A stored value as the value of its control. */
export function toFieldValue({ propertyType }: KindOfField, value: unknown): FieldValue {
  if (propertyType === "size_range") return textsIn(sizesOf(value));
  if (lists.has(propertyType)) return textsIn(value);
  if (value === undefined || value === null) return "";
  if (propertyType === "json") return JSON.stringify(value, null, 2);
  if (typeof value === "number") return typedNumber(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A control's value as it is sent. The service validates it; here it only has to be parseable. */
export function readFieldValue({ propertyType }: KindOfField, field: FieldValue): FieldReading {
  if (typeof field !== "string") return { value: readList(propertyType, field) };
  if (field.trim() === "") return { value: null };
  if (numbers.has(propertyType)) return readNumber(field);
  if (propertyType === "boolean") return { value: field === "true" };
  if (propertyType === "json") return readJson(field);
  return { value: field };
}

export function isEmptyField(field: FieldValue): boolean {
  return typeof field === "string" ? field.trim() === "" : field.length === 0;
}

function readList(propertyType: PropertyType, texts: readonly string[]): unknown {
  if (texts.length === 0) return null;
  return propertyType === "size_range" ? { sizes: texts } : texts;
}

function readNumber(text: string): FieldReading {
  const value = parseNumber(text);
  return value === undefined
    ? { error: `"${text}" is not a number. Use a format such as ${typedNumber(12.5)}.` }
    : { value };
}

function readJson(text: string): FieldReading {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { error: 'Not valid JSON. Use a format such as {"key": "value"}, [1, 2] or "text".' };
  }
}

function sizesOf(value: unknown): unknown {
  return typeof value === "object" && value !== null && "sizes" in value ? value.sizes : undefined;
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** A time as the value of a datetime-local control: 2026-12-31T13:00. Empty for an invalid time. */
export function toLocalTime(moment: string): string {
  const date = new Date(moment);
  if (moment === "" || Number.isNaN(date.getTime())) return "";
  const local = new Date(date.getTime() - date.getTimezoneOffset() * minuteMs);
  return local.toISOString().slice(0, date.getUTCSeconds() === 0 ? 16 : 19);
}

/** The time that a local time means here. */
export function fromLocalTime(local: string): string {
  const date = new Date(local);
  return local === "" || Number.isNaN(date.getTime()) ? "" : date.toISOString();
}

import { formatMoney, formatNumber, formatTimeAs } from "../ui/format.ts";
import type { EntityProperty } from "./entity-property.ts";
import type { OptionsBySet } from "./entity-queries.ts";
import { idsIn, type ReferredById } from "./use-referred.ts";

/** What values refer to: the labels of options and the names of references. */
export interface ValueLabels {
  readonly options: OptionsBySet;
  readonly referred: ReferredById;
}

/** A value formatted for display. Empty for none. */
export function showValue(property: EntityProperty, value: unknown, { options, referred }: ValueLabels): string {
  if (value === undefined || value === null || value === "") return "";
  const { propertyType, optionSetId = "" } = property;
  switch (propertyType) {
    case "boolean":
      return value === true ? "Yes" : "No";
    case "choice":
    case "multi_select":
      return idsIn(value)
        .map((one) => options.get(optionSetId)?.find((option) => option.value === one)?.display ?? one)
        .join(", ");
    case "object_reference":
    case "object_ref_list":
      return idsIn(value)
        .map((id) => referred.get(id)?.title ?? id)
        .join(", ");
    case "size_range":
      return sizesIn(value).join(", ");
    default:
      return showPlain(property, value);
  }
}

function showPlain({ propertyType, currency }: EntityProperty, value: unknown): string {
  if (typeof value === "number") return showNumber(propertyType, value, currency);
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (isTexts(value)) return value.join(", ");
  if (typeof value !== "string") return JSON.stringify(value);
  if (propertyType === "date") return dateText(value, "date");
  return propertyType === "datetime" ? dateText(value, "dateTime") : value;
}

function showNumber(propertyType: EntityProperty["propertyType"], value: number, currency: string | undefined): string {
  if (propertyType === "currency") return formatMoney(value, currency);
  const text = formatNumber(value, 12);
  return propertyType === "percent" ? `${text} %` : text;
}

/** An invalid date is shown unchanged. */
function dateText(text: string, style: "date" | "dateTime"): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : formatTimeAs(style, time);
}

function sizesIn(value: unknown): string[] {
  const sizes = typeof value === "object" && value !== null && "sizes" in value ? value.sizes : undefined;
  return Array.isArray(sizes) ? sizes.map(String) : [JSON.stringify(value)];
}

/** A list of texts is shown without brackets and quotes. */
export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");
}

/** Whether a text may become a link: script and local file addresses may not. */
export function isWebAddress(text: string): boolean {
  const protocol = URL.parse(text)?.protocol;
  return protocol === "http:" || protocol === "https:";
}

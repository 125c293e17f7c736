import { isSystemField } from "@weft/contract";
import { closestName } from "../platform/closest-name.ts";
import type { JsonValue } from "../platform/json-value.ts";
import { isSameJson } from "../platform/same-json.ts";
import { propertyKinds } from "./kinds/property-kinds.ts";
import type { ResolvedProperty, ResolvedType } from "./type-tree.ts";

interface PropertyError {
  readonly slug: string;
  readonly code: "invalid-value" | "unknown-property" | "read-only" | "required";
  readonly detail: string;
}

type Properties = Readonly<Record<string, JsonValue>>;

const unknownSlugCharactersMax = 128;
const stringBytesMax = 1_048_576;

/**
 * Checks input against the type, and returns every error. Valid values are passed on in their stored form, null for
 * those to clear. System fields are not checked: they have their own rules.
 */
export function checkProperties(
  type: ResolvedType,
  sent: Properties,
  stored: Properties,
  accept: (slug: string, value: JsonValue) => void,
): readonly PropertyError[] {
  const errors: PropertyError[] = [];
  for (const slug in sent) {
    const value = sent[slug];
    if (isSystemField(slug) || value === undefined) {
      continue;
    }
    const property = type.properties.get(slug);
    const checked =
      property === undefined ? checkUnknown(type, slug, value) : checkKnown(property, value, stored[slug] ?? null);
    if ("error" in checked) {
      errors.push(checked.error);
    } else if (!("ignored" in checked)) {
      accept(slug, checked.value);
    }
  }
  return errors;
}

type Checked = { readonly value: JsonValue } | { readonly ignored: true } | { readonly error: PropertyError };

function checkKnown(property: ResolvedProperty, value: JsonValue, stored: JsonValue): Checked {
  const { slug } = property;
  const kind = propertyKinds[property.propertyType];
  if (kind.isComputed === true) {
    const detail = `${slug} is set by the service; omit it.`;
    return isSameJson(value, stored) ? { ignored: true } : { error: { slug, code: "read-only", detail } };
  }
  if (value === null) {
    return { value };
  }
  const reading = kind.readJson(value, property, { options: property.options });
  return "error" in reading
    ? { error: { slug, code: "invalid-value", detail: `${slug} ${reading.error}` } }
    : { value: reading.value };
}

function checkUnknown(type: ResolvedType, slug: string, value: JsonValue): Checked {
  if (type.mode === "strict") {
    const closest = closestName(slug, type.properties.keys());
    const meant = closest === undefined ? "" : ` Did you mean ${closest}?`;
    const detail = `The type ${type.typePath} has no property ${slug}.${meant}`;
    return { error: { slug, code: "unknown-property", detail } };
  }
  if (slug === "" || slug.length > unknownSlugCharactersMax) {
    const detail = `A property name must have 1 to ${unknownSlugCharactersMax} characters.`;
    return { error: { slug, code: "unknown-property", detail } };
  }
  // A character takes three bytes at most: only long texts are measured.
  if (typeof value === "string" && value.length * 3 > stringBytesMax && Buffer.byteLength(value) > stringBytesMax) {
    const detail = `${slug} must have at most ${stringBytesMax} bytes.`;
    return { error: { slug, code: "invalid-value", detail } };
  }
  return { value };
}

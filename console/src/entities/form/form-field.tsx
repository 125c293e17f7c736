import { Box, Input } from "@mantine/core";
import type { EntityKind } from "../entity-kind.ts";
import { type EntityProperty, type Place, whyReadOnly } from "../entity-property.ts";
import type { OptionsBySet } from "../entity-queries.ts";
import { showValue } from "../show-value.ts";
import { useReferred } from "../use-referred.ts";
import { FieldControl } from "./field-control.tsx";
import type { FieldValue } from "./field-value.ts";

interface FormFieldProps {
  readonly field: EntityProperty;
  readonly kind: EntityKind;
  readonly place: Place;
  readonly isNew: boolean;
  /** Its heading already says why it is read-only. */
  readonly isExplained: boolean;
  /** The stored value, for read-only fields. */
  readonly stored: unknown;
  readonly options: OptionsBySet;
  readonly value: FieldValue;
  readonly error: string | undefined;
  readonly onChange: (value: FieldValue) => void;
}

const wide: ReadonlySet<EntityProperty["propertyType"]> = new Set(["text", "json"]);

/** One field: a control by data type, or a read-only value and the reason. */
export function FormField({ field, kind, place, stored, isNew, isExplained, ...control }: FormFieldProps) {
  const why = whyReadOnly(field, kind.name, place);
  const isWide = why === undefined && wide.has(field.propertyType);
  return (
    <Box id={fieldId(field.slug)} style={isWide ? { gridColumn: "1 / -1" } : {}}>
      {why === undefined ? (
        <FieldControl field={field} {...control} description={describe(field, control.options, isNew)} />
      ) : (
        <FixedField field={field} why={isExplained ? undefined : why} stored={stored} options={control.options} />
      )}
    </Box>
  );
}

interface FixedFieldProps {
  readonly field: EntityProperty;
  readonly why: string | undefined;
  readonly stored: unknown;
  readonly options: OptionsBySet;
}

function FixedField({ field, why, stored, options }: FixedFieldProps) {
  const { slug } = field;
  const frame = { id: "", entityType: "", typePath: "", createdOn: "", updatedOn: "", version: 0 };
  const referred = useReferred([{ ...frame, [slug]: stored }], [field]);
  const text = showValue(field, stored, { options, referred });
  return (
    <Input.Wrapper label={field.label} description={why} labelElement="div">
      <Box fz="sm" pt={4} style={{ overflowWrap: "anywhere" }}>
        {text === "" ? "–" : text}
      </Box>
    </Input.Wrapper>
  );
}

/** The hint for a field. */
function describe(field: EntityProperty, options: OptionsBySet, isNew: boolean): string | undefined {
  const { slug, isBuiltIn, default: taken } = field;
  if (isBuiltIn && slug === "itemFamilyId") return "Leave empty for a style. For an option, select its style.";
  if (isBuiltIn && slug === "identifier") return "Must be unique. Default: generated from the name.";
  if (isBuiltIn && slug === "federatedId") return "The id of this entity in your own system.";
  if (isBuiltIn && slug === "hex") return "Six digits, such as 336699. Red, green and blue are derived from it.";
  if (isNew && taken !== undefined && taken !== null) {
    return `Default: ${showValue(field, taken, { options, referred: new Map() })}.`;
  }
  return boundsOf(field);
}

function boundsOf({ min, max, propertyType }: EntityProperty): string | undefined {
  const low = propertyType === "rating" ? (min ?? 0) : min;
  const high = propertyType === "rating" ? (max ?? 5) : max;
  if (low !== undefined && high !== undefined) return `From ${low} to ${high}.`;
  if (low !== undefined) return `At least ${low}.`;
  return high === undefined ? undefined : `At most ${high}.`;
}

/** The id of a field in the page. */
export function fieldId(slug: string): string {
  return `field-${slug}`;
}

import { Box, Input } from "@mantine/core";
import type { EntityKind } from "../entity-kind.ts";
import type { EntityProperty } from "../entity-property.ts";
import { showValue } from "../show-value.ts";
import type { OptionsBySet } from "../use-option-sets.ts";
import { useReferred } from "../use-referred.ts";
import { type Place, whyReadOnly } from "../why-read-only.ts";
import { FieldControl } from "./field-control.tsx";
import { fieldId } from "./field-id.ts";
import type { FieldValue } from "./field-value.ts";

interface FormFieldProps {
  readonly field: EntityProperty;
  readonly kind: EntityKind;
  readonly place: Place;
  readonly isNew: boolean;
  /** Its heading has already said why it cannot be set. */
  readonly isExplained: boolean;
  /** What the service has, for fields that nobody can set here. */
  readonly stored: unknown;
  readonly options: OptionsBySet;
  readonly value: FieldValue;
  readonly error: string | undefined;
  readonly onChange: (value: FieldValue) => void;
}

const wide: ReadonlySet<EntityProperty["propertyType"]> = new Set(["text", "json"]);

/** One field: a control by its kind, or what it holds and why nobody can change it. */
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

/** What whoever fills it in should know. */
function describe(field: EntityProperty, options: OptionsBySet, isNew: boolean): string | undefined {
  const { slug, isBuiltIn, default: taken } = field;
  if (isBuiltIn && slug === "itemFamilyId")
    return "Leave it empty for a family of its own; an option names its family.";
  if (isBuiltIn && slug === "identifier") return "Unique. Left empty, it is made from the name.";
  if (isBuiltIn && slug === "federatedId") return "The key that your own system has for it.";
  if (isBuiltIn && slug === "hex") return "Six digits, such as 336699. Red, green and blue follow.";
  if (isNew && taken !== undefined && taken !== null) {
    return `Left empty, it becomes ${showValue(field, taken, { options, referred: new Map() })}.`;
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

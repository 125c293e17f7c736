import { Box } from "@mantine/core";
import type { EntityProperty } from "../entity-property.ts";
import type { OptionsBySet } from "../entity-queries.ts";
import { showValue } from "../show-value.ts";
import { FieldControl } from "./field-control.tsx";
import type { FieldValue } from "./field-value.ts";

interface FormFieldProps {
  readonly field: EntityProperty;
  readonly options: OptionsBySet;
  readonly value: FieldValue;
  readonly error: string | undefined;
  readonly onChange: (value: FieldValue) => void;
}

const wide: ReadonlySet<EntityProperty["propertyType"]> = new Set(["text", "json"]);

/** One field of a new entity: a control by data type. */
export function FormField({ field, ...control }: FormFieldProps) {
  return (
    <Box id={fieldId(field.slug)} style={wide.has(field.propertyType) ? { gridColumn: "1 / -1" } : {}}>
      <FieldControl field={field} {...control} description={describe(field, control.options)} />
    </Box>
  );
}

/** The hint for a field. */
function describe(field: EntityProperty, options: OptionsBySet): string | undefined {
  const { slug, isBuiltIn, default: taken } = field;
  if (isBuiltIn && slug === "itemFamilyId") return "Leave empty for a style. For an option, select its style.";
  if (isBuiltIn && slug === "identifier") return "Must be unique. Default: generated from the name.";
  if (isBuiltIn && slug === "federatedId") return "The id of this entity in your own system.";
  if (isBuiltIn && slug === "hex") return "Six digits, such as 336699. Red, green and blue are derived from it.";
  if (taken !== undefined && taken !== null) {
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

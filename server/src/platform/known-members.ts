import { z } from "zod";

/** The names that an object may have at a location of a body, as far as its schema defines them. */
export function knownMembers(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  const place = path.reduce<z.core.$ZodType | undefined>(
    (within, step) => (within === undefined ? undefined : stepInto(unwrap(within), step)),
    schema,
  );
  const found = place === undefined ? undefined : unwrap(place);
  return found instanceof z.ZodObject ? Object.keys(found.shape) : [];
}

function stepInto(schema: z.core.$ZodType, step: PropertyKey): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodObject) {
    return schema.shape[String(step)];
  }
  return schema instanceof z.ZodArray ? schema.element : undefined;
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapper =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable;
  return isWrapper ? unwrap(schema.unwrap()) : schema;
}

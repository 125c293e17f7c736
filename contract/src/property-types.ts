import { z } from "zod";
import { jsonValueSchema, labelSchema } from "./fields.ts";

export const propertyTypes = [
  "string",
  "text",
  "number",
  "currency",
  "percent",
  "rating",
  "date",
  "datetime",
  "boolean",
  "choice",
  "multi_select",
  "url",
  "image",
  "image_list",
  "json",
  "object_reference",
  "object_ref_list",
  "size_range",
  "formula",
  "sequence",
  "user_list",
] as const;

export type PropertyType = (typeof propertyTypes)[number];

export const levels = ["family", "option", "all", "override"] as const;
export type Level = (typeof levels)[number];

/** A key of an entity. Dots and slashes would clash with paths in expressions and pointers. */
export const propertySlugSchema = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,127}$/, "A slug starts with a letter and has up to 128 letters, digits, _ and -.")
  .meta({ id: "PropertySlug", description: "The key of the property in an entity; case-sensitive." });

/** Settings of every property type. */
const commonShape = {
  slug: propertySlugSchema,
  label: labelSchema,
  propertyType: z.enum(propertyTypes),
  required: z.boolean().default(false),
  expected: z
    .boolean()
    .optional()
    .describe("A complete entity has a value, but it can be saved without one. Default: false."),
  unique: z
    .union([z.boolean(), z.literal("family")])
    .default(false)
    .describe("true: unique in the organization; family: unique in an item's family. Default: false."),
  searchable: z.boolean().default(false).describe("Indexed, and included in q."),
  disabled: z.boolean().default(false).describe("Hidden from forms. Loads can still write it, with a warning."),
  level: z
    .enum(levels)
    .default("all")
    .describe("For items and project items: stored on the family, on options, on each, or inherited with overrides."),
  default: jsonValueSchema.optional().describe("Used on create if the property is omitted."),
} as const;

/** Settings of some property types. Each type checks its required settings itself. */
const kindShape = {
  optionSetId: z.string().min(1).max(64).optional().describe("For choice and multi_select."),
  referenceType: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe("For object_reference and object_ref_list: an entity type."),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "Must be an ISO 4217 code such as EUR.")
    .optional()
    .describe("For currency: an ISO 4217 code."),
  min: z.number().optional().describe("For number, currency, percent and rating. Default for rating: 0."),
  max: z.number().optional().describe("For number, currency, percent and rating. Default for rating: 5."),
  templateProperty: propertySlugSchema
    .optional()
    .describe("For size_range: the property that names the size range template."),
  expression: z.string().min(1).max(4096).optional().describe("For formula."),
  resultKind: z
    .enum(["string", "number", "boolean", "date", "datetime"])
    .optional()
    .describe("For formula: the data type of its result."),
  prefix: z.string().max(20).optional().describe("For sequence: the prefix, such as STY- in STY-000123."),
  digits: z.int().min(1).max(12).optional().describe("For sequence: the number of digits, such as 6 in STY-000123."),
} as const;

export const propertySchema = z.strictObject({ ...commonShape, ...kindShape }).meta({ id: "Property" });

export type PropertyDefinition = z.output<typeof propertySchema>;

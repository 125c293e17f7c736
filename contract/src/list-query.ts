import { z } from "zod";
import { pageQueryShape } from "./fields.ts";
import type { ListNames } from "./operation.ts";

/** true or false in a query. */
export const flagSchema = z
  .enum(["true", "false"])
  .transform((text) => text === "true")
  .pipe(z.boolean());

/** Names separated by commas. */
export const namesSchema = z
  .string()
  .max(4000)
  .regex(/[^,\s]/, "Must contain at least one name.")
  .transform((text) =>
    text
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== ""),
  );

export const fieldsParameter = namesSchema
  .optional()
  .describe(
    "Fields to return, separated by commas; id is always included. Others are omitted, also those that are required otherwise.",
  );

export const relationsParameter = namesSchema
  .optional()
  .describe("References to expand, separated by commas: itemFamily, item, project, createdBy, …");

/** The parameters of every list. */
export const documentListQuery = z.strictObject({
  ...pageQueryShape,
  nextPageKey: z.string().min(1).max(8000).optional().describe("The nextPageKey of the previous page."),
  criteria: z
    .string()
    .optional()
    .describe('An object as jsurl or URL-encoded JSON: `~(color~\'red)` or `{"price":{"gt":10}}`.'),
  order: z.string().optional().describe("{orderField, order: asc|desc} as jsurl or URL-encoded JSON."),
  includeTotal: flagSchema.optional().describe("Includes the exact total."),
  fields: fieldsParameter,
});

export const entityListQuery = documentListQuery.extend({
  q: z
    .string()
    .max(1000)
    .optional()
    .describe("Words to search for in name, federatedId and searchable text properties."),
  relations: relationsParameter,
});

/** The names of a list whose documents have this shape. Unlisted fields are returned, but cannot be searched. */
export function namesOfShape({ shape }: z.ZodObject, unlisted: readonly string[] = []): ListNames {
  const fields = Object.keys(shape);
  const listed = fields.filter((field) => !unlisted.includes(field));
  const criteria = Object.fromEntries(listed.map((field) => [field, valuesOf(shape[field])]));
  return { criteria, order: listed, fields, hasAlternatives: true, example: exampleOf(criteria) };
}

function exampleOf(criteria: ListNames["criteria"]): ListNames["example"] {
  const fixed = Object.entries(criteria).flatMap(([field, values]) => values?.map((value) => [field, value]) ?? []);
  return Object.fromEntries(fixed.slice(0, 1));
}

/** The values of an enumeration; undefined for any other schema. */
function valuesOf(schema: z.core.$ZodType | undefined): readonly string[] | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return valuesOf(schema.unwrap());
  }
  if (schema instanceof z.ZodEnum) {
    return schema.options.map(String);
  }
  return schema instanceof z.ZodLiteral ? [...schema.values].map(String) : undefined;
}

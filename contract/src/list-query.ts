import { z } from "zod";
import { pageQueryShape } from "./fields.ts";
import type { ListNames } from "./operation.ts";

/** true or false in a query. */
export const flagSchema = z
  .enum(["true", "false"])
  .transform((text) => text === "true")
  .pipe(z.boolean());

/** Names, separated by commas. */
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

export const includeParameter = z
  .enum(["completeness"])
  .optional()
  .describe(
    "completeness adds two fields to each entity: completeness, the percentage of required and expected properties that have a value, and missing, the others. Properties that the credential may not read do not count.",
  );

/** The parameters of every list. */
export const documentListQuery = z.strictObject({
  ...pageQueryShape,
  nextPageKey: z.string().min(1).max(8000).optional().describe("The nextPageKey of the previous page."),
  criteria: z
    .string()
    .optional()
    .describe(
      'An object as jsurl or URL-encoded JSON: `~(color~\'red)` or `{"price":{"gt":10}}`. All criteria must match; the groups `and` and `or` are lists of criteria, up to 4 levels deep, with up to 100 criteria in total.',
    ),
  order: z
    .string()
    .optional()
    .describe(
      "{orderField, order: asc|desc}, or a list of up to 3 of them, as jsurl or URL-encoded JSON. Entities without a value come last, ties are ordered by id. Default: id, asc.",
    ),
  includeTotal: flagSchema.optional().describe("Includes the exact total."),
  fields: fieldsParameter,
});

export const entityListQuery = documentListQuery.extend({
  criteria: documentListQuery.shape.criteria.describe(
    `${documentListQuery.shape.criteria.description} A key such as \`item.category\` compares a field of the entity that a reference leads to.`,
  ),
  q: z
    .string()
    .max(1000)
    .optional()
    .describe(
      "Words or their beginnings, in any order. Found in name, federatedId, optionName, identifier and searchable properties, also by the labels of their options; for an option, also in its family. Case and accents are ignored.",
    ),
  relations: relationsParameter,
  include: includeParameter,
  nest: z
    .enum(["family"])
    .optional()
    .describe(
      "For items. family lists families, each with nested: its options (up to 100), optionCount, hiddenOptions and isMatch. A family is listed if it or one of its options matches. If options match, only those are nested, and hiddenOptions counts the others. order applies to families.",
    ),
});

/** The names of a list whose documents have this shape. Unlisted fields are returned, but cannot be searched. */
export function namesOfShape({ shape }: z.ZodObject, unlisted: readonly string[] = []): ListNames {
  const fields = Object.keys(shape);
  const listed = fields.filter((field) => !unlisted.includes(field));
  const criteria = Object.fromEntries(listed.map((field) => [field, valuesOf(shape[field])]));
  return { criteria, order: listed, fields, hasGroups: true, example: exampleOf(criteria) };
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

import { z } from "zod";
import { pageQueryShape } from "./fields.ts";

/** true or false in a query. */
export const flagSchema = z.enum(["true", "false"]).transform((text) => text === "true");

const namesSchema = z
  .string()
  .max(4000)
  .transform((text) => text.split(",").map((name) => name.trim()));

export const fieldsParameter = namesSchema
  .optional()
  .describe("Fields to return, separated by commas; id is always included.");

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
    .describe('An object as jsurl or URL-encoded JSON: ~(color~\'red) or {"price":{"gt":10}}.'),
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

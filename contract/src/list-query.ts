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
  .describe("Only these fields, separated by commas; id is always there.");

export const relationsParameter = namesSchema
  .optional()
  .describe("References to show as entities, separated by commas: itemFamily, item, project, createdBy, …");

/** The parameters of every list. */
export const documentListQuery = z.strictObject({
  ...pageQueryShape,
  nextPageKey: z.string().min(1).max(8000).optional().describe("As the page before has answered it."),
  criteria: z
    .string()
    .optional()
    .describe('An object in jsurl or URL-encoded JSON: ~(color~\'red) or {"price":{"gt":10}}.'),
  order: z.string().optional().describe("{orderField, order: asc|desc} in jsurl or URL-encoded JSON."),
  includeTotal: flagSchema.optional().describe("Adds total, exact."),
  fields: fieldsParameter,
});

export const entityListQuery = documentListQuery.extend({
  q: z.string().max(1000).optional().describe("Words in name, federatedId and searchable text properties."),
  relations: relationsParameter,
});

import { z } from "zod";
import { idSchema, jsonValueSchema } from "./fields.ts";

export const loadTypes = [
  "ITEM",
  "PROJECT_ITEM",
  "ASSORTMENT",
  "COLOR",
  "CUSTOM_ENTITY",
  "SIZE_RANGE_TEMPLATE",
] as const;
export type LoadType = (typeof loadTypes)[number];

/** Only ITEM can be combined with other types; in any order. */
export const loadTypeCombinations: readonly (readonly LoadType[])[] = [
  ["ITEM"],
  ["ITEM", "PROJECT_ITEM"],
  ["ITEM", "PROJECT_ITEM", "ASSORTMENT"],
  ["ITEM", "ASSORTMENT"],
  ["COLOR"],
  ["CUSTOM_ENTITY"],
  ["SIZE_RANGE_TEMPLATE"],
];

const columnsMax = 1_000;
const columnNameSchema = z.string().min(1).max(1_000);

const columnDefinitionSchema = z
  .strictObject({
    toProperty: columnNameSchema.describe("The column that is made, or overwritten if it exists."),
    fromProperty: columnNameSchema.optional().describe("Copies this column. Ignored when there are conditions."),
    conditions: z
      .array(z.strictObject({ conditional: z.string().min(1), value: jsonValueSchema }))
      .max(100)
      .optional()
      .describe("JavaScript expressions over the row, {column} for its values; the first that matches wins."),
    default: jsonValueSchema
      .optional()
      .describe("Used when no condition matches. With { in it, it is an expression or a text with columns in it."),
  })
  .meta({ id: "ColumnDefinition" });

const assortmentSplitSchema = z
  .strictObject({
    fieldToSplitOn: columnNameSchema.describe("The column whose value picks the assortment of a row."),
    values: z
      .array(
        z.strictObject({
          value: z.string(),
          assortmentId: idSchema.optional(),
          assortmentIdentifier: z.string().min(1).optional(),
        }),
      )
      .min(1)
      .max(1_000),
    partialAssortmentUpdate: z
      .boolean()
      .optional()
      .describe("True adds and drops the items named, instead of replacing the assortment."),
    addField: columnNameSchema.optional().describe("Partial updates: rows with true in this column are added."),
    dropField: columnNameSchema.optional().describe("Partial updates: rows with true in this column are dropped."),
  })
  .meta({ id: "AssortmentSplit" });

export const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export const delimiters = [",", ";", "\t", "|"] as const;

/** What a load is told to do. All optional here, because a part may come from an uploaded file. */
const configurationShape = {
  loadType: z.array(z.enum(loadTypes)).min(1).max(loadTypes.length).optional().describe("The entity types to create."),
  fileLocation: idSchema.optional().describe("The id of the uploaded CSV file."),
  federatedMappings: z
    .record(columnNameSchema, z.string())
    .optional()
    .describe("By target column: the CSV column to copy, or else the value for every row."),
  conditionalColumns: z.array(columnDefinitionSchema).max(columnsMax).optional(),
  propertiesToRemove: z.array(columnNameSchema).max(columnsMax).optional(),
  workspaceIdentifier: z.string().min(1).optional().describe("The identifier of the project that takes project items."),
  assortmentSplit: assortmentSplitSchema.optional(),
  partialAssortmentUpdate: z.boolean().optional().describe("As in assortmentSplit, which wins."),
  assortmentItemDropField: columnNameSchema.optional().describe("As dropField in assortmentSplit, which wins."),
  shouldSkipAssortmentPublish: z
    .boolean()
    .optional()
    .describe("Writes members directly: faster, without history, summary, composites and assortment|publish."),
  encoding: z.enum(encodings).optional().describe("Left out, it is found out."),
  delimiter: z.enum(delimiters).optional().describe("Left out, it is found out from the header."),
  onRowError: z
    .enum(["abort", "skip"])
    .optional()
    .describe("abort (default): a fault found before the first write means nothing is written. skip: good rows load."),
  strictColumns: z.boolean().optional().describe("True makes an unknown column in an expression an error."),
  maxRemovals: z.int().min(0).optional().describe("Refuses a load that would remove more members than this."),
} as const;

/** The object of a configuration file, YAML or JSON. */
export const loadConfigurationSchema = z.strictObject(configurationShape).meta({ id: "LoadConfiguration" });
export type LoadConfiguration = z.output<typeof loadConfigurationSchema>;

export const loadRequestShape = {
  ...configurationShape,
  loaderConfigurationId: idSchema
    .optional()
    .describe("The id of an uploaded YAML or JSON file with a configuration. What is given here wins over it."),
  dryRun: z.boolean().optional().describe("Everything but the writes, with a plan of them."),
  sampleRows: z.int().min(1).max(100).optional().describe("With dryRun: answers at once, with so many rows by step."),
  applyPlanOf: idSchema.optional().describe("A dry run whose plan is to be applied exactly."),
} as const;

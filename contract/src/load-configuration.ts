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
    toProperty: columnNameSchema.describe("The column to add or overwrite."),
    fromProperty: columnNameSchema.optional().describe("Copies this column. Ignored if there are conditions."),
    conditions: z
      .array(z.strictObject({ conditional: z.string().min(1), value: jsonValueSchema }).meta({ id: "ColumnCondition" }))
      .max(100)
      .optional()
      .describe("JavaScript expressions over the row; {column} reads a value. The first match wins."),
    default: jsonValueSchema
      .optional()
      .describe("Used if no condition matches. A value that contains { is an expression or a template with columns."),
  })
  .meta({ id: "ColumnDefinition" });

const assortmentSplitSchema = z
  .strictObject({
    fieldToSplitOn: columnNameSchema.describe("The column that selects the assortment of a row."),
    values: z
      .array(
        z
          .strictObject({
            value: z.string(),
            assortmentId: idSchema.optional(),
            assortmentIdentifier: z.string().min(1).optional(),
          })
          .meta({ id: "AssortmentSplitValue" }),
      )
      .min(1)
      .max(1_000),
    partialAssortmentUpdate: z
      .boolean()
      .optional()
      .describe("true adds and drops the listed items instead of replacing the assortment."),
    addField: columnNameSchema.optional().describe("Partial updates: rows with true in this column are added."),
    dropField: columnNameSchema.optional().describe("Partial updates: rows with true in this column are dropped."),
  })
  .meta({ id: "AssortmentSplit" });

export const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export const delimiters = [",", ";", "\t", "|"] as const;

/** How the file writes numbers. Each format is its own example. */
export const numberFormats = ["1,234.56", "1.234,56", "1 234,56", "1'234.56"] as const;
export type NumberFormat = (typeof numberFormats)[number];
const numberFormatSchema = z.enum(numberFormats).meta({
  id: "NumberFormat",
  "x-enum-varnames": ["CommaAndPoint", "PointAndComma", "SpaceAndComma", "ApostropheAndPoint"],
});

/** How the file writes dates. */
export const dateFormats = [
  "YYYY-MM-DD",
  "DD.MM.YYYY",
  "DD/MM/YYYY",
  "MM/DD/YYYY",
  "DD-MM-YYYY",
  "YYYY/MM/DD",
  "YYYYMMDD",
] as const;
export type DateFormat = (typeof dateFormats)[number];
// Generators make names of the values, in which only letters and digits remain: 2026-12-31 and 20261231 get one name.
const dateFormatSchema = z.enum(dateFormats).meta({
  id: "DateFormat",
  "x-enum-varnames": [
    "YearMonthDay",
    "DayMonthYearWithPoints",
    "DayMonthYearWithSlashes",
    "MonthDayYearWithSlashes",
    "DayMonthYear",
    "YearMonthDayWithSlashes",
    "YearMonthDayDigits",
  ],
});

/** The configuration of a load. All fields are optional, because some may come from an uploaded file. */
const configurationShape = {
  loadType: z.array(z.enum(loadTypes)).min(1).max(loadTypes.length).optional().describe("The entity types to load."),
  fileLocation: idSchema.optional().describe("The id of the uploaded CSV file."),
  federatedMappings: z
    .record(columnNameSchema, z.string())
    .optional()
    .describe(
      "By target column: the CSV column to copy, or a constant for every row. The load reports each constant in literalMappings; strictColumns refuses them.",
    ),
  conditionalColumns: z.array(columnDefinitionSchema).max(columnsMax).optional(),
  propertiesToRemove: z.array(columnNameSchema).max(columnsMax).optional(),
  workspaceIdentifier: z.string().min(1).optional().describe("The identifier of the project for project items."),
  assortmentSplit: assortmentSplitSchema.optional(),
  partialAssortmentUpdate: z.boolean().optional().describe("Same as in assortmentSplit, which takes precedence."),
  assortmentItemDropField: columnNameSchema
    .optional()
    .describe("Same as dropField in assortmentSplit, which takes precedence."),
  shouldSkipAssortmentPublish: z
    .boolean()
    .optional()
    .describe("Writes items directly: faster, but without history, summary, composites and assortment|publish."),
  encoding: z.enum(encodings).optional().describe("Default: detected."),
  // No enum: generators make names of its values, and reject a tab.
  delimiter: z
    .string()
    .regex(/^[,;\t|]$/, "Must be a comma, semicolon, tab or vertical bar.")
    .optional()
    .describe("A comma, semicolon, tab or vertical bar. Default: detected from the header."),
  numberFormat: numberFormatSchema
    .optional()
    .describe(
      "How cells of number, currency, percent and rating properties are written, shown by an example: 1.234,56 reads 1.234,50 and 1234,5. Default: 1234.56, and grouped forms that have only one meaning.",
    ),
  dateFormat: dateFormatSchema
    .optional()
    .describe(
      "How cells of date properties are written, and the date in cells of datetime properties, such as 31.12.2026 14:30Z. Default: YYYY-MM-DD.",
    ),
  onRowError: z
    .enum(["abort", "skip"])
    .optional()
    .describe(
      "abort (default): an error found before the first write stops the load, and nothing is written. skip: valid rows are loaded.",
    ),
  strictColumns: z
    .boolean()
    .optional()
    .describe(
      "true makes it an error if an expression, a template or federatedMappings names a column that does not exist.",
    ),
  maxRemovals: z
    .int()
    .min(0)
    .optional()
    .describe("Rejects a load that would remove more items than this from an assortment."),
} as const;

/** The object of a configuration file, YAML or JSON. */
export const loadConfigurationSchema = z.strictObject(configurationShape).meta({ id: "LoadConfiguration" });
export type LoadConfiguration = z.output<typeof loadConfigurationSchema>;

export const loadRequestShape = {
  ...configurationShape,
  loaderConfigurationId: idSchema
    .optional()
    .describe("The id of an uploaded YAML or JSON file with a configuration. Values given here take precedence."),
  dryRun: z.boolean().optional().describe("Does everything except the writes, and returns a plan."),
  sampleRows: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe("With dryRun: returns immediately, with this many rows per step."),
  applyPlanOf: idSchema.optional().describe("The dry run whose plan is applied exactly."),
} as const;

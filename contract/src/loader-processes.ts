import { z } from "zod";
import { dryRunParameter } from "./administered-operations.ts";
import { countedPageOf, idSchema, timeSchema } from "./fields.ts";
import { kindOperation } from "./kind-operations.ts";
import { documentListQuery, namesOfShape } from "./list-query.ts";
import { loadConfigurationSchema, loadRequestShape } from "./load-configuration.ts";
import { defineOperation, notModified } from "./operation.ts";
import { propertyTypes } from "./property-types.ts";

export const loadStatuses = ["pending", "running", "completed", "failed", "canceled"] as const;
export const failureAreas = ["NONE", "PARSING_CSV", "VALIDATING_DATA", "TRANSFORMING_DATA", "UPLOADING_DATA"] as const;
export const loadIssueTypes = [
  "CONFIG",
  "HEADER_MISMATCH",
  "MISSING_DATA",
  "INVALID_DATA",
  "VALIDATION_ERROR",
  "DUPLICATE_FEDERATED_ID",
  "SYSTEM_ERROR",
] as const;

const issueSchema = z
  .object({
    rowNumber: z.int().optional().describe("As in a spreadsheet: the header is row 1."),
    columnName: z.string().optional(),
    issueType: z.enum(loadIssueTypes),
    severity: z.enum(["error", "warning"]),
    message: z.string(),
    suggestion: z.string().optional(),
    data: z.string().optional().describe("The value of the cell."),
  })
  .meta({ id: "LoadIssue" });

export const countsSchema = z
  .object({
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    deleted: z.int(),
    failed: z.int(),
  })
  .meta({ id: "LoadCounts" });

const progressSchema = z
  .object({
    phase: z.string().describe("waiting, checking, writing, publishing, or done."),
    rowsTotal: z.int(),
    rowsDone: z.int(),
    rowsPerSecond: z.int(),
    percent: z.int(),
    etaSeconds: z.int(),
  })
  .meta({ id: "LoadProgress" });

const sampleSchema = z
  .object({
    preprocessingStepName: z.string(),
    columns: z.array(z.string()),
    rows: z.array(z.object({ rowNumber: z.int(), values: z.array(z.unknown()) }).meta({ id: "LoadSampleRow" })),
  })
  .meta({ id: "LoadSample" });

const undoSchema = z
  .object({
    status: z.enum(["pending", "running", "completed", "failed"]),
    reverted: z.int(),
    notReverted: z.int(),
    reasons: z
      .array(z.object({ entityReference: z.string(), message: z.string() }).meta({ id: "LoadUndoReason" }))
      .describe("The first 1,000."),
  })
  .meta({ id: "LoadUndo" });

const summaryShape = {
  ...loadConfigurationSchema.shape,
  ...loadRequestShape,
  id: idSchema,
  entityType: z.literal("loader-process"),
  typePath: z.literal("loader-process"),
  version: z.int(),
  createdOn: timeSchema,
  updatedOn: timeSchema,
  createdById: z.string().optional(),
  startedOn: timeSchema.optional(),
  endedOn: timeSchema.optional(),
  status: z.enum(loadStatuses),
  failureArea: z.enum(failureAreas),
  subtext: z.string().describe("A short progress message."),
  progress: progressSchema,
  counts: z.record(z.string(), countsSchema).describe("By entity type."),
  warnings: z.int(),
  errors: z.int(),
  issuesFileId: idSchema.optional().describe("A CSV of the rows with issues: all their columns, and the issues."),
  resultFileId: idSchema.optional().describe("A CSV with the result and the entities of each row."),
  planFileId: idSchema.optional().describe("After a dry run: one line of JSON per entity that would change."),
  changeSetId: z.string().describe("Shared by all changes of the load."),
  undo: undoSchema.optional(),
} as const;

const loadSummarySchema = z.object(summaryShape).meta({ id: "LoaderProcessSummary" });

const loadSchema = z
  .object({
    ...summaryShape,
    issues: z.array(issueSchema).describe("The first 1,000. The issues file has all of them."),
    preprocessingStepResults: z.array(
      z
        .object({
          preprocessingStepName: z.string(),
          numberOfErrors: z.int(),
          numberOfWarnings: z.int(),
          fileId: idSchema.optional().describe("A CSV with the first rows after this step."),
        })
        .meta({ id: "PreprocessingStepResult" }),
    ),
    literalMappings: z
      .array(
        z
          .object({
            target: z.string().describe("The column that federatedMappings adds."),
            text: z.string().describe("The text of every row."),
            isKey: z.boolean().describe("Whether the target identifies or names the entity of a row."),
            closestColumn: z.string().optional().describe("The column of the file that may be meant."),
          })
          .meta({ id: "LoadLiteralMapping" }),
      )
      .optional()
      .describe("The entries of federatedMappings whose source is not a column: every row gets the text."),
    undescribedColumns: z
      .array(
        z
          .object({
            columnName: z.string(),
            typePath: z.string().describe("The common type of all rows with the column."),
            slug: z.string().describe("The column name, or a valid slug derived from it."),
            guessedKind: z.enum(propertyTypes),
            examples: z.array(z.string()),
          })
          .meta({ id: "UndescribedColumn" }),
      )
      .optional()
      .describe(
        "Columns that were stored without a definition. POST /entity-types/{typePath}/describe defines properties for them.",
      ),
    expressionReadings: z
      .array(
        z
          .object({
            toProperty: z.string(),
            place: z.string(),
            source: z.unknown(),
            reading: z.enum(["literal", "template", "expression"]),
          })
          .meta({ id: "ExpressionReading" }),
      )
      .optional()
      .describe("After a dry run: how each value of conditionalColumns was interpreted."),
    samples: z.array(sampleSchema).optional().describe("With sampleRows: the first rows after each step."),
  })
  .meta({ id: "LoaderProcess" });

const kind = kindOperation({ name: "loader-process", plural: "loader-processes" });
const one = {
  ...kind,
  path: "/loader-processes/{id}",
  params: z.strictObject({ id: idSchema }),
} as const;

export const waitSecondsSchema = z
  .string()
  .regex(/^\d{1,2}$/, "Must be a whole number of seconds from 0 to 30.")
  .transform(Number)
  .pipe(z.int().min(0).max(30));

export const loadOperations = {
  list: defineOperation({
    ...kind,
    id: "list-loader-processes",
    method: "GET",
    path: "/loader-processes",
    summary: "List loads",
    description: "Returns a page of loads without their issues and samples, oldest first unless ordered otherwise.",
    query: documentListQuery,
    names: namesOfShape(loadSummarySchema),
    answers: {
      200: {
        description: "A page, oldest first unless ordered otherwise, without issues and samples.",
        body: countedPageOf(loadSummarySchema),
      },
    },
    errors: ["not-found", "invalid-query-object"],
  }),
  get: defineOperation({
    ...one,
    id: "get-loader-process",
    method: "GET",
    summary: "Read a load with its progress, counts and issues",
    description:
      "Returns the status, the counts and the first 1,000 issues of a load. wait holds the response until the load ends.",
    query: z.strictObject({
      wait: waitSecondsSchema.optional().describe("Seconds to wait for it to end (max 30)."),
    }),
    requestHeaders: ["If-None-Match"],
    answers: { 200: { headers: ["ETag"], description: "Found.", body: loadSchema }, 304: notModified },
    errors: ["not-found"],
  }),
  create: defineOperation({
    ...kind,
    id: "create-loader-process",
    method: "POST",
    path: "/loader-processes",
    summary: "Start a load of an uploaded CSV file",
    description:
      "Queues a load of a file that was uploaded with POST /files. The request is the configuration of the load; it may also name a configuration file. A dry run checks the file and returns a plan without writing.",
    requestHeaders: ["Idempotency-Key"],
    body: z.strictObject(loadRequestShape).meta({ id: "LoaderProcessCreate" }),
    answers: {
      201: { headers: ["ETag", "Location"], description: "Queued, or completed with sampleRows.", body: loadSchema },
    },
    errors: ["forbidden", "not-found", "conflict", "idempotency-key-reused"],
  }),
  remove: defineOperation({
    ...one,
    id: "delete-loader-process",
    method: "DELETE",
    summary: "Delete an ended load; its data is kept and can no longer be undone",
    description: "Removes the record of an ended load with its files. Entities that it wrote stay as they are.",
    query: z.strictObject({ dryRun: dryRunParameter }),
    answers: { 204: { description: "Deleted." } },
    errors: ["forbidden", "not-found", "conflict"],
  }),
  cancel: defineOperation({
    ...one,
    id: "cancel-loader-process",
    method: "POST",
    path: "/loader-processes/{id}/cancel",
    summary: "Cancel a load after the current batch",
    description: "Ends a queued or running load. Batches that were already written stay; undo the load to revert them.",
    answers: {
      200: {
        headers: ["ETag"],
        description: "The load will stop, or was canceled before it started.",
        body: loadSchema,
      },
    },
    errors: ["forbidden", "not-found", "conflict"],
  }),
  undo: defineOperation({
    ...one,
    id: "undo-loader-process",
    method: "POST",
    path: "/loader-processes/{id}/undo",
    summary: "Undo a load, except entities changed since",
    description:
      "Reverts the changes of an ended load in the background. Entities that were changed after the load are kept and reported with a reason.",
    answers: { 200: { headers: ["ETag"], description: "Started; undo shows its progress.", body: loadSchema } },
    errors: ["forbidden", "not-found", "conflict"],
  }),
};

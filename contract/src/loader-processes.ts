import { z } from "zod";
import { dryRunParameter } from "./administered-operations.ts";
import { idSchema, pageOf, timeSchema } from "./fields.ts";
import { kindOperation } from "./kind-operations.ts";
import { documentListQuery } from "./list-query.ts";
import { loadConfigurationSchema, loadRequestShape } from "./load-configuration.ts";
import { defineOperation } from "./operation.ts";
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
    rowNumber: z.int().optional().describe("As a spreadsheet shows it: the header is row 1."),
    columnName: z.string().optional(),
    issueType: z.enum(loadIssueTypes),
    severity: z.enum(["error", "warning"]),
    message: z.string(),
    suggestion: z.string().optional(),
    data: z.string().optional().describe("The cell that it is about."),
  })
  .meta({ id: "LoadIssue" });

const countsSchema = z
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
    rows: z.array(z.object({ rowNumber: z.int(), values: z.array(z.unknown()) })),
  })
  .meta({ id: "LoadSample" });

const undoSchema = z
  .object({
    status: z.enum(["pending", "running", "completed", "failed"]),
    reverted: z.int(),
    notReverted: z.int(),
    reasons: z.array(z.object({ entityReference: z.string(), message: z.string() })).describe("The first 1,000."),
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
  subtext: z.string().describe("The progress in a few words."),
  progress: progressSchema,
  counts: z.record(z.string(), countsSchema).describe("By entityType."),
  warnings: z.int(),
  errors: z.int(),
  issuesFileId: idSchema.optional().describe("A CSV of the rows with issues: all their columns, and what is wrong."),
  resultFileId: idSchema.optional().describe("A CSV: what became of each row, and of which entities."),
  planFileId: idSchema.optional().describe("After a dry run: one line of JSON for each entity that would be changed."),
  changeSetId: z.string().describe("All changes of the load carry it."),
  undo: undoSchema.optional(),
} as const;

const loadSummarySchema = z.object(summaryShape).meta({ id: "LoaderProcessSummary" });

const loadSchema = z
  .object({
    ...summaryShape,
    issues: z.array(issueSchema).describe("The first 1,000; the issues file has all."),
    preprocessingStepResults: z.array(
      z.object({
        preprocessingStepName: z.string(),
        numberOfErrors: z.int(),
        numberOfWarnings: z.int(),
        fileId: idSchema.optional().describe("A CSV with the first rows after this step."),
      }),
    ),
    undescribedColumns: z
      .array(
        z.object({
          columnName: z.string(),
          typePath: z.string().describe("The type that all rows with the column are at or below."),
          slug: z.string().describe("The column's name, or one that can be a slug."),
          guessedKind: z.enum(propertyTypes),
          examples: z.array(z.string()),
        }),
      )
      .optional()
      .describe("Columns that were stored as text; POST /entity-types/{typePath}/describe makes properties of them."),
    expressionReadings: z
      .array(
        z.object({
          toProperty: z.string(),
          place: z.string(),
          source: z.unknown(),
          reading: z.enum(["literal", "template", "expression"]),
        }),
      )
      .optional()
      .describe("After a dry run: how each value of conditionalColumns was read."),
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
  .regex(/^\d{1,2}$/, "Whole seconds from 0 to 30.")
  .transform(Number)
  .pipe(z.int().min(0).max(30));

export const loadOperations = {
  list: defineOperation({
    ...kind,
    id: "list-loader-processes",
    method: "GET",
    path: "/loader-processes",
    summary: "List loads",
    query: documentListQuery,
    answers: {
      200: {
        description: "A page, oldest first unless ordered otherwise, without issues and samples.",
        body: pageOf(loadSummarySchema).extend({ total: z.int().optional() }),
      },
    },
    errors: ["not-found", "invalid-query-object"],
  }),
  get: defineOperation({
    ...one,
    id: "get-loader-process",
    method: "GET",
    summary: "Read a load: its progress, counts and issues",
    query: z.strictObject({
      wait: waitSecondsSchema.optional().describe("Seconds to wait for it to end, at most 30."),
    }),
    requestHeaders: ["If-None-Match"],
    answers: { 200: { description: "Found.", body: loadSchema }, 304: { description: "As If-None-Match says." } },
    errors: ["not-found"],
  }),
  create: defineOperation({
    ...kind,
    id: "create-loader-process",
    method: "POST",
    path: "/loader-processes",
    summary: "Start a load of an uploaded CSV file",
    requestHeaders: ["Idempotency-Key"],
    body: z.strictObject(loadRequestShape).meta({ id: "LoaderProcessCreate" }),
    answers: { 201: { description: "Queued, or answered at once with sampleRows.", body: loadSchema } },
    errors: ["forbidden", "not-found", "conflict", "idempotency-key-reused"],
  }),
  remove: defineOperation({
    ...one,
    id: "delete-loader-process",
    method: "DELETE",
    summary: "Forget a load that has ended; what it has written stays, and can no longer be undone",
    query: z.strictObject({ dryRun: dryRunParameter }),
    answers: { 204: { description: "Forgotten." } },
    errors: ["forbidden", "not-found", "conflict"],
  }),
  cancel: defineOperation({
    ...one,
    id: "cancel-loader-process",
    method: "POST",
    path: "/loader-processes/{id}/cancel",
    summary: "End a load after the batch under way",
    answers: { 200: { description: "It will end, or has not begun and has ended.", body: loadSchema } },
    errors: ["forbidden", "not-found", "conflict"],
  }),
  undo: defineOperation({
    ...one,
    id: "undo-loader-process",
    method: "POST",
    path: "/loader-processes/{id}/undo",
    summary: "Take back what a load has changed, where nobody has changed it since",
    answers: { 200: { description: "Begun; undo tells how far it is.", body: loadSchema } },
    errors: ["forbidden", "not-found", "conflict"],
  }),
};

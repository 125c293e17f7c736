import { z } from "zod";
import { timeSchema } from "./fields.ts";
import { defineOperation } from "./operation.ts";

const daysMax = 36_500;

/** Minimum and default days of the data whose retention an organization sets by dataRetention. null: kept. */
export const dataRetentionLimits = {
  runs: { minDays: 1, defaultDays: 90 },
  deliveries: { minDays: 1, defaultDays: 30 },
  loads: { minDays: 1, defaultDays: null },
  // A file is uploaded before anything refers to it.
  unusedFiles: { minDays: 7, defaultDays: null },
} as const satisfies Record<string, { minDays: number; defaultDays: number | null }>;

export type RetainedData = keyof typeof dataRetentionLimits;

function daysOf({ minDays }: { readonly minDays: number }) {
  return z.int().min(minDays).max(daysMax);
}

const { runs, deliveries, loads, unusedFiles } = dataRetentionLimits;

export const dataRetentionSchema = z
  .strictObject({
    runs: daysOf(runs).optional().describe("After the run has ended. Default: 90."),
    deliveries: daysOf(deliveries)
      .optional()
      .describe(
        "After a webhook delivery succeeded or was canceled. Parked ones are kept for 90 days, or longer if this is longer. Default: 30.",
      ),
    loads: daysOf(loads).optional().describe("After the load has ended. Default: kept."),
    unusedFiles: daysOf(unusedFiles)
      .optional()
      .describe("After the upload of a file that no entity, load or open task uses. At least 7. Default: kept."),
  })
  .meta({ id: "DataRetention" });

export const dataRetentionUpdateSchema = z
  .strictObject({
    runs: daysOf(runs).nullable().optional(),
    deliveries: daysOf(deliveries).nullable().optional(),
    loads: daysOf(loads).nullable().optional(),
    unusedFiles: daysOf(unusedFiles).nullable().optional(),
  })
  .meta({ id: "DataRetentionUpdate" });

export const retainedKinds = ["change-history", "audit-log", "runs", "deliveries", "loads", "unused-files"] as const;
export type RetainedKind = (typeof retainedKinds)[number];

const retentionRowSchema = z
  .object({
    data: z.enum(retainedKinds),
    entityType: z.string().optional().describe("Of change records with their own retention. Absent: all other types."),
    days: z.int().nullable().describe("null: kept indefinitely."),
    isDefault: z.boolean(),
    minDays: z.int().describe("The minimum that the organization can set."),
    setting: z.string().describe("The field of the organization that sets it."),
    expiresBefore: timeSchema.nullable().describe("What is older is deleted by the next run."),
    nextRunOn: timeSchema.nullable().describe("The next run of the job that deletes it. null: not scheduled yet."),
  })
  .meta({ id: "RetentionRow" });

export const getRetention = defineOperation({
  id: "get-retention",
  method: "GET",
  path: "/retention",
  summary: "Show how long data is kept, and when it is deleted next",
  description:
    "Returns a row for each kind of data. Administrators change the days with PUT /org. Runs and loads in progress and deliveries that wait are never deleted.",
  tag: "access",
  access: "any",
  answers: {
    200: {
      description: "All kinds of data.",
      body: z.object({ results: z.array(retentionRowSchema) }).meta({ id: "Retention" }),
    },
  },
  errors: ["not-found"],
});

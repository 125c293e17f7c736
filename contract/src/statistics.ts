import { z } from "zod";
import { timeSchema } from "./fields.ts";
import { defineOperation } from "./operation.ts";

export const statisticsIntervals = ["hour", "day", "week", "month"] as const;
export type StatisticsInterval = (typeof statisticsIntervals)[number];

const momentSchema = z.union(
  [z.iso.date(), z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })],
  "A date such as 2026-03-01, or a time such as 2026-03-01T08:30:00Z (a + in an offset is %2B in an address).",
);

const querySchema = z.strictObject({
  from: momentSchema
    .optional()
    .describe("Where it begins: a time, or a date, which is its midnight in the time zone. Left out: 30 days."),
  to: momentSchema.optional().describe("Where it ends, itself not included. Left out: now."),
  by: z
    .enum(statisticsIntervals)
    .optional()
    .describe(
      "How long one point is. Left out: hour up to two days, day up to a hundred, week up to two years, or month.",
    ),
  timeZone: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe("An IANA time zone, in which days, weeks (from Monday) and months begin. Left out: the organization's."),
});

const seriesSchema = z
  .object({
    key: z.string(),
    label: z.string(),
    unit: z.string().describe("What the values count or measure, such as changes, loads, calls, ms or rows/s."),
    points: z.array(
      z.object({
        at: timeSchema.describe("Where the point begins; the first one may begin before from."),
        value: z.number().nullable().describe("null for a measure of something that has not happened."),
      }),
    ),
  })
  .meta({ id: "StatisticsSeries" });

const chartSchema = z
  .object({
    from: timeSchema.describe("The range that was counted: from and to are widened to quarters of an hour."),
    to: timeSchema,
    by: z.enum(statisticsIntervals),
    timeZone: z.string(),
    series: z.array(seriesSchema),
    totals: z.record(z.string(), z.number()),
  })
  .meta({
    id: "Statistics",
    description: "Series for charts, with a point for every interval; of consumers only one, of now.",
  });

export type Statistics = z.infer<typeof chartSchema>;

const statistics = { method: "GET", tag: "statistics", access: "any", query: querySchema } as const;

function answered(description: string) {
  return { 200: { description, body: chartSchema } } as const;
}

/** What has happened over time, as far as the credential may read it. */
export const statisticsOperations = {
  changes: defineOperation({
    ...statistics,
    id: "get-statistics-changes",
    path: "/statistics/changes",
    summary: "Changes over time, by entity type",
    answers: answered(
      "A series for each entity type with changes that the credential may read; totals by type and by action.",
    ),
    errors: ["not-found"],
  }),
  loads: defineOperation({
    ...statistics,
    id: "get-statistics-loads",
    path: "/statistics/loads",
    summary: "Loads that have ended, and how much they have written",
    answers: answered("Loads by how and when they ended, their rows and their speed; totals also of those under way."),
    errors: ["not-found"],
  }),
  processes: defineOperation({
    ...statistics,
    id: "get-statistics-processes",
    path: "/statistics/processes",
    summary: "Workflow processes over time",
    answers: answered("Processes that began and that ended, by how; totals also of those that wait or run now."),
    errors: ["not-found"],
  }),
  webhooks: defineOperation({
    ...statistics,
    id: "get-statistics-webhooks",
    path: "/statistics/webhooks",
    summary: "Calls to webhooks over time, and how long they took",
    answers: answered("Calls that delivered or failed, deliveries that were parked, and the time of calls."),
    errors: ["not-found"],
  }),
  rate: defineOperation({
    ...statistics,
    id: "get-statistics-rate",
    path: "/statistics/rate",
    summary: "Calls over time, by credential",
    answers: answered(
      "Calls and, of them, those refused for the rate limit; for administrators of the 20 busiest credentials and of all others together, for anybody else of the credential itself. Nodes add to it every 10 seconds; it is kept for 90 days.",
    ),
    errors: [],
  }),
  consumers: defineOperation({
    ...statistics,
    id: "get-statistics-consumers",
    path: "/statistics/consumers",
    summary: "How far the consumers of the change history lie behind now",
    answers: answered("One point for each consumer, of this moment: only the present is known."),
    errors: ["not-found"],
  }),
};

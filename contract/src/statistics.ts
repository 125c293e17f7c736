import { z } from "zod";
import { timeSchema } from "./fields.ts";
import { defineOperation } from "./operation.ts";

export const statisticsIntervals = ["hour", "day", "week", "month"] as const;
export type StatisticsInterval = (typeof statisticsIntervals)[number];

const momentForms = z.union([
  z.iso.date(),
  z.iso.datetime({ offset: true }),
  z.iso.datetime({ offset: true, precision: -1 }),
]);
// One text to callers: generators would make a type of each form.
const momentSchema = z
  .string()
  .refine(
    (text) => momentForms.safeParse(text).success,
    "Must be a date such as 2026-03-01, or a time such as 2026-03-01T08:30:00Z (encode + in an offset as %2B).",
  );

const querySchema = z.strictObject({
  from: momentSchema
    .optional()
    .describe(
      "Start of the range: a time, or a date, which is its midnight in the time zone. Default: 30 days before the end.",
    ),
  to: momentSchema.optional().describe("End of the range, exclusive. Default: now."),
  by: z
    .enum(statisticsIntervals)
    .optional()
    .describe(
      "The length of an interval. Default: hour up to two days, day up to a hundred, week up to two years, otherwise month.",
    ),
  timeZone: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe(
      "An IANA time zone that defines the start of days, weeks (Monday) and months. Default: the organization's.",
    ),
});

const seriesSchema = z
  .object({
    key: z.string(),
    label: z.string(),
    unit: z.string().describe("The unit of the values, such as changes, loads, calls, ms or rows/s."),
    points: z.array(
      z
        .object({
          at: timeSchema.describe("Start of the interval; the first one may start before from."),
          value: z.number().nullable().describe("null if there is nothing to measure."),
        })
        .meta({ id: "StatisticsPoint" }),
    ),
  })
  .meta({ id: "StatisticsSeries" });

const chartSchema = z
  .object({
    from: timeSchema.describe("The actual range: from and to are widened to quarter hours."),
    to: timeSchema,
    by: z.enum(statisticsIntervals),
    timeZone: z.string(),
    series: z.array(seriesSchema),
    totals: z.record(z.string(), z.number()),
  })
  .meta({
    id: "Statistics",
    description: "Series for charts, with a point for every interval; for consumers one point, for now.",
  });

export type Statistics = z.infer<typeof chartSchema>;

const statistics = { method: "GET", tag: "statistics", access: "any", query: querySchema } as const;

function answered(description: string) {
  return { 200: { description, body: chartSchema } } as const;
}

/** Activity over time, limited to what the credential may read. */
export const statisticsOperations = {
  changes: defineOperation({
    ...statistics,
    id: "get-statistics-changes",
    path: "/statistics/changes",
    summary: "Get changes over time, by entity type",
    description: "Returns the number of change records per interval, with one series per entity type.",
    answers: answered(
      "A series for each entity type with changes that the credential may read; totals by type and by action.",
    ),
    errors: ["not-found"],
  }),
  loads: defineOperation({
    ...statistics,
    id: "get-statistics-loads",
    path: "/statistics/loads",
    summary: "Get ended loads over time",
    description: "Returns the number of ended loads per interval, by status, and the rows per second.",
    answers: answered("Ended loads by status and time, their rows and their speed; totals also count active loads."),
    errors: ["not-found"],
  }),
  processes: defineOperation({
    ...statistics,
    id: "get-statistics-processes",
    path: "/statistics/processes",
    summary: "Get workflow processes over time",
    description: "Returns the number of processes per interval, by status.",
    answers: answered("Started and ended processes, by status; totals also count processes that wait or run now."),
    errors: ["not-found"],
  }),
  webhooks: defineOperation({
    ...statistics,
    id: "get-statistics-webhooks",
    path: "/statistics/webhooks",
    summary: "Get webhook requests over time, with their durations",
    description: "Returns the number of webhook requests per interval, by result, and percentiles of their durations.",
    answers: answered("Delivered and failed requests, parked deliveries, and request durations."),
    errors: ["not-found"],
  }),
  rate: defineOperation({
    ...statistics,
    id: "get-statistics-rate",
    path: "/statistics/rate",
    summary: "Get API requests over time, by credential",
    description: "Returns the number of API requests per interval, by credential, and those over the rate limit.",
    answers: answered(
      "Requests and, of these, rate-limited requests. Administrators get the 20 busiest credentials and a total of all others; other callers get their own credential. Updated every 10 seconds; kept for 90 days.",
    ),
    errors: [],
  }),
  consumers: defineOperation({
    ...statistics,
    id: "get-statistics-consumers",
    path: "/statistics/consumers",
    summary: "Get the current lag of change history consumers",
    description: "Returns the number of change records that each consumer has not read yet.",
    answers: answered("One point per consumer, for now; there is no history."),
    errors: ["not-found"],
  }),
};

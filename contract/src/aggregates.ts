import { z } from "zod";
import { kindOperation } from "./kind-operations.ts";
import { entityListQuery, namesSchema } from "./list-query.ts";
import { defineOperation } from "./operation.ts";

/** Maximum numbers of groupings and metrics of one request. */
export const groupingsMax = 2;
export const metricsMax = 10;

/** The parts of a date by which entities can be grouped. */
export const dateParts = ["year", "quarter", "month", "day"] as const;
export type DatePart = (typeof dateParts)[number];

/** The functions of metrics; count also works without a field. */
export const metricFunctions = ["count", "sum", "avg", "min", "max"] as const;
export type MetricFunction = (typeof metricFunctions)[number];

const { criteria, q, limit } = entityListQuery.shape;

const aggregateQuery = z.strictObject({
  groupBy: namesSchema
    .optional()
    .describe(
      "Up to two fields, separated by commas: `season`, `price:50` (bands of 50), `launchDate:month` (year, quarter, month or day, in UTC). Default: one group with all entities.",
    ),
  metrics: namesSchema
    .optional()
    .describe(
      "Up to ten metrics, separated by commas: `sum:price`, `avg:price`, `min:price`, `max:price`, `count:price` (entities with a value). The number of entities is always included.",
    ),
  criteria,
  q,
  order: z
    .string()
    .optional()
    .describe(
      "{orderField, order: asc|desc} as jsurl or URL-encoded JSON. orderField is count, one of groupBy or one of metrics. Default: count, desc.",
    ),
  limit: limit.describe("The maximum number of groups."),
});

const groupValueSchema = z
  .object({
    value: z
      .union([z.string(), z.number(), z.boolean(), z.null()])
      .describe("null for entities without a value. Of a number band, its lower end."),
    to: z.number().optional().describe("Of a number band: its upper end, which belongs to the next band."),
    label: z
      .string()
      .optional()
      .describe("The label of an option or type, or the name of a referenced entity that the credential may read."),
  })
  .meta({ id: "GroupValue" });

const groupSchema = z
  .object({
    group: z.record(z.string(), groupValueSchema).describe("The value of each field of groupBy, by its name."),
    count: z.int().describe("The number of entities."),
    metrics: z
      .record(z.string(), z.union([z.string(), z.number(), z.null()]))
      .describe("The value of each metric, by its name such as sum:price; null if no entity has a value."),
  })
  .meta({ id: "EntityGroup" });

const aggregateSchema = z
  .object({
    results: z.array(groupSchema),
    totalGroups: z
      .int()
      .describe("The number of all groups. If it is larger than the number of results, limit cut them."),
  })
  .meta({ id: "EntityGroups" });

interface KindLabels {
  readonly name: string;
  readonly plural: string;
  readonly label: string;
}

export function aggregateOperation(kind: KindLabels) {
  const { plural, label } = kind;
  return defineOperation({
    ...kindOperation(kind),
    id: `aggregate-${plural}`,
    method: "GET",
    path: `/${plural}/aggregate`,
    summary: `Count and sum ${label}s by group`.replace(/ys by/, "ies by"),
    description:
      "Groups the entities that a list with the same criteria and q contains, and returns the number of entities and the metrics of each group, the largest group first. A field that the credential may not read on an entity counts as absent there.",
    query: aggregateQuery,
    names: "of-type",
    answers: { 200: { description: "The groups.", body: aggregateSchema } },
    errors: ["invalid-query-object"],
  });
}

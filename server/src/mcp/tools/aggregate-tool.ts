import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { operationsOf, productKindSchema } from "../kinds.ts";

const description = `Counts entities of one kind by up to two fields, with sums, averages, minimums and maximums.
groupBy: "season", "price:50" (bands of 50), "launchDate:month" (year, quarter, month, day). metrics: "sum:price", "avg:price", "min:price", "max:price", "count:price" (entities with a value). criteria and q as in find.
Prefer it to find for questions such as how many and how much.`;

export const aggregateTool = defineTool({
  name: "aggregate",
  title: "Count and sum entities",
  description,
  isReadOnly: true,
  input: z.strictObject({
    kind: productKindSchema,
    typePath: z.string().optional().describe("Only this type and all types below it, such as item:product."),
    criteria: z.record(z.string(), z.unknown()).optional(),
    q: z.string().optional(),
    groupBy: z.array(z.string()).optional().describe("Default: one group with all entities."),
    metrics: z.array(z.string()).optional().describe("In addition to the number of entities."),
    order: z
      .strictObject({ orderField: z.string(), order: z.enum(["asc", "desc"]).optional() })
      .optional()
      .describe("By count, a field of groupBy or a metric. Default: the largest group first."),
    limit: z.int().min(1).max(200).default(50),
  }),
  async run({ kind, typePath, criteria, groupBy, metrics, ...query }, context) {
    const wanted = typePath === undefined ? criteria : { ...criteria, typePath };
    return context.call(operationsOf(kind).aggregate, {
      query: { ...query, criteria: wanted, groupBy: groupBy?.join(","), metrics: metrics?.join(",") },
    });
  },
});

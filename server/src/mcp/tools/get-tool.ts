import { listChanges } from "@weft/contract";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { getOperation, operationsOf, productKindSchema, readableKindSchema, withoutLink } from "../kinds.ts";
import { presentChange } from "../present-change.ts";
import { cut } from "../result-size.ts";
import { type ToolContext, ToolError } from "../tool-context.ts";

const historyMax = 50;

const inputSchema = z.strictObject({
  kind: readableKindSchema,
  id: z.string().optional(),
  federatedId: z.string().optional().describe("The external ID, instead of id. Product data only."),
  relations: z
    .array(z.string())
    .optional()
    .describe("References to expand: itemFamily, item, project, …; tasks for an event-workflow-process."),
  fields: z.array(z.string()).optional().describe("Only these fields, and id. Their texts are not cut."),
  asOf: z.string().optional().describe("A time or a cursor: returns the state at that point. Only with id."),
  history: z.int().min(1).max(historyMax).optional().describe("Also returns this many of its latest changes."),
});

type Input = z.output<typeof inputSchema>;

export const getTool = defineTool({
  name: "get",
  title: "Read one entity",
  description:
    "Reads one entity by its id or its federatedId, optionally with its references, its state at a given time, or its latest changes. Use find to get ids.",
  isReadOnly: true,
  input: inputSchema,
  async run(input, context) {
    const entity = await read(input, context);
    const limits = input.fields === undefined ? { textMax: 1_000, listMax: 100 } : { textMax: 50_000, listMax: 1_000 };
    return {
      entity: cut(withoutLink(input.kind, entity), limits),
      ...(input.history === undefined ? {} : { history: await readHistory(input, entity.id, context) }),
    };
  },
});

const entitySchema = z.looseObject({ id: z.string() });

async function read({ kind, id, federatedId, relations, fields, asOf }: Input, context: ToolContext) {
  const query = { relations: relations?.join(","), fields: fields?.join(",") };
  if (id !== undefined && federatedId === undefined) {
    return entitySchema.parse(await context.call(getOperation(kind), { params: { id }, query: { ...query, asOf } }));
  }
  const product = productKindSchema.safeParse(kind);
  if (federatedId === undefined || id !== undefined || asOf !== undefined || !product.success) {
    throw new ToolError({
      code: "invalid-arguments",
      detail: "Send either id or federatedId. Only product data has a federatedId, and asOf requires the id.",
      next: "Use find to get the id.",
    });
  }
  const { getFederated } = operationsOf(product.data);
  return entitySchema.parse(await context.call(getFederated, { params: { federatedId }, query }));
}

async function readHistory({ kind, history }: Input, id: string, context: ToolContext): Promise<object[]> {
  const criteria = { entityReference: `${kind}:${id}` };
  const { results } = await context.call(listChanges, { query: { criteria, limit: history } });
  return results.map(presentChange);
}

import { listChanges } from "@weft/contract";
import { z } from "zod";
import { cut } from "../cut.ts";
import { defineTool } from "../define-tool.ts";
import { getOperation, operationsOf, productKindSchema, readableKindSchema, withoutLink } from "../kinds.ts";
import { presentChange } from "../present-change.ts";
import type { ToolContext } from "../tool-context.ts";
import { ToolFailure } from "../tool-failure.ts";

const historyMax = 50;

const inputSchema = z.strictObject({
  kind: readableKindSchema,
  id: z.string().optional(),
  federatedId: z.string().optional().describe("The company's own key, instead of id. Product data only."),
  relations: z
    .array(z.string())
    .optional()
    .describe("References to show as entities: itemFamily, item, project, …; tasks for an event-workflow-process."),
  fields: z.array(z.string()).optional().describe("Only these, and id. Their texts are given whole."),
  asOf: z.string().optional().describe("A time or a cursor: as it was then. With id only."),
  history: z.int().min(1).max(historyMax).optional().describe("Also so many of its latest changes."),
});

type Input = z.output<typeof inputSchema>;

export const getTool = defineTool({
  name: "get",
  title: "Read one entity",
  description:
    "Reads one entity by its id or its federatedId, if wanted with what it refers to, as it was at a time, or with its latest changes. find tells ids.",
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
    throw new ToolFailure({
      code: "invalid-arguments",
      detail: "Give either id or federatedId. Only product data has a federatedId, and asOf needs the id.",
      next: "find tells the id of what you look for.",
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

import { z } from "zod";
import { batchAnswerSchema } from "../batch-result.ts";
import { compareWrites } from "../compare-writes.ts";
import { cut } from "../cut.ts";
import { defineTool } from "../define-tool.ts";
import { operationsOf, productKindSchema } from "../kinds.ts";
import type { ToolContext } from "../tool-context.ts";

const operationsMax = 100;

const operationSchema = z.strictObject({
  op: z.enum(["create", "update", "upsert", "delete"]),
  id: z.string().optional().describe("For update and delete."),
  federatedId: z.string().optional().describe("The external ID: for upsert, or instead of id."),
  object: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      "The fields to write, at the top level; null clears a field, omitted fields keep their values. Not for delete.",
    ),
});

const inputSchema = z.strictObject({
  kind: productKindSchema,
  operations: z.array(operationSchema).min(1).max(operationsMax),
  atomic: z.boolean().default(true).describe("true: all operations or none. false: each operation on its own."),
  cascade: z.boolean().optional().describe("Also deletes the entities that belong to the deleted ones."),
  dryRun: z.boolean().default(true).describe("true is a dry run and writes nothing; false writes."),
});

type Input = z.output<typeof inputSchema>;

const description = `Creates, updates and deletes entities of one kind, up to ${operationsMax} at once. Performs a dry run unless dryRun is false: the result shows each value before and after; show it to the user, then send the same with dryRun: false.
create creates an entity, update changes the fields sent, upsert creates or updates by federatedId, delete deletes. Properties are top-level keys next to name and typePath; call types first. Include the version that you read in object: the write is rejected if the entity was changed since.`;

export const writeTool = defineTool({
  name: "write",
  title: "Create, update or delete entities",
  description,
  isReadOnly: false,
  input: inputSchema,
  run: (input, context) => (input.dryRun ? planOnly(input, context) : write(input, context)),
});

async function planOnly(input: Input, context: ToolContext): Promise<object> {
  const { results } = await send(input, context);
  const compared = await compareWrites({ ...input, results }, context);
  return {
    dryRun: true,
    wouldWrite: cut(compared, { textMax: 200, listMax: operationsMax }),
    next: "Nothing was written. If the user agrees, call again with the same arguments and dryRun: false.",
  };
}

async function write(input: Input, context: ToolContext): Promise<object> {
  const { results } = await send(input, context);
  const written = results.map(({ status, id, object, problem }, index) => ({
    op: input.operations[index]?.op,
    outcome: problem === undefined ? outcomes.get(status) : "failed",
    id,
    federatedId: object?.federatedId,
    name: object?.name,
    version: object?.version,
    ...(problem === undefined ? {} : { code: problem.code, detail: problem.detail }),
  }));
  return { dryRun: false, written: cut(written, { textMax: 150, listMax: operationsMax }) };
}

const outcomes = new Map([
  [200, "updated, or already up to date"],
  [201, "created"],
  [204, "deleted"],
]);

async function send({ kind, operations, atomic, cascade, dryRun }: Input, context: ToolContext) {
  const { batch } = operationsOf(kind);
  const answer = await context.call(batch, { query: { dryRun, cascade }, body: { operations, atomic } });
  return batchAnswerSchema.parse(answer);
}

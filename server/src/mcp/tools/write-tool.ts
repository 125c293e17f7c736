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
  federatedId: z.string().optional().describe("The company's own key: for upsert, or instead of id."),
  object: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("The fields to write, flat; null clears, what is left out stays. Not for delete."),
});

const inputSchema = z.strictObject({
  kind: productKindSchema,
  operations: z.array(operationSchema).min(1).max(operationsMax),
  atomic: z.boolean().default(true).describe("All or none. false: each operation for itself."),
  cascade: z.boolean().optional().describe("Deletes also take away what belongs to the entity."),
  dryRun: z.boolean().default(true).describe("true rehearses and writes nothing; false writes."),
});

type Input = z.output<typeof inputSchema>;

const description = `Creates, changes and deletes entities of one kind, up to ${operationsMax} at once. Rehearses unless dryRun is false: the answer shows each value before and after; show it to the person, then send the same with dryRun: false.
create makes a new one, update changes the fields sent, upsert creates or changes by federatedId, delete removes. Properties are flat keys beside name and typePath; call types first. Put the version that you have read into object to be refused if somebody else has changed it since.`;

export const writeTool = defineTool({
  name: "write",
  title: "Create, change or delete entities",
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
    next: "Nothing was written. If the person agrees, call again with the same arguments and dryRun: false.",
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
  [200, "changed, or the same as before"],
  [201, "created"],
  [204, "deleted"],
]);

async function send({ kind, operations, atomic, cascade, dryRun }: Input, context: ToolContext) {
  const { batch } = operationsOf(kind);
  const answer = await context.call(batch, { query: { dryRun, cascade }, body: { operations, atomic } });
  return batchAnswerSchema.parse(answer);
}

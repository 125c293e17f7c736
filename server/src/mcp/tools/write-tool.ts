import { isDeepStrictEqual } from "node:util";
import type { EntityOperations } from "@weft/contract";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { operationsOf, type ProductKind, productKindSchema } from "../kinds.ts";
import { cut } from "../result-size.ts";
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

type Entity = z.output<EntityOperations["get"]["answers"][200]["body"]>;

interface DryRun {
  readonly kind: ProductKind;
  readonly operations: readonly { readonly op: string }[];
  readonly results: readonly BatchResult[];
}

/** The changes of each operation in a dry run: the new entity, or each value before and after. */
async function compareWrites({ kind, operations, results }: DryRun, context: ToolContext): Promise<object[]> {
  const stored = await readStored(kind, results, context);
  return results.map((result, index) => describeResult(operations[index]?.op ?? "", result, stored));
}

/** The stored entities by id. An entity to be created has an id that does not exist yet. */
async function readStored(
  kind: ProductKind,
  results: readonly BatchResult[],
  context: ToolContext,
): Promise<ReadonlyMap<string, Entity>> {
  const ids = results.filter(({ status }) => status === 200 || status === 204).flatMap(({ id }) => id ?? []);
  if (ids.length === 0) {
    return new Map();
  }
  const query = { criteria: { id: ids }, limit: ids.length };
  const { results: entities } = await context.call(operationsOf(kind).list, { query });
  return new Map(entities.map((entity) => [entity.id, entity]));
}

function describeResult(op: string, result: BatchResult, stored: ReadonlyMap<string, Entity>): object {
  const { status, id, object = {}, problem } = result;
  const before = stored.get(id ?? "");
  if (problem !== undefined) {
    return { op, outcome: "would fail", code: problem.code, detail: problem.detail, errors: problem["errors"] };
  }
  if (status === 201) {
    return { op, outcome: "would be created", entity: withoutSystemFields(object) };
  }
  const { name, federatedId } = before ?? {};
  if (status === 204) {
    return { op, outcome: "would be deleted", id, name, federatedId };
  }
  const changes = differences(before ?? {}, object);
  const outcome = Object.keys(changes).length === 0 ? "would not change" : "would be changed";
  return { op, outcome, id, name, federatedId, changes };
}

const madeByTheService = new Set([
  "id",
  "createdOn",
  "createdById",
  "updatedOn",
  "updatedById",
  "version",
  "entityType",
]);

function withoutSystemFields(entity: object): object {
  return Object.fromEntries(Object.entries(entity).filter(([field]) => !madeByTheService.has(field)));
}

function differences(before: object, after: object): Record<string, { from: unknown; to: unknown }> {
  const [from, to] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const fields = [...new Set([...from.keys(), ...to.keys()])].filter(
    (field) => !madeByTheService.has(field) && !isDeepStrictEqual(from.get(field), to.get(field)),
  );
  return Object.fromEntries(
    fields.map((field) => [field, { from: from.get(field) ?? null, to: to.get(field) ?? null }]),
  );
}

const batchResultSchema = z.object({
  status: z.int(),
  id: z.string().optional(),
  object: z.looseObject({ name: z.string(), federatedId: z.string(), version: z.int() }).partial().optional(),
  problem: z.looseObject({ code: z.string(), detail: z.string() }).partial().optional(),
});

/** The result of one operation of a batch, for any kind. */
type BatchResult = z.output<typeof batchResultSchema>;

const batchAnswerSchema = z.object({ results: z.array(batchResultSchema) });

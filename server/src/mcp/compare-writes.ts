import { isDeepStrictEqual } from "node:util";
import type { EntityOperations } from "@weft/contract";
import type { z } from "zod";
import type { BatchResult } from "./batch-result.ts";
import { operationsOf, type ProductKind } from "./kinds.ts";
import type { ToolContext } from "./tool-context.ts";

type Entity = z.output<EntityOperations["get"]["answers"][200]["body"]>;

interface DryRun {
  readonly kind: ProductKind;
  readonly operations: readonly { readonly op: string }[];
  readonly results: readonly BatchResult[];
}

/** The changes of each operation in a dry run: the new entity, or each value before and after. */
export async function compareWrites({ kind, operations, results }: DryRun, context: ToolContext): Promise<object[]> {
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

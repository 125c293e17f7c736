import { allEntityOperations, type EntityOperations, entityKinds, type Operation, operations } from "@weft/contract";
import { z } from "zod";

const productKinds = entityKinds.map(({ name }) => name);

/** Product data, which tools may write. */
export const productKindSchema = z.enum(productKinds);
export type ProductKind = z.output<typeof productKindSchema>;

/** Other kinds that tools can read. Keys, users and tokens are excluded. */
const otherKinds = [
  "file",
  "loader-process",
  "event-workflow",
  "event-workflow-process",
  "webhook",
  "webhook-delivery",
] as const;

export const readableKindSchema = z.enum([...productKinds, ...otherKinds]);
type ReadableKind = z.output<typeof readableKindSchema>;

/** Omits the link that lets anyone read a file for a day: third parties store conversations with a model. */
export function withoutLink(kind: ReadableKind, entity: Readonly<Record<string, unknown>>): object {
  const { downloadUrl, ...others } = entity;
  return kind === "file" ? others : entity;
}

export function operationsOf(kind: ProductKind): EntityOperations {
  return found(allEntityOperations.find((entry) => entry.kind.name === kind)?.operations, kind);
}

export function listOperation(kind: ReadableKind): Operation {
  return readingOperation(kind, "");
}

export function getOperation(kind: ReadableKind): Operation {
  return readingOperation(kind, "/{id}");
}

function readingOperation(kind: ReadableKind, ending: string): Operation {
  const operation = operations.find(
    ({ method, path, aliasOf }) =>
      method === "GET" && aliasOf?.singular === kind && path === `/${aliasOf.plural}${ending}`,
  );
  return found(operation, kind);
}

function found<Value>(value: Value | undefined, kind: string): Value {
  if (value === undefined) {
    throw new Error(`The contract has no such operation for ${kind}.`);
  }
  return value;
}

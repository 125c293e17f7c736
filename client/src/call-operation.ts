import { operationTable } from "./contract/operation-table.ts";
import type { CallArguments, CallOptions, OperationAnswer, OperationId, RawRequest } from "./operation-call.ts";
import { type QueryValue, writeQuery } from "./query.ts";
import { readJson } from "./transport.ts";

type Send = (request: RawRequest, options?: CallOptions) => Promise<Response>;

/** What operations take, in one shape for all. */
interface AnyInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
}

/** Makes a call by the id of its operation; the types have checked what it takes. */
export function callOperation<Id extends OperationId>(
  send: Send,
  id: Id,
  args: CallArguments<Id>,
): Promise<OperationAnswer<Id>> {
  const [input, options]: [AnyInput?, CallOptions?] = args;
  return callUnchecked(send, id, input, options);
}

/** For callers whose own types have checked what the operation takes. What creates something carries an idempotency key. */
export async function callUnchecked<Body>(
  send: Send,
  id: OperationId,
  input: AnyInput = {},
  options: CallOptions = {},
): Promise<Body> {
  const [method, path, keyed] = rowOf(id);
  const request = {
    method,
    isWhole: true,
    path: fillPath(path, input.params ?? {}) + writeQuery(input.query ?? {}),
    ...(input.body === undefined ? {} : { headers: jsonHeaders, body: JSON.stringify(input.body) }),
  };
  const idempotencyKey = options.idempotencyKey ?? (keyed === undefined ? undefined : randomKey());
  return readJson(await send(request, { ...options, idempotencyKey }));
}

/** Not randomUUID, which pages have only when they came by https. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const jsonHeaders = { "Content-Type": "application/json" };

function rowOf(id: OperationId): readonly [RawRequest["method"], string, "keyed"?] {
  if (!Object.hasOwn(operationTable, id)) {
    throw new TypeError(`There is no operation ${id}. Ids are as in the API reference, such as list-items.`);
  }
  return operationTable[id];
}

/** /items/{id} with the id in its place. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_place, name: string) => {
    const value = params[name];
    if (value === undefined || value === "") {
      throw new TypeError(`${path} needs ${name}.`);
    }
    // An address reads these two as folders, however they are encoded.
    if (value === "." || value === "..") {
      throw new TypeError(`${value} cannot be part of an address.`);
    }
    return encodeURIComponent(value);
  });
}

import { meantName } from "./closest-name.ts";
import { operationTable } from "./contract/operation-table.ts";
import type { CallArguments, CallOptions, OperationAnswer, OperationId, RawRequest } from "./operation-call.ts";
import { type QueryValue, writeQuery } from "./query.ts";
import { readJson } from "./transport.ts";

type Send = (request: RawRequest, options?: CallOptions) => Promise<Response>;

/** The common input shape of all operations. */
interface AnyInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
}

/** Makes a call by its operation id; its input is checked by types. */
export function callOperation<Id extends OperationId>(
  send: Send,
  id: Id,
  args: CallArguments<Id>,
): Promise<OperationAnswer<Id>> {
  const [input, options]: [AnyInput?, CallOptions?] = args;
  return callUnchecked(send, id, input, options);
}

/** For callers with their own input types. Calls that create something carry an idempotency key. */
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
    isHeld: isWaiting(input.query) || isWaiting(input.body),
    path: fillPath(path, input.params ?? {}) + writeQuery(input.query ?? {}),
    ...(input.body === undefined ? {} : { headers: jsonHeaders, body: JSON.stringify(input.body) }),
  };
  const idempotencyKey = options.idempotencyKey ?? (keyed === undefined ? undefined : randomKey());
  return readJson(await send(request, { ...options, idempotencyKey }));
}

/** Whether the service is asked to hold the request. */
function isWaiting(input: unknown): boolean {
  return typeof input === "object" && input !== null && "wait" in input && Number(input.wait) > 0;
}

/** Not randomUUID, which browsers provide only on https pages. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const jsonHeaders = { "Content-Type": "application/json" };

function rowOf(id: OperationId): readonly [RawRequest["method"], string, "keyed"?] {
  if (!Object.hasOwn(operationTable, id)) {
    const meant =
      meantName(id, Object.keys(operationTable)) || " Ids are listed in the API reference, such as list-items.";
    throw new TypeError(`Unknown operation ${id}.${meant}`);
  }
  return operationTable[id];
}

/** /items/{id} with the id inserted. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_place, name: string) => {
    const value = params[name];
    if (value === undefined || value === "") {
      throw new TypeError(`${path} requires ${name}.`);
    }
    // URLs treat these two as folders, however they are encoded.
    if (value === "." || value === "..") {
      throw new TypeError(`${value} cannot be part of a URL path.`);
    }
    return encodeURIComponent(value);
  });
}

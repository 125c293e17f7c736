import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Operation, operations } from "../../contract/src/index.ts";
import { parseQueryObject } from "../../server/src/platform/http/list-parameters.ts";
import type { ExamplePair } from "../../server/src/testing/examples/example-recorder.ts";
import { ApiError } from "./api-error.ts";
import { callUnchecked } from "./call-operation.ts";
import { operationTable } from "./contract/operation-table.ts";
import type { CallOptions, OperationId, RawRequest } from "./operation-call.ts";
import type { QueryValue } from "./query.ts";
import { Weft } from "./weft.ts";

interface ExampleFile {
  readonly operation: string;
  readonly pairs: readonly ExamplePair[];
}

const folder = new URL("../../contract/examples/", import.meta.url);
const files: ExampleFile[] = readdirSync(folder).map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")));
const base = "http://weft.example/api";

test("there are examples of every operation", () => {
  expect(files.map(({ operation }) => operation).sort()).toEqual(operations.map(({ id }) => id).sort());
});

describe.each(files)("$operation", ({ operation: id, pairs }) => {
  test.each(pairs)("$title", async (pair) => {
    const sent: Sent[] = [];
    const weft = new Weft({ baseUrl: base, fetch: async (url, init) => answer(pair, sent, url, init) });

    const outcome = await play(weft, operationOf(id), pair).catch((error: unknown) => error);

    const { request, answer: recorded } = pair;
    expect(sent).toEqual([{ method: request.method, ...meaningOf(request.path), body: request.body }]);
    if (recorded.status >= 300 && recorded.status !== 304) {
      expect(outcome).toBeInstanceOf(ApiError);
      expect(outcome).toMatchObject({ status: recorded.status, ...(recorded.body ? { problem: recorded.body } : {}) });
    } else {
      expect(outcome).toEqual(recorded.body);
    }
  });
});

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** A local service with one response. */
function answer(pair: ExamplePair, sent: Sent[], url: string, init: RequestInit): Response {
  const isJson = new Headers(init.headers).get("content-type") === "application/json";
  const body = typeof init.body === "string" && isJson ? JSON.parse(init.body) : (init.body ?? undefined);
  sent.push({ method: init.method ?? "", ...meaningOf(url.replace(base, "")), body });
  const { status, headers, body: answered } = pair.answer;
  const text = typeof answered === "string" ? answered : JSON.stringify(answered);
  return new Response([204, 304].includes(status) ? null : (text ?? ""), { status, headers });
}

/** By its operation id if the client can express all of it, otherwise by its path. */
async function play(weft: Weft, operation: Operation, { request, answer: recorded }: ExamplePair): Promise<unknown> {
  const { "content-type": type, "idempotency-key": key, "if-match": match, ...others } = request.headers;
  const isPlain =
    Object.keys(others).length === 0 && (type ?? "application/json") === "application/json" && isJson(recorded);
  if (!isPlain || !isOperationId(operation.id)) {
    return sendRaw(weft, request);
  }
  const options: CallOptions = {
    retries: 0,
    ...(key === undefined ? {} : { idempotencyKey: key }),
    ...(match === undefined ? {} : { ifMatch: Number(match.replaceAll('"', "")) }),
  };
  const input = { params: paramsOf(operation, request.path), query: inputOf(request.path), body: request.body };
  return callUnchecked((raw, rawOptions) => weft.send(raw, rawOptions), operation.id, input, options);
}

async function sendRaw(weft: Weft, { method, path, headers, body }: ExamplePair["request"]): Promise<unknown> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await weft.send({ method: methodOf(method), path, headers, body: text }, { retries: 0 });
  const answered = await response.text();
  const isJsonAnswer = response.headers.get("content-type")?.startsWith("application/json") === true;
  return answered === "" ? undefined : isJsonAnswer ? JSON.parse(answered) : answered;
}

function isJson({ headers, body }: ExamplePair["answer"]): boolean {
  return body === undefined || /^application\/([a-z]+\+)?json/.test(headers["content-type"] ?? "");
}

/** Path and query as parsed by the service. */
function meaningOf(address: string): Pick<Sent, "path" | "query"> {
  const { pathname, searchParams } = new URL(address, "http://weft.example");
  const path = pathname.split("/").map(decodeURIComponent).join("/");
  const query = [...searchParams].map(([name, value]) => [name, objectOf(name, value) ?? value]);
  return { path, query: Object.fromEntries(query) };
}

/** Criteria and order as objects, so that the client serializes them itself. */
function inputOf(address: string): Record<string, QueryValue> {
  const { searchParams } = new URL(address, "http://weft.example");
  const entries = [...searchParams].map(([name, value]) => {
    const isNumber = name === "limit" && /^\d+$/.test(value);
    return [name, objectOf(name, value) ?? (isNumber ? Number(value) : value)];
  });
  return Object.fromEntries(entries);
}

function objectOf(name: string, value: string): Record<string, unknown> | undefined {
  if (name !== "criteria" && name !== "order") return undefined;
  try {
    return parseQueryObject(name, value, {});
  } catch {
    return undefined;
  }
}

function paramsOf({ path }: Operation, address: string): Record<string, string> {
  const given = meaningOf(address.replace(/\?.*/, "")).path;
  const segments = new URL(address, "http://weft.example").pathname.split("/").map(decodeURIComponent);
  const params = path.split("/").flatMap((part, index) => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    return name === undefined ? [] : [[name, segments[index] ?? given]];
  });
  return Object.fromEntries(params);
}

function operationOf(id: string): Operation {
  const operation = operations.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`The contract has no operation ${id}.`);
  return operation;
}

function isOperationId(id: string): id is OperationId {
  return Object.hasOwn(operationTable, id);
}

function methodOf(text: string): RawRequest["method"] {
  const method = (["GET", "POST", "PUT", "PATCH", "DELETE"] as const).find((one) => one === text);
  if (method === undefined) throw new Error(`${text} is not a method of the contract.`);
  return method;
}

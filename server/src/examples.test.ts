import {
  anyMediaType,
  errorDefinitions,
  errorsOf,
  isErrorCode,
  type Operation,
  operations,
  problemSchema,
} from "@weft/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { hasValidChecksum } from "./access/secret.ts";
import {
  type ExampleFile,
  readExampleFiles,
  wantsNewExamples,
  writeExampleFiles,
} from "./testing/examples/example-files.ts";
import type { ExamplePair } from "./testing/examples/example-recorder.ts";
import { type RecordedExamples, recordExamples } from "./testing/examples/record-examples.ts";

let recorded: RecordedExamples;
let committed: ReadonlyMap<string, ExampleFile>;

const cases = operations.map((operation) => [operation.id, operation] as const);

beforeAll(async () => {
  recorded = await recordExamples();
  if (wantsNewExamples()) {
    writeExampleFiles(recorded.files);
  }
  committed = readExampleFiles();
  // Hundreds of requests, one after the other: on a busy machine they take longer than a hook may.
}, 300_000);

function pairsOf({ id }: Operation): readonly ExamplePair[] {
  return committed.get(id)?.pairs ?? [];
}

function isRefused({ answer }: ExamplePair): boolean {
  return answer.status >= 400;
}

test("there is one file for each operation and no other", () => {
  expect([...committed.keys()].sort()).toEqual(operations.map(({ id }) => id).sort());
});

describe("the committed examples of", () => {
  test.each(cases)("%s match the responses of the service; UPDATE_EXAMPLES=1 updates them", (id) => {
    expect(committed.get(id)).toEqual(recorded.files.get(id));
  });

  test.each(cases)("%s show a success and an error", (id, operation) => {
    const refused = pairsOf(operation).filter(isRefused);

    expect(committed.get(id)?.operation).toBe(id);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(pairsOf(operation).length);
  });

  test.each(cases)("%s match the contract", (_, operation) => {
    for (const pair of pairsOf(operation)) {
      requireAgreedRequest(operation, pair);
      if (isRefused(pair)) {
        requireAgreedProblem(operation, pair);
      } else {
        requireAgreedAnswer(operation, pair);
      }
    }
  });
});

/** A request that violates the contract must be rejected with 400; all others must match it. */
function requireAgreedRequest(operation: Operation, { title, request, answer }: ExamplePair): void {
  const address = new URL(request.path, "http://weft.example");
  const pattern = operation.path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  const params = Object.entries(new RegExp(`^${pattern}$`).exec(address.pathname)?.groups ?? {});
  const parts = [
    operation.params?.safeParse(Object.fromEntries(params.map(([name, text]) => [name, decodeURIComponent(text)]))),
    operation.query?.safeParse(Object.fromEntries(address.searchParams)),
    operation.body?.safeParse(request.body),
  ];
  expect(request.method).toBe(operation.method);
  expect(address.pathname).toMatch(new RegExp(`^${pattern}$`));
  if (answer.status !== 400) {
    expect(
      parts.flatMap((part) => part?.error ?? []),
      title,
    ).toEqual([]);
  }
}

function requireAgreedAnswer(operation: Operation, { title, answer }: ExamplePair): void {
  const agreed = operation.answers[answer.status];
  const isAnyType = agreed?.mediaType === anyMediaType;
  const mediaType = isAnyType ? expect.any(String) : (agreed?.mediaType ?? "application/json; charset=utf-8");
  expect(agreed, title).toBeDefined();
  expect(answer.headers["content-type"]).toEqual(agreed?.body === undefined ? undefined : mediaType);
  expect(agreed?.body?.parse(answer.body), title).toEqual(answer.body);
  const documented = [
    "content-type",
    "idempotency-replayed",
    ...(agreed?.headers ?? []).map((name) => name.toLowerCase()),
  ];
  expect(
    Object.keys(answer.headers).filter((name) => !documented.includes(name)),
    title,
  ).toEqual([]);
}

function requireAgreedProblem(operation: Operation, { title, answer }: ExamplePair): void {
  const { code, status } = problemSchema.parse(answer.body);
  expect([...errorsOf(operation)], title).toContain(code);
  expect(answer.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
  expect([answer.status, isErrorCode(code) ? errorDefinitions[code].status : 0]).toEqual([status, status]);
}

test("no file contains a secret, neither of this run nor of another", () => {
  const text = JSON.stringify([...committed.values(), ...recorded.files.values()]);

  expect(recorded.secrets.length).toBeGreaterThan(10);
  expect(recorded.secrets.filter((secret) => text.includes(secret))).toEqual([]);
  expect((text.match(/[0-9A-Za-z]{36}/g) ?? []).filter(hasValidChecksum)).toEqual([]);
});

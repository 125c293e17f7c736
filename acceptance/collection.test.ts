import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { operations } from "@weft/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keyHeaders, shareTestService, type TestService } from "../server/src/testing/test-service.ts";

const folder = fileURLToPath(new URL("../docs/collection", import.meta.url));

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

test("the tour of the request collection works as written", async () => {
  const variables = new Map<string, unknown>();
  for (const name of (await readdir(join(folder, "Tour"))).filter((one) => /^\d/.test(one)).sort()) {
    const request = readRequest(fill(await readFile(join(folder, "Tour", name), "utf8"), variables));

    const res = await send(request);

    for (const [expression, expected] of request.assertions) {
      expect(`eq ${valueAt({ res }, expression)}`, `${name}: ${JSON.stringify(res.body)}`).toBe(expected);
    }
    for (const [variable, expression] of request.variables) {
      variables.set(variable, valueAt({ res }, expression));
    }
  }
});

test("the collection has every operation once", async () => {
  const entries = await readdir(folder, { recursive: true });
  const names = entries
    .filter((path) => path.endsWith(".bru") && !path.startsWith("Tour"))
    .map((path) => path.split("/"));
  const requests = names.flatMap(([tag, file]) => (file === undefined || file === "folder.bru" ? [] : [[tag, file]]));

  const expected = operations.map(({ tag, id }) => [tag, `${id}.bru`]);
  expect(requests.filter(([tag]) => tag !== "environments").sort()).toEqual(expected.sort());
});

interface CollectionRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  readonly variables: ReadonlyMap<string, string>;
  readonly assertions: ReadonlyMap<string, string>;
}

function readRequest(text: string): CollectionRequest {
  const blocks = new Map(
    [...text.matchAll(/^([\w:-]+) \{\n([\s\S]*?)\n\}$/gm)].map(([, name = "", lines = ""]) => [
      name,
      lines.replaceAll(/^ {2}/gm, ""),
    ]),
  );
  const method = ["get", "post", "put", "delete"].find((name) => blocks.has(name)) ?? "";
  return {
    method: method.toUpperCase(),
    url: entriesOf(blocks.get(method)).get("url") ?? "",
    headers: entriesOf(blocks.get("headers")),
    body: blocks.get("body:json") ?? blocks.get("body:text") ?? "",
    variables: entriesOf(blocks.get("vars:post-response")),
    assertions: entriesOf(blocks.get("assert")),
  };
}

function entriesOf(lines = ""): Map<string, string> {
  return new Map([...lines.matchAll(/^(~?[^:]+): (.*)$/gm)].map(([, name = "", value = ""]) => [name, value] as const));
}

/** Replaces {{name}}. The base address and the credentials are those of the service. */
function fill(text: string, variables: ReadonlyMap<string, unknown>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
    name === "baseUrl" ? `${service.address}/api` : String(variables.get(name)),
  );
}

async function send({ method, url, headers, body }: CollectionRequest) {
  const type = body.startsWith("{") ? { "content-type": "application/json" } : {};
  const response = await fetch(url, {
    method,
    headers: { ...keyHeaders(service.first), ...type, ...Object.fromEntries(headers) },
    ...(body === "" ? {} : { body }),
  });
  return { status: response.status, body: await response.json() };
}

/** The value at a path such as res.body.results[0].id. */
function valueAt(value: unknown, path: string): unknown {
  return path
    .replaceAll(/\[(\d+)\]/g, ".$1")
    .split(".")
    .reduce<unknown>((one, name) => (one as Record<string, unknown> | undefined)?.[name], value);
}

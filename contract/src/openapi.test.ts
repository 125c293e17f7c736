import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { errorDefinitions, isErrorCode } from "./errors.ts";
import { buildOpenApi, errorsOf } from "./openapi.ts";
import { defineOperation, type Operation } from "./operation.ts";
import { operations } from "./operations.ts";

const manifest: { version: string } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const document = buildOpenApi(operations, manifest.version);

interface DescribedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly { name: string; in: string; required: boolean; schema: object }[];
  readonly requestBody?: { required: boolean };
  readonly responses: Readonly<Record<string, { description: string; content?: Record<string, object> }>>;
}

/** The document's entry of an operation. */
function described({ path, method }: Operation, whole: object = document): DescribedOperation {
  const { paths } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.custom<DescribedOperation>())) })
    .parse(whole);
  const found = paths[path]?.[method.toLowerCase()];
  if (found === undefined) {
    throw new Error(`${method} ${path} is not described.`);
  }
  return found;
}

test("the document is valid OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));

  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(document["openapi"]).toMatch(/^3\.1\./);
});

test("the document is the committed one", () => {
  const committed = readFileSync(new URL("../openapi.json", import.meta.url), "utf8");

  expect(committed).toBe(`${JSON.stringify(document, undefined, 2)}\n`);
});

test("the document is deterministic", () => {
  expect(JSON.stringify(buildOpenApi(operations, manifest.version))).toBe(JSON.stringify(document));
});

test("every reference resolves to a component, and every component is referenced", () => {
  const { components } = z
    .object({ components: z.object({ schemas: z.record(z.string(), z.unknown()) }) })
    .parse(document);
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, target]) => target);

  const names = Object.keys(components.schemas).map((name) => `#/components/schemas/${name}`);

  expect(references.length).toBeGreaterThan(50);
  expect([...new Set(references)].sort()).toEqual(names.sort());
});

describe("the operations", () => {
  test("have unique ids", () => {
    const ids = operations.map(({ id }) => id);

    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id))).toEqual([]);
  });

  test("have unique paths", () => {
    const addresses = operations.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`);

    expect(new Set(addresses).size).toBe(addresses.length);
  });
});

describe.each(operations.map((operation) => [operation.id, operation] as const))("%s", (_, operation) => {
  test("is documented by its id, with all path parameters", () => {
    const { operationId, tags, parameters = [] } = described(operation);

    const places = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect({ operationId, tags }).toEqual({ operationId: operation.id, tags: [operation.tag] });
    expect(Object.keys(operation.params?.shape ?? {})).toEqual(places);
    expect(parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name)).toEqual(places);
    expect(parameters.filter((parameter) => parameter.in === "path").every(({ required }) => required)).toBe(true);
  });

  test("returns success and existing error codes", () => {
    const { responses } = described(operation);

    const codes = [...errorsOf(operation)];
    const statuses = [...Object.keys(operation.answers), ...codes.map((code) => String(errorDefinitions[code].status))];
    expect(codes.filter((code) => !isErrorCode(code))).toEqual([]);
    expect(Object.keys(operation.answers).every((status) => /^[23]\d\d$/.test(status))).toBe(true);
    expect(new Set(Object.keys(responses))).toEqual(new Set(statuses));
    expect(Object.values(responses).every(({ description }) => description.length > 3)).toBe(true);
  });

  test("needs a credential unless it is open", () => {
    const { security, responses } = described(operation);

    expect(security).toEqual(operation.access === "open" ? [] : undefined);
    expect(responses["401"]?.description.includes("(unauthenticated)") ?? false).toBe(operation.access === "any");
  });
});

describe("buildOpenApi", () => {
  const common = {
    method: "POST",
    path: "/things",
    summary: "Make",
    tag: "things",
    access: "any",
    errors: [],
  } as const;

  test("marks bodies and parameters as optional or required", () => {
    const operation = defineOperation({
      ...common,
      id: "make",
      query: z.strictObject({ needed: z.string(), optional: z.string().optional(), usual: z.string().default("x") }),
      body: z.strictObject({ a: z.int().default(1) }).prefault({}),
      answers: { 204: { description: "Made." } },
    });

    const { parameters, requestBody, responses } = described(operation, buildOpenApi([operation], "1"));

    expect(parameters?.map(({ name, required }) => [name, required])).toEqual([
      ["needed", true],
      ["optional", false],
      ["usual", false],
    ]);
    expect(requestBody?.required).toBe(false);
    expect(responses["204"]).toEqual({ description: "Made." });
  });

  test("rejects a schema that differs between requests and responses", () => {
    const shape = z.object({ a: z.string().default("x") }).meta({ id: "Thing" });
    const operation = defineOperation({
      ...common,
      id: "make",
      body: shape,
      answers: { 200: { description: "Made.", body: shape } },
    });

    expect(() => buildOpenApi([operation], "1")).toThrow("Thing differs between requests and responses");
  });

  test("allows additional fields in responses but not in requests", () => {
    const operation = defineOperation({
      ...common,
      id: "make",
      body: z.strictObject({ a: z.string() }),
      answers: { 200: { description: "Made.", body: z.object({ a: z.string() }) } },
    });

    const { requestBody, responses } = described(operation, buildOpenApi([operation], "1"));

    expect(JSON.stringify(requestBody)).toContain('"additionalProperties":false');
    expect(JSON.stringify(responses["200"])).not.toContain("additionalProperties");
  });
});

test("the errors of an operation depend on its input", () => {
  const read = { id: "a", method: "GET", path: "/a", summary: "", tag: "", answers: {}, errors: ["conflict"] } as const;

  const open = errorsOf({ ...read, access: "open" });
  const closed = errorsOf({ ...read, access: "any" });
  const write = errorsOf({ ...read, method: "PUT", access: "any", body: z.object({}) });

  expect([...open]).toEqual(["invalid-request", "rate-limited", "internal-error", "unavailable", "conflict"]);
  expect([...closed].filter((code) => !open.has(code))).toEqual(["unauthenticated"]);
  expect([...write].filter((code) => !closed.has(code))).toEqual([
    "csrf-token-missing",
    "outcome-unknown",
    "invalid-json",
    "body-too-large",
    "unsupported-media-type",
  ]);
});

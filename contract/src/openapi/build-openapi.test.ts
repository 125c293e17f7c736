import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { errorDefinitions, isErrorCode } from "../errors.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { operations } from "../operations.ts";
import { buildOpenApi } from "./build-openapi.ts";
import { errorsOf } from "./responses.ts";
import { readExamples, resolve } from "./testing/committed-document.ts";

const manifest: { version: string } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
const examples = readExamples();
const document = buildOpenApi(operations, { version: manifest.version, examples });

const describedSchema = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.unknown())).optional(),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean(), schema: z.unknown() }))
    .default([]),
  requestBody: z.looseObject({ required: z.boolean() }).optional(),
  responses: z.record(z.string(), z.looseObject({ description: z.string() })),
});

/** The document's entry of an operation, with the parameters and responses that it refers to. */
function described({ path, method }: Operation, whole: object = document): z.output<typeof describedSchema> {
  const { paths } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))) })
    .parse(whole);
  const found = paths[path]?.[method.toLowerCase()] ?? {};
  const parameters = z.array(z.unknown()).default([]).parse(found["parameters"]);
  const responses = z.record(z.string(), z.unknown()).parse(found["responses"]);
  return describedSchema.parse({
    ...found,
    parameters: parameters.map((parameter) => resolve(whole, parameter)),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [status, resolve(whole, response)]),
    ),
  });
}

test("the document is valid OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));

  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(document["openapi"]).toMatch(/^3\.1\./);
});

test("the document is the committed one", () => {
  const committed = readFileSync(new URL("../../openapi.json", import.meta.url), "utf8");

  expect(committed).toBe(`${JSON.stringify(document, undefined, 2)}\n`);
});

test("the document is deterministic", () => {
  expect(JSON.stringify(buildOpenApi(operations, { version: manifest.version, examples }))).toBe(
    JSON.stringify(document),
  );
});

test("every reference resolves to a component, and every component is referenced", () => {
  const { components } = z
    .object({ components: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse(document);
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, target]) => target);

  const { securitySchemes: _schemes, ...shared } = components;
  const names = Object.entries(shared).flatMap(([kind, parts]) =>
    Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
  );

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
    const { operationId, tags, parameters } = described(operation);

    const places = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect({ operationId, tags }).toEqual({ operationId: operation.id, tags: [operation.tag] });
    expect(Object.keys(operation.params?.shape ?? {})).toEqual(places);
    expect(parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name)).toEqual(places);
    expect(parameters.filter((parameter) => parameter.in === "path").every(({ required }) => required)).toBe(true);
  });

  test("returns success and existing error codes", () => {
    const { responses } = described(operation);

    const codes = [...errorsOf(operation)];
    const undocumented = codes.filter((code) => {
      const { status } = errorDefinitions[code];
      const own = responses[status]?.description.includes(`(${code})`) === true;
      return (
        !own && (status in responses || responses["default"]?.description.includes(`(${status} ${code})`) !== true)
      );
    });
    expect(codes.filter((code) => !isErrorCode(code))).toEqual([]);
    expect(undocumented).toEqual([]);
    expect(Object.keys(operation.answers).every((status) => /^[23]\d\d$/.test(status))).toBe(true);
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(Object.keys(operation.answers)));
    expect(Object.values(responses).every(({ description }) => description.length > 3)).toBe(true);
  });

  test("has a summary and a description that says more", () => {
    const { summary, description } = described(operation);

    expect(summary).toMatch(/^[A-Z].{3,80}[^.]$/);
    expect(description).toMatch(/^[A-Z].{20,}\.$/s);
    expect(description).not.toBe(summary);
  });

  test("needs a credential unless it is open", () => {
    const { security, responses } = described(operation);

    const own = operation.credential === undefined ? [] : [{ webhookSecret: [] }, { webhookSignature: [] }];
    const operator = operation.access === "operator" ? [{ operatorToken: [] }] : undefined;
    expect(security).toEqual(operation.access === "open" ? own : operator);
    expect(responses["401"]?.description.includes("(unauthenticated)") ?? false).toBe(operation.access !== "open");
  });
});

describe("buildOpenApi", () => {
  const common = {
    method: "POST",
    path: "/things",
    summary: "Make",
    description: "Makes.",
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

    const { parameters, requestBody, responses } = described(operation, buildOpenApi([operation], { version: "1" }));

    expect(parameters.map(({ name, required }) => [name, required])).toEqual([
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

    expect(() => buildOpenApi([operation], { version: "1" })).toThrow("Thing differs between requests and responses");
  });

  test("allows additional fields in responses but not in requests", () => {
    const operation = defineOperation({
      ...common,
      id: "make",
      body: z.strictObject({ a: z.string() }),
      answers: { 200: { description: "Made.", body: z.object({ a: z.string() }) } },
    });

    const { requestBody, responses } = described(operation, buildOpenApi([operation], { version: "1" }));

    expect(JSON.stringify(requestBody)).toContain('"additionalProperties":false');
    expect(JSON.stringify(responses["200"])).not.toContain("additionalProperties");
  });
});

test("the errors of an operation depend on its input", () => {
  const read = {
    id: "a",
    method: "GET",
    path: "/a",
    summary: "",
    description: "",
    tag: "",
    answers: {},
    errors: ["conflict"],
  } as const;

  const open = errorsOf({ ...read, access: "open" });
  const closed = errorsOf({ ...read, access: "any" });
  const write = errorsOf({ ...read, method: "PUT", access: "any", body: z.object({}) });

  expect([...open]).toEqual([
    "invalid-request",
    "not-acceptable",
    "url-too-long",
    "rate-limited",
    "headers-too-large",
    "internal-error",
    "unavailable",
    "conflict",
  ]);
  expect([...closed].filter((code) => !open.has(code))).toEqual(["unauthenticated", "org-suspended"]);
  expect([...write].filter((code) => !closed.has(code))).toEqual([
    "csrf-token-missing",
    "outcome-unknown",
    "invalid-json",
    "body-too-large",
    "unsupported-media-type",
  ]);
});

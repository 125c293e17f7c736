import { expect, test } from "vitest";
import { z } from "zod";
import { administeredOperations, updateBody } from "./administered-operations.ts";
import { operations } from "./operations.ts";

const shape = z
  .object({ id: z.string(), name: z.string(), hasPassword: z.boolean(), version: z.int() })
  .meta({ id: "Thing" });
const body = updateBody(shape, { name: z.string().trim().optional() });

test("an update accepts every returned field and keeps only fields that can be changed", () => {
  const sent = { id: "a", name: " x ", hasPassword: 7, version: 3, entityType: [], createdById: null };

  expect(JSON.parse(JSON.stringify(body.parse(sent)))).toEqual({ id: "a", name: "x", version: 3 });
});

test("an unknown field and an invalid version are rejected", () => {
  const { error } = body.safeParse({ password: "x", version: "3" });

  expect(error?.issues.map(({ code }) => code).sort()).toEqual(["invalid_type", "unrecognized_keys"]);
});

test("the update schema is named after its kind", () => {
  const kind = { name: "api-key", plural: "api-keys", shape, create: shape, created: shape, update: {} };

  expect(administeredOperations(kind).update.body.meta()).toEqual({ id: "ApiKeyUpdate" });
});

test.each(
  operations.filter(({ id }) => id.startsWith("update-")).map((operation) => [operation.id, operation] as const),
)("%s accepts every field that it returns", (_id, operation) => {
  const answered = operation.answers[200]?.body;
  const fields = answered instanceof z.ZodObject ? Object.keys(answered.shape) : [];

  const errors = operation.body?.safeParse(Object.fromEntries(fields.map((field) => [field, null]))).error?.issues;

  expect(fields).toContain("id");
  expect(errors?.filter(({ code }) => code === "unrecognized_keys") ?? []).toEqual([]);
});

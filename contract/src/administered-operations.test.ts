import { expect, test } from "vitest";
import { z } from "zod";
import { administeredOperations, updateBody } from "./administered-operations.ts";
import { operations } from "./operations.ts";

const shape = z.object({ id: z.string(), name: z.string(), hasPassword: z.boolean(), version: z.int() });
const body = updateBody(shape, { name: z.string().trim().optional() });

test("a body may have every field that is shown, and only those that can be changed come through", () => {
  const sent = { id: "a", name: " x ", hasPassword: 7, version: 3, entityType: [], createdById: null };

  expect(JSON.parse(JSON.stringify(body.parse(sent)))).toEqual({ id: "a", name: "x", version: 3 });
});

test("a field that is neither shown nor changed is refused, and so is a version that is none", () => {
  const { error } = body.safeParse({ password: "x", version: "3" });

  expect(error?.issues.map(({ code }) => code).sort()).toEqual(["invalid_type", "unrecognized_keys"]);
});

test("the body of an update is named after its kind", () => {
  const kind = { name: "api-key", plural: "api-keys", shape, create: shape, created: shape, update: {} };

  expect(administeredOperations(kind).update.body.meta()).toEqual({ id: "ApiKeyUpdate" });
});

test.each(
  operations.filter(({ id }) => id.startsWith("update-")).map((operation) => [operation.id, operation] as const),
)("%s takes back every field that it answers", (_id, operation) => {
  const answered = operation.answers[200]?.body;
  const fields = answered instanceof z.ZodObject ? Object.keys(answered.shape) : [];

  const errors = operation.body?.safeParse(Object.fromEntries(fields.map((field) => [field, null]))).error?.issues;

  expect(fields).toContain("id");
  expect(errors?.filter(({ code }) => code === "unrecognized_keys") ?? []).toEqual([]);
});

import { expect, test } from "vitest";
import { isViolationOf } from "./error-code.ts";

test.each([
  ["users_by_email", true],
  // A shard's constraint.
  ["users_by_email_102083", true],
  ["users_by_email_and_name", false],
  ["users_pkey", false],
])("a violation of %s is one of users_by_email: %s", (constraint, expected) => {
  const error = Object.assign(new Error("duplicate key"), { code: "23505", constraint });

  expect(isViolationOf(error, "users_by_email")).toBe(expected);
});

test("a violation that names its constraint only in the message is recognized", () => {
  const message = 'duplicate key value violates unique constraint "users_by_email_102083"';

  expect(isViolationOf(Object.assign(new Error(message), { code: "23505" }), "users_by_email")).toBe(true);
  expect(isViolationOf(Object.assign(new Error(message), { code: "23505" }), "users_pkey")).toBe(false);
});

test("another error is not a violation", () => {
  expect(isViolationOf(new Error("no"), "users_by_email")).toBe(false);
  expect(isViolationOf("users_by_email", "users_by_email")).toBe(false);
});

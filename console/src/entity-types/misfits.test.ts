import { ApiError } from "@weft/client";
import { describe, expect, test } from "vitest";
import { countEntities, misfitsOf } from "./use-preview.ts";

const problem = { type: "", title: "", status: 409, detail: "", instance: "", code: "conflict", requestId: "" };

test("a rejection lists how many entities are invalid, which, and why", () => {
  const error = new ApiError({ ...problem, count: 3, sampleIds: ["a", "b"], byProperty: { weight: 2, color: 1 } });

  expect(misfitsOf(error)).toEqual({
    count: 3,
    sampleIds: ["a", "b"],
    byProperty: [
      ["weight", 2],
      ["color", 1],
    ],
  });
});

describe("other rejections do not", () => {
  test.each([
    ["a type with subtypes", new ApiError({ ...problem, count: 2 })],
    ["an invalid field", new ApiError({ ...problem, code: "invalid-request", count: 2, byProperty: {} })],
    ["a network error", new Error("no")],
  ])("%s", (_case, error) => {
    expect(misfitsOf(error)).toBeUndefined();
  });
});

test("one is singular", () => {
  expect([countEntities(1), countEntities(12_000)]).toEqual(["1 stored entity", "12,000 stored entities"]);
});

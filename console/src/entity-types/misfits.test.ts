import { ApiError } from "@weft/client";
import { describe, expect, test } from "vitest";
import { countEntities, misfitsOf } from "./misfits.ts";

const problem = { type: "", title: "", status: 409, detail: "", instance: "", code: "conflict", requestId: "" };

test("a refusal tells how many entities break, which, and why", () => {
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

describe("other refusals are none of that", () => {
  test.each([
    ["of a type with types below it", new ApiError({ ...problem, count: 2 })],
    ["of a wrong field", new ApiError({ ...problem, code: "invalid-request", count: 2, byProperty: {} })],
    ["of the network", new Error("no")],
  ])("%s", (_case, error) => {
    expect(misfitsOf(error)).toBeUndefined();
  });
});

test("one is not called many", () => {
  expect([countEntities(1), countEntities(12_000)]).toEqual(["1 stored entity", "12,000 stored entities"]);
});

import { ApiError } from "@weft/client";
import { expect, test } from "vitest";
import { validateFields } from "./draft.ts";

const problem = { type: "", title: "", status: 400, detail: "", instance: "", code: "invalid-request", requestId: "" };

test("each error is shown at its field, two of one field together, and the rest at the top", () => {
  const error = new ApiError({
    ...problem,
    errors: [
      { pointer: "#/price", code: "x", detail: "Too low." },
      { pointer: "#/price", code: "x", detail: "Too long." },
      { pointer: "#/sizes/sizes/0", code: "x", detail: "Empty." },
      { pointer: "#/unknown", code: "x", detail: "Not known." },
    ],
  });

  expect(validateFields(error, new Set(["price", "sizes"]))).toEqual({
    byField: { price: "Too low. Too long.", sizes: "Empty." },
    others: ["Not known."],
  });
});

test("an error without fields belongs to none", () => {
  expect(validateFields(new Error("lost"), new Set(["price"]))).toEqual({ byField: {}, others: [] });
});

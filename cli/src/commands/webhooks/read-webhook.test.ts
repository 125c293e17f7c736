import { expect, test } from "vitest";
import { definitionOf } from "./read-webhook.ts";

const nothing = { trigger: [], header: [] };

test("omitted options are left to the service", () => {
  expect(definitionOf(nothing)).toEqual({});
});

test("options map to the fields of a webhook", () => {
  expect(
    definitionOf({
      url: "https://shop.example/weft",
      trigger: ["item|*", "assortment|publish"],
      filter: "{newData.status} === 'approved'",
      header: ["X-Shop: eu: 1", "X-Empty:"],
      description: "the shop",
      timeout: "5",
      inactive: true,
    }),
  ).toEqual({
    url: "https://shop.example/weft",
    events: ["item|*", "assortment|publish"],
    filter: "{newData.status} === 'approved'",
    headers: { "X-Shop": "eu: 1", "X-Empty": "" },
    description: "the shop",
    timeoutSeconds: 5,
    isActive: false,
  });
});

test.each(["X-Shop", ": eu", "X Shop: eu"])("--header %j is rejected", (header) => {
  expect(() => definitionOf({ ...nothing, header: [header] })).toThrow('--header takes "Name: value"');
});

test("--timeout takes seconds", () => {
  expect(() => definitionOf({ ...nothing, timeout: "5s" })).toThrow("--timeout takes seconds");
});

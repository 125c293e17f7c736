import { expect, test } from "vitest";
import { nextOrder, readGridSearch } from "./grid-search.ts";

test("an address is parsed, and unknown values are ignored", () => {
  const search = readGridSearch({
    type: "item:product",
    q: 12,
    order: "-price",
    filters: [["price", "gt", 10], ["name", "resembles", "x"], "junk", ["name", "empty"]],
    columns: ["price", null],
    other: true,
  });

  expect(search).toEqual({
    type: "item:product",
    q: "12",
    order: "-price",
    filters: [
      ["price", "gt", "10"],
      ["name", "empty"],
    ],
    columns: ["price"],
  });
});

test("a heading sorts ascending, then descending, then not", () => {
  expect([undefined, "price", "-price", "name"].map((order) => nextOrder(order, "price"))).toEqual([
    "price",
    "-price",
    undefined,
    "price",
  ]);
});

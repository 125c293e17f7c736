import { expect, test } from "vitest";
import { nextOrder, ordersOf, readGridSearch, writeOrders } from "./grid-search.ts";

test("an address is parsed, and unknown values are ignored", () => {
  const search = readGridSearch({
    type: "item:product",
    q: 12,
    order: "-price",
    filters: [
      ["price", "gt", 10],
      ["name", "resembles", "x"],
      "junk",
      ["name", "empty"],
      [["name", "is", "a"], ["name", "is", "b"], 1],
      [["name", "is", "c"]],
    ],
    match: "any",
    columns: ["price", null],
    view: "abc",
    layout: "board",
    group: "season",
    flat: true,
    other: true,
  });

  expect(search).toEqual({
    type: "item:product",
    q: "12",
    order: "-price",
    filters: [
      ["price", "gt", "10"],
      ["name", "empty"],
      [
        ["name", "is", "a"],
        ["name", "is", "b"],
      ],
      ["name", "is", "c"],
    ],
    match: "any",
    columns: ["price"],
    view: "abc",
    layout: "board",
    group: "season",
    flat: true,
  });
  expect(readGridSearch({ layout: "carousel" }).layout).toBeUndefined();
});

test("a heading sorts ascending, then descending, then not", () => {
  expect([undefined, "price", "-price", "name", "price,name"].map((order) => nextOrder(order, "price"))).toEqual([
    "price",
    "-price",
    undefined,
    "price",
    "price",
  ]);
});

test("several sort fields are read and written, at most as many as the service accepts", () => {
  expect(ordersOf("color,-price")).toEqual([
    { field: "color", isDescending: false },
    { field: "price", isDescending: true },
  ]);
  expect(writeOrders(ordersOf("a,-b,c,d"))).toBe("a,-b,c");
  expect(writeOrders(ordersOf(undefined))).toBeUndefined();
});

import { describe, expect, test } from "vitest";
import { Problem } from "../../platform/problem.ts";
import { testBudget } from "../../testing/test-budget.ts";
import { listDocuments } from "./list-documents.ts";
import type { ListQuery } from "./list-entities.ts";

const documents = [
  { id: "a", name: "pear", size: 10, weight: null, isOpen: true, tags: [] },
  { id: "b", name: "apple", size: 9, isOpen: false },
  { id: "c", name: "Plum", size: 100, weight: 2, isOpen: true },
  { id: "d", name: "apple", size: -1, weight: 1 },
];

function list(query: Partial<ListQuery>) {
  return listDocuments(documents, "app", { limit: 100, ...query }, testBudget());
}

const idsOf = ({ results }: { results: readonly { id?: unknown }[] }) => results.map(({ id }) => id).join("");

/** All pages of a list, and their number. */
function readPages(query: Partial<ListQuery>, limit: number) {
  let ids = "";
  let pages = 0;
  let nextPageKey: string | undefined;
  do {
    const page = list({ ...query, limit, nextPageKey });
    ids += idsOf(page);
    pages += 1;
    nextPageKey = page.nextPageKey;
  } while (nextPageKey !== undefined);
  return { ids, pages };
}

/** The pointer of the error of a rejected query. */
function errorOf(read: () => unknown): string | undefined {
  try {
    read();
  } catch (error) {
    return error instanceof Problem ? error.errors[0]?.pointer : String(error);
  }
  return undefined;
}

const orders: readonly (readonly [string, string, string])[] = [
  ["id", "asc", "abcd"],
  ["id", "desc", "dcba"],
  ["name", "asc", "cbda"],
  ["name", "desc", "adbc"],
  ["size", "asc", "dbac"],
  ["size", "desc", "cabd"],
  // Documents without a value come last in both directions.
  ["weight", "asc", "dcab"],
  ["weight", "desc", "cdba"],
  ["isOpen", "asc", "bacd"],
  ["isOpen", "desc", "cabd"],
  ["nothing", "asc", "abcd"],
  ["nothing", "desc", "dcba"],
];

describe.each(orders)("ordered by %s %s", (orderField, order, expected) => {
  test("the documents are sorted", () => {
    expect(idsOf(list({ order: { orderField, order } }))).toBe(expected);
  });

  test.each([
    [1, 4],
    [2, 2],
    [3, 2],
    [4, 1],
  ])("pages of %i contain each document once", (limit, pages) => {
    expect(readPages({ order: { orderField, order } }, limit)).toEqual({ ids: expected, pages });
  });
});

const severalOrders: readonly (readonly [object[], string])[] = [
  [[{ orderField: "name" }, { orderField: "size" }], "cdba"],
  [[{ orderField: "isOpen", order: "desc" }, { orderField: "size" }], "acbd"],
  [[{ orderField: "weight" }, { orderField: "name", order: "desc" }], "dcab"],
  [[{ orderField: "nothing" }, { orderField: "name" }, { orderField: "id", order: "desc" }], "cdba"],
];

test.each(severalOrders)("ordered by several fields, pages contain each document once: %j", (order, expected) => {
  expect(idsOf(list({ order }))).toBe(expected);
  expect(readPages({ order }, 1)).toEqual({ ids: expected, pages: 4 });
});

test("a list is ordered by id by default, ascending", () => {
  expect(idsOf(list({}))).toBe("abcd");
  expect(idsOf(list({ order: { orderField: "size" } }))).toBe("dbac");
});

test("documents added or removed between two pages neither repeat nor hide others", () => {
  const order = { orderField: "name" };
  const first = listDocuments(documents, "app", { limit: 2, order }, testBudget());

  const changed = [...documents.filter(({ id }) => id !== "d"), { id: "e", name: "aa" }, { id: "f", name: "quince" }];
  const second = listDocuments(changed, "app", { limit: 10, order, nextPageKey: first.nextPageKey }, testBudget());

  expect([idsOf(first), idsOf(second)]).toEqual(["cb", "af"]);
});

test("criteria filter, and the total counts all pages", () => {
  const page = list({ criteria: { name: "apple" }, limit: 1, includeTotal: true });

  expect(idsOf(page)).toBe("b");
  expect(page.total).toBe(2);
  expect(readPages({ criteria: { name: "apple" } }, 1)).toEqual({ ids: "bd", pages: 2 });
});

test("without includeTotal nothing is counted, and the last page has no key", () => {
  expect(Object.keys(list({}))).toEqual(["results"]);
  expect(list({ includeTotal: false })).not.toHaveProperty("total");
});

test("fields are selected, and the id is always included", () => {
  expect(list({ fields: ["size", "nothing"], limit: 1 }).results).toEqual([{ id: "a", size: 10 }]);
});

describe("a page key", () => {
  const order = { orderField: "size" };
  const criteria = { size: { gt: 0 }, name: { ne: "x" } };
  const { nextPageKey } = list({ criteria, order, limit: 1 });

  test("is valid for the same criteria in another member order, and for another limit", () => {
    const page = list({ criteria: { name: { ne: "x" }, size: { gt: 0 } }, order, nextPageKey, limit: 5 });

    expect(idsOf(page)).toBe("ac");
  });

  test.each<[string, Partial<ListQuery>]>([
    ["other criteria", { criteria: { size: { gt: 1 }, name: { ne: "x" } }, order }],
    ["no criteria", { order }],
    ["another order", { criteria, order: { orderField: "name" } }],
    ["another direction", { criteria, order: { ...order, order: "desc" } }],
  ])("is rejected for %s", (_name, query) => {
    expect(errorOf(() => list({ ...query, nextPageKey }))).toBe("nextPageKey");
  });

  test("is rejected for another kind", () => {
    const read = () => listDocuments(documents, "role", { limit: 1, criteria, order, nextPageKey }, testBudget());

    expect(errorOf(read)).toBe("nextPageKey");
  });

  const [binding] = JSON.parse(Buffer.from(nextPageKey ?? "", "base64url").toString());

  test.each([
    "",
    "nonsense",
    "\u0000",
    "[]",
    "{}",
    "null",
    `["${binding}"]`,
    `["${binding}","a"]`,
    `["${binding}","a",]`,
    `["${binding}","a",{]`,
    `["${binding}","a",1,2]`,
    `["${binding}","a\\"",1]`,
    `["${binding}",7,1]`,
    `["","a",1]`,
    `["${binding}","a",1]x`,
  ])("that contains %j is rejected", (text) => {
    const key = Buffer.from(text).toString("base64url");

    expect(errorOf(() => list({ criteria, order, nextPageKey: key }))).toBe("nextPageKey");
  });

  test("with a value that no document has is still a valid position", () => {
    const key = Buffer.from(`["${binding}","zz",9.5]`).toString("base64url");

    expect(idsOf(list({ criteria, order, nextPageKey: key }))).toBe("ac");
  });
});

test.each<[string, Partial<ListQuery>]>([
  ["order.orderField", { order: { orderField: 7 } }],
  ["order.orderField", { order: { orderField: "tags" } }],
  ["order.order", { order: { orderField: "name", order: "up" } }],
  ["order.by", { order: { by: "name" } }],
  ["criteria.name.like", { criteria: { name: { like: "a" } } }],
  ["criteria.or", { criteria: { or: [] } }],
])("a query with an error at %s is rejected", (pointer, query) => {
  expect(errorOf(() => list(query))).toBe(pointer);
});

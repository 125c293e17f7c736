import { expect, test } from "vitest";
import { columnsOfType } from "../grid-column.ts";
import { initialView } from "../view-state.ts";
import { arrangementOf, contentOf, isSameArrangement } from "./arrangement.ts";

const empty = {
  ...{ layout: "table" as const, columns: [], criteria: {}, filters: null, q: null, order: [], group: null },
  ...{ boardProperty: null, problems: [] },
};

const whole = {
  ...empty,
  layout: "gallery" as const,
  columns: [{ field: "name", width: 300, pinned: true }, { field: "price", width: 90, pinned: true }, { field: "id" }],
  filters: ["any", ["price", "gt", "10"], ["updatedOn", "last", "7"]],
  q: "coat",
  order: [
    { orderField: "price", order: "desc" as const },
    { orderField: "name", order: "asc" as const },
  ],
  group: "season",
};

test("a view is shown by the address, and its columns", () => {
  expect(arrangementOf(whole)).toEqual({
    search: {
      layout: "gallery",
      q: "coat",
      filters: [
        ["price", "gt", "10"],
        ["updatedOn", "last", "7"],
      ],
      match: "any",
      order: "-price,name",
      group: "season",
    },
    state: { columns: ["price", "id"], widths: { name: 300, price: 90 }, pinned: ["price"], search: undefined },
    criteria: undefined,
  });
});

test.each([
  ["nothing", {}, { search: {}, criteria: undefined }],
  [
    "criteria that filters express",
    { criteria: { color: "olive" } },
    { search: { filters: [["color", "is", "olive"]] } },
  ],
  ["other criteria", { criteria: { or: [{ a: 1 }] } }, { search: {}, criteria: { or: [{ a: 1 }] } }],
  [
    "a board",
    { layout: "board", boardProperty: "status", group: "season" },
    { search: { layout: "board", group: "status" } },
  ],
] as const)("a view of %s", (_name, parts, arrangement) => {
  const { search, criteria } = arrangementOf({
    ...empty,
    ...parts,
    criteria: "criteria" in parts ? { ...parts.criteria } : {},
  });

  expect(JSON.parse(JSON.stringify({ search, criteria }))).toEqual(JSON.parse(JSON.stringify(arrangement)));
});

test("parts that no longer work are omitted", () => {
  const pointers = ["#/columns/1/field", "#/order/0/orderField", "#/group", "#/criteria/price/gt"];
  const problems = pointers.map((pointer) => ({ pointer, detail: "There is no property price." }));

  const { search, state } = arrangementOf({ ...whole, problems });

  expect(state.columns).toEqual(["id"]);
  expect(search).toMatchObject({ order: "name", group: undefined, filters: [["updatedOn", "last", "7"]] });
});

test("what is shown is saved, and is then the same as the view", () => {
  const [name, key] = columnsOfType([], "item");
  const columns = [name, key].flatMap((column) => column ?? []);
  const search = { layout: "board" as const, group: "status", order: "-name", match: "any" as const };
  const filters = [["price", "gt", "10"] as const, ["name", "empty"] as const];
  const state = { ...initialView, columns: ["federatedId"], widths: { federatedId: 120 }, pinned: ["federatedId"] };

  const content = contentOf({
    ...{ search: { ...search, filters }, columns, state, criteria: { price: { gt: 10 } } },
    isFiltersOnly: true,
  });

  expect(content).toEqual({
    layout: "board",
    columns: [{ field: "name" }, { field: "federatedId", width: 120, pinned: true }],
    criteria: { price: { gt: 10 } },
    filters: ["any", ...filters],
    q: null,
    order: [{ orderField: "name", order: "desc" }],
    group: null,
    boardProperty: "status",
  });
  const saved = arrangementOf({
    ...empty,
    ...content,
    criteria: {},
    filters: content.filters?.map((one) => [...one]) ?? null,
  });
  expect(saved.search.filters).toEqual(filters);
});

test.each([
  [{}, {}, true],
  [{ layout: "table" as const, peek: "x", type: "item:shoe" }, {}, true],
  [{ q: "coat" }, {}, false],
  [{ columns: ["price"] }, {}, false],
  [{}, { columns: ["price"] }, false],
  [{}, { widths: { price: 90 } }, false],
  [{}, { pinned: ["price"] }, false],
])("the address %j with %j is the same as an empty view: %s", (search, state, isSame) => {
  const shown = { search, state: { ...initialView, ...state } };

  expect(isSameArrangement(shown, { search: {}, state: initialView, criteria: undefined })).toBe(isSame);
});

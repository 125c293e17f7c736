import { expect, test } from "vitest";
import { readView } from "./view-state.ts";

const initial = { columns: undefined, widths: {}, pinned: [], search: undefined };

test.each([
  ["not JSON", "{", initial],
  ["another kind of value", "[1]", initial],
  [
    "a whole view",
    '{"columns":["price"],"widths":{"price":90},"pinned":["price"],"search":{"layout":"gallery","peek":"x","q":"coat"}}',
    { columns: ["price"], widths: { price: 90 }, pinned: ["price"], search: { layout: "gallery", q: "coat" } },
  ],
  [
    "parts of other types",
    '{"columns":["price",1],"widths":{"price":"90","note":null},"pinned":"price"}',
    { ...initial, columns: ["price"] },
  ],
])("a view is read from %s", (_name, stored, view) => {
  expect(readView(stored)).toEqual(view);
});

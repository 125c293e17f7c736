import { expect, test } from "vitest";
import { linkOfRow } from "./referrals.ts";

const frame = { typePath: "", createdOn: "", updatedOn: "", version: 1 };
const item = { ...frame, id: "item1", entityType: "item", name: "Parka" };
const project = { ...frame, id: "project1", entityType: "project", name: "Spring" };
const join = { ...frame, id: "join1", entityType: "project-item", item, project };

test.each([
  [join, "item1", "project1", "Spring"],
  [join, "project1", "item1", "Parka"],
  [item, "color1", "item1", "Parka"],
  [{ ...frame, id: "join2", entityType: "project-item", federatedId: "PI-2" }, "item1", "join2", "PI-2"],
])("a row links to the other end, or to itself", (row, hereId, id, title) => {
  expect(linkOfRow(row, hereId)).toMatchObject({ id, title });
});

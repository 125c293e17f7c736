import type { ChangeRecord } from "@weft/client";
import { expect, test } from "vitest";
import { countActions, describeOthers, groupChanges } from "./group-changes.ts";
import type { NamedChange } from "./name-changes.ts";

let sequence = 0;

function buildChange(
  changeSetId: string,
  entityId: string,
  rest: Partial<Pick<ChangeRecord, "entityType" | "action">> & Pick<NamedChange, "familyId" | "optionGroup"> = {},
): NamedChange {
  const { familyId, optionGroup, entityType = "item", action = "update" } = rest;
  sequence += 1;
  const record: ChangeRecord = {
    ...{
      id: String(sequence),
      changeSetId,
      entityId,
      entityType,
      entityReference: `${entityType}:${entityId}`,
      action,
    },
    ...{ typePath: entityType, entityVersion: 2, propertyDiffs: {}, source: "console" },
    ...{ createdOn: "2026-03-01T10:00:00.000Z" },
  };
  return { record, title: entityId, familyId, optionGroup };
}

const option = (changeSetId: string, entityId: string, familyId: string) =>
  buildChange(changeSetId, entityId, { familyId, optionGroup: "Color" });

test("adjacent changes of a set are one act, led by the style", () => {
  const changes = [
    option("s1", "rust", "coat"),
    buildChange("s1", "coat"),
    option("s1", "mauve", "coat"),
    buildChange("s2", "tote"),
  ];

  const acts = groupChanges(changes);

  expect(acts.map(({ changeSetId, lead, changes: all }) => [changeSetId, lead.title, all.length])).toEqual([
    ["s1", "coat", 3],
    ["s2", "tote", 1],
  ]);
});

test("an act is led by the deleted item, not by what was changed in consequence", () => {
  const [act] = groupChanges([
    buildChange("s", "all channels", { entityType: "assortment" }),
    buildChange("s", "member", { entityType: "assortment-item", action: "delete" }),
    buildChange("s", "vest", { action: "delete" }),
  ]);

  expect(act?.lead.title).toBe("vest");
});

test("changes of a set that are not adjacent stay separate, in order", () => {
  const acts = groupChanges([buildChange("s1", "a"), buildChange("s2", "b"), buildChange("s1", "a")]);

  expect(acts.map(({ changeSetId }) => changeSetId)).toEqual(["s1", "s2", "s1"]);
  expect(new Set(acts.map(({ id }) => id)).size).toBe(3);
});

test.each([
  ["a single change", [buildChange("s", "coat")], ""],
  [
    "a style with its colorways",
    [option("s", "rust", "coat"), option("s", "sand", "coat"), buildChange("s", "coat")],
    "and 2 colorways",
  ],
  [
    "a style with sizes",
    [buildChange("s", "xl", { familyId: "coat", optionGroup: "Size" }), buildChange("s", "coat")],
    "and 1 option",
  ],
  ["items", [buildChange("s", "b"), buildChange("s", "a"), buildChange("s", "c")], "and 2 other items"],
  ["the same item twice", [buildChange("s", "a"), buildChange("s", "a")], ""],
  [
    "several kinds",
    [buildChange("s", "b"), buildChange("s", "red", { entityType: "color" }), buildChange("s", "a")],
    "and 2 other entities",
  ],
])("an act on %s", (_name, changes, expected) => {
  expect(groupChanges(changes).map(describeOthers)).toEqual([expected]);
});

test("actions are counted where they differ", () => {
  const [act] = groupChanges([
    buildChange("s", "a", { action: "create" }),
    buildChange("s", "b"),
    buildChange("s", "c", { action: "create" }),
  ]);

  expect(act && countActions(act)).toBe("2 created, 1 changed");
});

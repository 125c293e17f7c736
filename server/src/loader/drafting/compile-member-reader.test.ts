import type { LoadConfiguration } from "@weft/contract";
import { describe, expect, test } from "vitest";
import { buildRows } from "./testing/build-rows.ts";

const own = { itemFamilyFederatedId: "F", name: "Parka" };
type Split = Partial<NonNullable<LoadConfiguration["assortmentSplit"]>>;

function buildMember(cells: Record<string, string>, split: Split = {}, top: LoadConfiguration = {}) {
  const configuration: LoadConfiguration = {
    loadType: ["ITEM", "ASSORTMENT"],
    assortmentSplit: { fieldToSplitOn: "season", values: [{ value: "FW" }], ...split },
    ...top,
  };
  const { drafts, issues } = buildRows({ configuration, cells: [{ ...own, season: "FW", ...cells }] });
  const [first] = drafts;
  return { row: first, member: first?.kind === "item" ? first.member : undefined, issues };
}

test("a row has its split value and its own assortmentId, both as in the file", () => {
  const { member } = buildMember({ season: "TRUE", assortmentId: "asrt000000000001" });
  const { member: without } = buildMember({ assortmentId: "" });

  expect(member).toStrictEqual({ splitValue: "TRUE", assortmentId: "asrt000000000001", change: "put", object: {} });
  expect(without).toStrictEqual({ splitValue: "FW", assortmentId: undefined, change: "put", object: {} });
});

test("a computed column is used only if the file has none", () => {
  const configuration: LoadConfiguration = {
    loadType: ["ITEM", "ASSORTMENT"],
    assortmentSplit: { fieldToSplitOn: "season", values: [{ value: "FW" }] },
  };

  const both = buildRows({ configuration, cells: [{ ...own, season: "FW" }], made: { season: "SS" } });
  const made = buildRows({ configuration, cells: [own], made: { season: true } });
  const removed = buildRows({
    configuration: { ...configuration, propertiesToRemove: ["season"] },
    cells: [{ ...own, season: "FW" }],
  });

  expect(both.drafts).toMatchObject([{ member: { splitValue: "FW" } }]);
  expect(made.drafts).toMatchObject([{ member: { splitValue: "true" } }]);
  expect(removed.drafts).toMatchObject([{ member: { splitValue: "FW" } }]);
});

describe("the change of the member", () => {
  const partial = { partialAssortmentUpdate: true };
  const both = { ...partial, addField: "add", dropField: "drop" };

  test.each<[string, Record<string, string>, Split, LoadConfiguration, string]>([
    ["full: every row is put", { add: "false", drop: "TRUE" }, { addField: "add", dropField: "drop" }, {}, "put"],
    [
      "full, also where the top says partial",
      { drop: "true" },
      { partialAssortmentUpdate: false, dropField: "drop" },
      partial,
      "put",
    ],
    ["partial: a row not dropped is put", { drop: "" }, { ...partial, dropField: "drop" }, {}, "put"],
    ["partial: without fields every row is put", {}, partial, {}, "put"],
    ["partial: dropped", { drop: "True" }, { ...partial, dropField: "drop" }, {}, "drop"],
    ["partial, from the top", { drop: "true" }, {}, { ...partial, assortmentItemDropField: "drop" }, "drop"],
    [
      "partial: the field inside wins",
      { out: "true", drop: "false" },
      { ...partial, dropField: "drop" },
      { assortmentItemDropField: "out" },
      "put",
    ],
    ["partial: added", { add: "TRUE", drop: "" }, both, {}, "put"],
    ["partial: dropped though not added", { add: "false", drop: "true" }, both, {}, "drop"],
    ["partial: neither", { add: "", drop: "false" }, both, {}, "none"],
  ])("%s", (_, cells, ...[split, top, change]) => {
    const { member, issues, row } = buildMember(cells, split, top);

    expect(member?.change).toBe(change);
    expect(issues.filter(({ columnName }) => columnName !== "season")).toStrictEqual([]);
    expect(JSON.stringify(row)).not.toMatch(/"(add|drop|out)":/);
  });

  test("both true is an error", () => {
    const { row, issues } = buildMember({ add: "true", drop: "TRUE" }, both);

    expect(row).toBeUndefined();
    expect(issues.filter(({ severity }) => severity === "error")).toMatchObject([
      {
        rowNumber: 2,
        columnName: "drop",
        message: "add and drop are both true: the item cannot be both added and dropped.",
      },
    ]);
  });

  test.each(["true", "TRUE", "yes", "Yes", "1"])("%s is true", (drop) => {
    const { member, issues } = buildMember({ drop }, { ...partial, dropField: "drop" });

    expect(member?.change).toBe("drop");
    expect(issues).not.toContainEqual(expect.objectContaining({ columnName: "drop" }));
  });

  test.each(["false", "no", "NO", "0", ""])("%j is false", (drop) => {
    const { member, issues } = buildMember({ drop }, { ...partial, dropField: "drop" });

    expect(member?.change).toBe("put");
    expect(issues).not.toContainEqual(expect.objectContaining({ columnName: "drop" }));
  });

  test("any other value counts as false, with a warning", () => {
    const { member, issues } = buildMember({ drop: "maybe" }, { ...partial, dropField: "drop" });

    expect(member?.change).toBe("put");
    expect(issues).toContainEqual(
      expect.objectContaining({
        severity: "warning",
        columnName: "drop",
        message: "drop is neither true nor false: maybe. It is treated as false.",
      }),
    );
  });
});

test("without ASSORTMENT there is no member", () => {
  const { drafts } = buildRows({ cells: [own] });

  expect(drafts[0]).not.toHaveProperty("member");
});

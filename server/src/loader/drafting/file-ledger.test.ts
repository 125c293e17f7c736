import type { LoadConfiguration } from "@weft/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { IssueList } from "../load-issue.ts";
import { FileLedger } from "./file-ledger.ts";
import type { PlainRow } from "./row-drafts.ts";
import { buildRows, buildTree } from "./testing/build-rows.ts";

const types = buildTree({
  item: {
    properties: [
      { slug: "brand", level: "family" },
      { slug: "price", level: "all" },
      { slug: "ean", unique: true },
      { slug: "code", unique: "family" },
      { slug: "tag", unique: true, level: "family" },
    ],
  },
  "project-item": {
    properties: [
      { slug: "slot", unique: true },
      { slug: "fabric", level: "family" },
    ],
  },
  "assortment-item": { properties: [{ slug: "rank" }] },
});

type Cells = Record<string, string>;

/** A row of an option with the given cells. */
function option(familyId: string, optionId: string, more: Cells = {}): Cells {
  return {
    itemFamilyFederatedId: familyId,
    itemOptionFederatedId: optionId,
    name: `N ${familyId}`,
    optionName: optionId === "" ? "" : "Red",
    ...more,
  };
}

function check(cells: readonly Cells[], configuration: LoadConfiguration = {}) {
  const { drafts, issues } = buildRows({ types, cells, configuration });
  return {
    good: drafts.map((row) => row !== undefined),
    issues: issues.map(
      ({ rowNumber, severity, issueType, message }) => `${rowNumber} ${severity} ${issueType} ${message}`,
    ),
  };
}

describe("a repeated id", () => {
  test("with the same content is a warning", () => {
    const { good, issues } = check([option("F", "A"), option("F", "B"), option("F", "A")]);

    expect(good).toStrictEqual([true, true, true]);
    expect(issues).toStrictEqual([
      "4 warning DUPLICATE_FEDERATED_ID itemOptionFederatedId A is already in row 2, with the same content.",
    ]);
  });

  test.each([
    ["other fields", option("F", "A", { price: "2" })],
    ["another name for the option", option("F", "A", { price: "1", optionName: "Blue" })],
    ["another family", option("G", "A", { price: "1", name: "N F" })],
    ["a cleared field", option("F", "A", { price: "" })],
  ])("with %s is an error that names the first row", (_, second) => {
    const { good, issues } = check([option("F", "A", { price: "1" }), second]);

    expect(good).toStrictEqual([true, false]);
    expect(issues).toContain(
      "3 error DUPLICATE_FEDERATED_ID itemOptionFederatedId A is already in row 2, with different content.",
    );
  });

  test("of a family, in rows of the family only", () => {
    const { good, issues } = check([
      option("F", "", { price: "1" }),
      option("F", "", { price: "1" }),
      option("F", "", { price: "2" }),
    ]);

    expect(good).toStrictEqual([true, true, false]);
    expect(issues).toStrictEqual([
      "3 warning DUPLICATE_FEDERATED_ID itemFamilyFederatedId F is already in row 2, with the same content.",
      "4 error DUPLICATE_FEDERATED_ID itemFamilyFederatedId F is already in row 2, with different content.",
    ]);
  });

  test("as a family's and as an option's, in either order", () => {
    const familyFirst = check([option("A", ""), option("F", "A")]);
    const optionFirst = check([option("F", "A"), option("A", "B")]);

    expect(familyFirst.issues).toStrictEqual([
      "3 error DUPLICATE_FEDERATED_ID itemOptionFederatedId A is also a family in row 2.",
    ]);
    expect(optionFirst.issues).toStrictEqual([
      "3 error DUPLICATE_FEDERATED_ID itemFamilyFederatedId A is also an option in row 2.",
    ]);
    expect([familyFirst.good, optionFirst.good]).toStrictEqual([
      [true, false],
      [true, false],
    ]);
  });

  test("of a plain entity", () => {
    const color = (federatedId: string, name: string) => ({ federatedId, name, hex: "336699" });

    const { good, issues } = check([color("C", "Blue"), color("C", "Blue"), color("C", "Sky")], {
      loadType: ["COLOR"],
    });

    expect(good).toStrictEqual([true, true, false]);
    expect(issues).toStrictEqual([
      "3 warning DUPLICATE_FEDERATED_ID federatedId C is already in row 2, with the same content.",
      "4 error DUPLICATE_FEDERATED_ID federatedId C is already in row 2, with different content.",
    ]);
  });

  test("with other seasonal fields is an error", () => {
    const { good } = check([option("F", "A", { slot: "1" }), option("F", "A", { slot: "2" })], {
      loadType: ["ITEM", "PROJECT_ITEM"],
    });

    expect(good).toStrictEqual([true, false]);
  });
});

describe("an item in assortments", () => {
  const configuration: LoadConfiguration = {
    loadType: ["ITEM", "ASSORTMENT"],
    assortmentSplit: { fieldToSplitOn: "to", values: [{ value: "a" }] },
    propertiesToRemove: ["to"],
  };
  const member = (to: string, rank: string) => option("F", "A", { to, rank });

  test("may be in several, with a row for each", () => {
    expect(check([member("a", "1"), member("b", "2")], configuration)).toStrictEqual({
      good: [true, true],
      issues: [],
    });
  });

  test("is in each of them once", () => {
    const { good, issues } = check(
      [member("a", "1"), member("b", "1"), member("b", "1"), member("a", "2")],
      configuration,
    );

    expect(good).toStrictEqual([true, true, true, false]);
    expect(issues).toStrictEqual([
      "4 warning DUPLICATE_FEDERATED_ID itemOptionFederatedId A is already in row 3, with the same content.",
      "5 error DUPLICATE_FEDERATED_ID itemOptionFederatedId A is already in row 2, with different content.",
    ]);
  });
});

describe("rows of one family", () => {
  test("that agree cause no warning, whatever the values of their options and the family's own row", () => {
    const { good, issues } = check([
      option("F", "A", { brand: "Acme", price: "1" }),
      option("F", "", { brand: "Acme", price: "9" }),
      option("F", "B", { brand: "Acme", price: "2" }),
    ]);

    expect(issues).toStrictEqual([]);
    expect(good).toStrictEqual([true, true, true]);
  });

  test.each([
    ["brand", { brand: "Other" }],
    ["name", { name: "Other" }],
    ["typePath", { typePath: "item:other" }],
    ["an aimed column", { priceFamily: "2" }],
  ])("that differ in %s are reported when it changes", (_, change) => {
    const base = { brand: "Acme", typePath: "item", priceFamily: "1" };
    const rows = [
      option("F", "A", base),
      option("F", "B", { ...base, ...change }),
      option("F", "C", { ...base, ...change }),
      option("F", "D", base),
    ];

    const { good, issues } = check(rows);

    expect(good).toStrictEqual([true, true, true, true]);
    expect(issues).toStrictEqual([
      "3 warning DUPLICATE_FEDERATED_ID The family F has different values in this row and in row 2; the later row takes precedence.",
      "5 warning DUPLICATE_FEDERATED_ID The family F has different values in this row and in row 3; the later row takes precedence.",
    ]);
  });

  test("that differ in a seasonal field of the family are reported", () => {
    const { issues } = check([option("F", "A", { fabric: "wool" }), option("F", "B", { fabric: "silk" })], {
      loadType: ["ITEM", "PROJECT_ITEM"],
    });

    expect(issues).toHaveLength(1);
  });

  test("with the name of another family are reported once", () => {
    const { good, issues } = check([
      option("F", "A", { name: "Parka" }),
      option("G", "B", { name: "Parka" }),
      option("G", "C", { name: "Parka" }),
    ]);

    expect(good).toStrictEqual([true, true, true]);
    expect(issues).toStrictEqual([
      "3 warning VALIDATION_ERROR The family G has the same name as another family, in row 2.",
    ]);
  });
});

describe("a unique value", () => {
  test.each([
    ["of the org, on two options", [option("F", "A", { ean: "1" }), option("F", "B", { ean: "1" })], true],
    ["of the org, on a family and an option", [option("F", "", { ean: "1" }), option("F", "B", { ean: "1" })], true],
    ["of the org, empty", [option("F", "A", { ean: "" }), option("F", "B", { ean: "" })], false],
    ["of the org, on one option twice", [option("F", "A", { ean: "1" }), option("F", "A", { ean: "1" })], false],
    ["of a family, in one family", [option("F", "A", { code: "1" }), option("F", "B", { code: "1" })], true],
    ["of a family, in two", [option("F", "A", { code: "1" }), option("G", "B", { code: "1" })], false],
    [
      "held by the family, from two of its rows",
      [option("F", "A", { tag: "1" }), option("F", "B", { tag: "1" })],
      false,
    ],
    ["held by two families", [option("F", "A", { tag: "1" }), option("G", "B", { tag: "1" })], true],
  ])("%s", (_, cells, isRefused) => {
    const { good, issues } = check(cells);

    const errors = issues.filter((issue) => issue.includes(" error "));
    expect(good).toStrictEqual([true, !isRefused]);
    expect(errors).toHaveLength(isRefused ? 1 : 0);
    expect(
      errors.every((error) =>
        /^3 error VALIDATION_ERROR \w+ must be unique, but row 2 has the same value: 1\.$/.test(error),
      ),
    ).toBe(true);
  });

  test("of a project item", () => {
    const { good } = check([option("F", "A", { slot: "1" }), option("F", "B", { slot: "1" })], {
      loadType: ["ITEM", "PROJECT_ITEM"],
    });

    expect(good).toStrictEqual([true, false]);
  });
});

test("the ledger finds the same repetitions as a Map of whole rows", () => {
  const entities = fc.array(fc.record({ id: fc.nat(200), name: fc.constantFrom("a", "b") }), {
    maxLength: 400,
    size: "max",
  });

  fc.assert(
    fc.property(entities, (file) => {
      const issues = new IssueList();
      const ledger = new FileLedger({ types, columns: ["federatedId", "name"] });
      const first = new Map<number, { name: string; row: number }>();

      file.forEach(({ id, name }, index) => {
        const row: PlainRow = {
          kind: "entity",
          rowNumber: index + 2,
          entity: { entityType: "color", federatedId: String(id), object: { name } },
        };
        const known = first.get(id);
        const reported = issues.all.length;

        expect(ledger.check(row, issues)).toBe(known === undefined || known.name === name);
        expect(issues.all.length - reported).toBe(known === undefined ? 0 : 1);
        if (known === undefined) {
          first.set(id, { name, row: index + 2 });
        } else {
          expect(issues.all.at(-1)?.message).toContain(`is already in row ${known.row}`);
        }
      });
    }),
    { numRuns: 50 },
  );
});

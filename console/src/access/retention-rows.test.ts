import { describe, expect, test } from "vitest";
import {
  findDaysError,
  findExpiring,
  findRetentionError,
  type KeptData,
  type RetentionRow,
  type RetentionValues,
  retentionUpdate,
  retentionValues,
} from "./retention-rows.ts";

const stored = { retention: { item: 30, color: 5 }, auditRetentionDays: null, dataRetention: { loads: 365 } };
const unchanged: RetentionValues = {
  types: [
    { entityType: "item", days: 30 },
    { entityType: "color", days: 5 },
  ],
  auditRetentionDays: "",
  runs: "",
  deliveries: "",
  loads: 365,
  unusedFiles: "",
};

test("the settings of the organization are the values of the form", () => {
  expect(retentionValues(stored)).toEqual(unchanged);
});

test.each<[string, Partial<RetentionValues>, object]>([
  ["removed types are unset", { types: [{ entityType: "item", days: 60 }] }, { retention: { item: 60, color: null } }],
  ["no types keep all changes", { types: [] }, { retention: null }],
  ["an empty text is the default", { loads: "" }, { dataRetention: expect.objectContaining({ loads: null }) }],
  ["days are sent as numbers", { auditRetentionDays: 120 }, { auditRetentionDays: 120 }],
])("%s", (_case, changed, body) => {
  expect(retentionUpdate(stored, { ...unchanged, ...changed })).toMatchObject(body);
});

test.each<[readonly RetentionRow[], string | undefined]>([
  [[], undefined],
  [[{ entityType: "item", days: 30 }], undefined],
  [[{ entityType: "", days: 30 }], "Select a type in every row."],
  [[{ entityType: "item", days: "" }], "Enter whole days from 1 to 36,500."],
  [[{ entityType: "item", days: 0 }], "Enter whole days from 1 to 36,500."],
  [[{ entityType: "item", days: 40_000 }], "Enter whole days from 1 to 36,500."],
  [
    [
      { entityType: "item", days: 30 },
      { entityType: "item", days: 31 },
    ],
    "item is listed twice.",
  ],
])("the error of %j is: %s", (rows, error) => {
  expect(findRetentionError(rows)).toBe(error);
});

test.each<[number | string, number, string | undefined]>([
  ["", 90, undefined],
  [90, 90, undefined],
  [89, 90, "Enter whole days from 90 to 36,500."],
  [1.5, 1, "Enter whole days from 1 to 36,500."],
  [36_501, 7, "Enter whole days from 7 to 36,500."],
])("%j days with a minimum of %d: %s", (value, minDays, error) => {
  expect(findDaysError(value, minDays)).toBe(error);
});

describe("data whose retention becomes shorter is named before it is saved", () => {
  const row = (data: KeptData["data"], days: number | null, isDefault: boolean): KeptData => ({
    data,
    days,
    isDefault,
    minDays: 1,
    setting: "",
    expiresBefore: null,
    nextRunOn: "2026-03-02T03:00:00.000Z",
  });
  const results = [
    { ...row("change-history", 30, false), entityType: "item" },
    { ...row("change-history", 5, false), entityType: "color" },
    row("change-history", null, true),
    row("audit-log", 400, true),
    row("runs", 90, true),
    row("deliveries", 30, true),
    row("loads", 365, false),
    row("unused-files", null, true),
  ];
  const now = Date.parse("2026-03-01T00:00:00.000Z");

  test.each<[string, Partial<RetentionValues>, [string, string | undefined][]]>([
    ["nothing", {}, []],
    ["longer", { runs: 120, loads: "", types: [] }, []],
    ["runs", { runs: 31 }, [["Runs that have ended", "2026-01-29T00:00:00.000Z"]]],
    ["files that were kept", { unusedFiles: 28 }, [["Unused files", "2026-02-01T00:00:00.000Z"]]],
    [
      "changes of a type that were kept",
      { types: [...unchanged.types, { entityType: "project", days: 59 }] },
      [["Changes: project", "2026-01-01T00:00:00.000Z"]],
    ],
    ["the audit log", { auditRetentionDays: 90 }, [["Audit log", "2025-12-01T00:00:00.000Z"]]],
  ])("%s", (_case, changed, expected) => {
    const expiring = findExpiring(results, { ...unchanged, ...changed }, now);

    expect(expiring.map(({ label, expiresBefore }) => [label, expiresBefore?.toISOString()])).toEqual(expected);
  });

  test("the operator's default, which may be shorter", () => {
    const own = results.map((one) => (one.data === "audit-log" ? row("audit-log", 1000, false) : one));

    expect(findExpiring(own, unchanged, now)).toEqual([
      { label: "Audit log", expiresBefore: undefined, nextRunOn: "2026-03-02T03:00:00.000Z" },
    ]);
  });
});

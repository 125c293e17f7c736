import type { Right } from "@weft/contract";
import { expect, test } from "vitest";
import { coversGrants, grantsOfKey, grantsOfRole } from "./grants.ts";

const read = (typePath: string, more: Partial<Right> = {}): Right => ({ verbs: ["read"], typePath, ...more });

const cases: readonly (readonly [held: readonly Right[], wanted: readonly Right[], isCovered: boolean])[] = [
  [[], [], true],
  [[], [read("item")], false],
  [[read("*")], [read("item:*"), read("*")], true],
  [[read("item:*")], [read("*")], false],
  [[read("item:*")], [read("item"), read("item:*"), read("item:shoe"), read("item:shoe:*")], true],
  [[read("item")], [read("item:*")], false],
  [[read("item")], [read("item:shoe")], false],
  [[read("item:shoe:*")], [read("item:shoes")], false],
  [[read("item:shoe:*")], [read("item")], false],
  [[read("item:*")], [{ verbs: ["read", "update"], typePath: "item" }], false],
  [[read("item:*"), { verbs: ["update"], typePath: "*" }], [{ verbs: ["read", "update"], typePath: "item" }], true],
  [[read("item:*")], [read("item", { fields: ["name"] })], true],
  [[read("item:*", { fields: ["name"] })], [read("item")], false],
  [[read("item:*", { fields: ["name"] })], [read("item", { fields: ["name", "cost"] })], false],
  [
    [read("item:*", { fields: ["name"] }), read("*", { fields: ["cost"] })],
    [read("item", { fields: ["name", "cost"] })],
    true,
  ],
  [[read("item:*", { fields: [] })], [read("item", { fields: [] })], true],
  [[read("color:*")], [read("item", { fields: [] })], false],
  [[read("workspace")], [read("workspace", { projectId: "p1" })], true],
  [[read("workspace", { projectId: "p1" })], [read("workspace", { projectId: "p1" })], true],
  [[read("workspace", { projectId: "p1" })], [read("workspace", { projectId: "p2" })], false],
  [[read("workspace", { projectId: "p1" })], [read("workspace")], false],
];

test.each(cases)("%j covers %j: %s", (held, wanted, isCovered) => {
  const holder = { rights: held, isAdministrator: false };

  expect(coversGrants(holder, { rights: wanted, isAdministrator: false })).toBe(isCovered);
});

test("only administrators cover administrators", () => {
  const [owner, admin, editor] = ["owner", "admin", "editor"].map((role) => grantsOfRole(role, null));

  const covered = [owner, admin, editor].map((holder) =>
    [owner, admin, editor].map((wanted) => holder && wanted && coversGrants(holder, wanted)),
  );

  expect(covered).toEqual([
    [true, true, true],
    [true, true, true],
    [false, false, true],
  ]);
});

test("each preset covers itself, and admin covers all", () => {
  const presets = (["read-only", "loader", "callback", "admin"] as const).map((preset) => grantsOfKey(preset, null));

  expect(presets.map((grants) => coversGrants(grants, grants))).toEqual([true, true, true, true]);
  expect(presets.map((grants) => coversGrants(grantsOfKey("admin", null), grants))).toEqual([true, true, true, true]);
});

import { describe, expect, test } from "vitest";
import { orderingOf, propertyKinds } from "./property-kinds.ts";
import { buildProperty } from "./testing/build-property.ts";
import { readCell, readJson, validateDefinition } from "./testing/read-value.ts";

test.each([
  ["formula", "is computed by its formula and cannot be set. Omit it."],
  ["sequence", "is numbered by the service and cannot be set. Omit it."],
] as const)("a %s is set only by the service", (kind, error) => {
  expect(readJson("STY-000123", buildProperty(kind))).toStrictEqual({ error });
  expect(readCell("STY-000123", buildProperty(kind))).toStrictEqual({ error });
  expect(propertyKinds[kind].isComputed).toBe(true);
});

describe("a definition states what the service needs to compute the value", () => {
  test.each([
    ["formula", {}, undefined],
    ["formula", { expression: undefined }, "formula requires expression, such as {price} * 1.19."],
    ["formula", { resultKind: undefined }, "formula requires resultKind, the data type of its result."],
    ["formula", { default: 1 }, "formula cannot have a default: its expression computes every value."],
    ["sequence", {}, undefined],
    ["sequence", { prefix: "STY-", digits: 6 }, undefined],
    ["sequence", { default: "STY-1" }, "sequence cannot have a default: the service numbers every entity."],
  ] as const)("%s with %j", (kind, options, error) => {
    expect(validateDefinition(buildProperty(kind, options))).toBe(error);
  });
});

describe("lists compare", () => {
  test.each([
    ["formula", { resultKind: "number" }, "number"],
    ["formula", { resultKind: "datetime" }, "text"],
    ["formula", { resultKind: "boolean" }, "text"],
    ["formula", { resultKind: undefined }, "text"],
    ["sequence", {}, "text"],
    ["string", { resultKind: "number" }, "text"],
    ["text", {}, "none"],
    ["rating", {}, "number"],
    ["currency", {}, "number"],
    ["percent", {}, "number"],
    ["date", {}, "text"],
    ["choice", {}, "option"],
    ["multi_select", {}, "none"],
    ["json", {}, "none"],
  ] as const)("a %s with %j as %s", (kind, options, ordering) => {
    expect(orderingOf(buildProperty(kind, options))).toBe(ordering);
  });
});

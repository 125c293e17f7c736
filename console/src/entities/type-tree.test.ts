import type { EntityType } from "@weft/client";
import { describe, expect, test } from "vitest";
import { branchTypes, pathsAbove, pruneBranches, type TypeBranch } from "./type-tree.ts";

function typeNamed(typePath: string, ...slugs: readonly string[]): EntityType {
  return {
    id: typePath,
    entityType: "entity-type",
    typePath,
    label: typePath,
    mode: "open",
    isDescribed: true,
    presentation: {},
    effectivePresentation: {},
    properties: slugs.map((slug) => ({ slug, label: slug, propertyType: "string" })),
    inheritedProperties: [],
    createdOn: "2026-03-01T00:00:00.000Z",
    updatedOn: "2026-03-01T00:00:00.000Z",
    createdById: null,
    updatedById: null,
    version: 1,
  };
}

const types = ["color", "item", "item:product", "item:product:shoe", "item:sample"].map((path) => typeNamed(path));
types.push(typeNamed("project", "season"));

function outline(branches: readonly TypeBranch[]): string {
  return branches
    .map(({ type, children }) => (children.length === 0 ? type.id : `${type.id}(${outline(children)})`))
    .join(" ");
}

test("paths become a tree for each root type", () => {
  expect(outline(branchTypes(types))).toBe("color item(item:product(item:product:shoe) item:sample) project");
});

describe("the search", () => {
  test.each([
    ["", "color item(item:product(item:product:shoe) item:sample) project"],
    ["SHOE", "item(item:product(item:product:shoe))"],
    ["season", "project"],
    ["nothing", ""],
  ])("%j leaves %j", (words, expected) => {
    expect(outline(pruneBranches(branchTypes(types), words))).toBe(expected);
  });
});

test("the parents of a type begin with its root", () => {
  expect(pathsAbove("item:product:shoe")).toEqual(["item", "item:product"]);
  expect(pathsAbove("item")).toEqual([]);
});

import { expect, test } from "vitest";
import { assortmentSnippet, projectItemSnippet } from "./loader-snippet.ts";

test("project items are loaded into the workspace of this identifier", () => {
  expect(JSON.parse(projectItemSnippet("aw26"))).toMatchObject({
    loadType: ["ITEM", "PROJECT_ITEM"],
    workspaceIdentifier: "aw26",
  });
});

test("each assortment is found by its identifier", () => {
  const snippet = assortmentSnippet(undefined, [{ name: "Core", identifier: "aw26-core" }]);

  expect(JSON.parse(snippet)).toMatchObject({
    loadType: ["ITEM", "PROJECT_ITEM", "ASSORTMENT"],
    assortmentSplit: { fieldToSplitOn: "Assortment", values: [{ value: "Core", assortmentIdentifier: "aw26-core" }] },
  });
  expect(snippet).not.toContain("workspaceIdentifier");
});

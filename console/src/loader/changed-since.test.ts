import { expect, test } from "vitest";
import { countOverlap } from "./changed-since.ts";

test("only later changes of entities that the load changed count, and not its own", () => {
  const own = [
    { entityReference: "item:1", changeSetId: "load" },
    { entityReference: "item:2", changeSetId: "load" },
  ];
  const later = [
    { entityReference: "item:1", changeSetId: "load" },
    { entityReference: "item:1", changeSetId: "hand" },
    { entityReference: "item:9", changeSetId: "hand" },
  ];

  expect(countOverlap(own, later)).toBe(1);
});

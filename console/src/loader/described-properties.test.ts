import { expect, test } from "vitest";
import { describedProperties } from "./described-properties.ts";

test("columns are defined by type, with the labels of the file", () => {
  const column = { examples: [], guessedKind: "number" } as const;

  expect(
    describedProperties({
      federatedMappings: { fabricWeight: "Fabric weight" },
      undescribedColumns: [
        { ...column, examples: [], columnName: "fabricWeight", slug: "fabricWeight", typePath: "item:a" },
        { ...column, examples: [], columnName: "Line", slug: "line", typePath: "item:b" },
      ],
    }),
  ).toEqual([
    {
      typePath: "item:a",
      properties: [
        { slug: "fabricWeight", columnName: "fabricWeight", label: "Fabric weight", propertyType: "number" },
      ],
    },
    { typePath: "item:b", properties: [{ slug: "line", columnName: "Line", label: "Line", propertyType: "number" }] },
  ]);
});

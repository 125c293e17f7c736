import { expect, test } from "vitest";
import { sampleSteps } from "./sample-steps.ts";

const preview = { headers: ["Style", "On", "Retail price"], rows: [{ number: 2, cells: ["P1", "TRUE", "10"] }] };
const samples = [
  {
    preprocessingStepName: "booleans",
    columns: ["Style", "On", "Retail price"],
    rows: [{ rowNumber: 2, values: ["P1", true, "10"] }],
  },
  {
    preprocessingStepName: "federatedMappings",
    columns: ["Style", "On", "Retail price", "name"],
    rows: [{ rowNumber: 2, values: ["P1", true, "10", "P1"] }],
  },
  {
    preprocessingStepName: "propertiesToRemove",
    columns: ["On", "Retail price", "name"],
    rows: [{ rowNumber: 2, values: [true, "10", "P1"] }],
  },
  {
    preprocessingStepName: "byType",
    columns: ["On", "retailPrice", "name"],
    rows: [{ rowNumber: 2, values: [true, "10", "P1"] }],
  },
  {
    preprocessingStepName: "conditionalColumns",
    columns: ["On", "retailPrice", "name"],
    rows: [{ rowNumber: 2, values: [true, "10", "Parka"] }],
  },
  {
    preprocessingStepName: "byTypeWithWarnings",
    columns: ["On", "retailPrice", "name"],
    rows: [{ rowNumber: 2, values: [true, "10", "Parka"] }],
  },
];

test("each step shows its changes", () => {
  const steps = sampleSteps(preview, samples);

  expect(steps.map(({ title, changesCount }) => [title, changesCount])).toEqual([
    ["Read", 0],
    ["Booleans", 1],
    ["Mapped", 1],
    ["Removed", 1],
    ["Typed", 1],
    ["Computed", 1],
    ["Validated", 0],
  ]);
  expect(steps[2]?.columns[3]).toEqual({ name: "name", isNew: true, formerName: undefined });
  expect(steps[3]?.removed).toEqual(["Style"]);
  expect(steps[4]?.columns[1]).toEqual({ name: "retailPrice", isNew: false, formerName: "Retail price" });
  expect(steps[5]?.rows[0]?.cells[2]).toEqual({ value: "Parka", isChanged: true });
});

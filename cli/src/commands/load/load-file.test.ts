import { expect, test } from "vitest";
import { requestOf } from "./load-command.ts";

test("omitted options leave the configuration unchanged", () => {
  expect(requestOf({ watch: true })).toEqual({});
});

test("options override the configuration", () => {
  expect(
    requestOf({
      watch: true,
      dryRun: true,
      onRowError: "skip",
      encoding: "windows-1252",
      delimiter: "tab",
      workspace: "fall-26",
      maxRemovals: "0",
      strictColumns: true,
    }),
  ).toEqual({
    dryRun: true,
    onRowError: "skip",
    encoding: "windows-1252",
    delimiter: "\t",
    workspaceIdentifier: "fall-26",
    maxRemovals: 0,
    strictColumns: true,
  });
});

test("a sample writes nothing", () => {
  expect(requestOf({ watch: true, sample: "5" })).toEqual({ sampleRows: 5, dryRun: true });
});

test.each(["x", "-1", "1.5", ""])("%j is not a number of removals", (maxRemovals) => {
  expect(() => requestOf({ watch: true, maxRemovals })).toThrow("--max-removals takes a whole number");
});

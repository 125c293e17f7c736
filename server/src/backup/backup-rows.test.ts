import { expect, test } from "vitest";
import { rowsBytesMax, rowsEntry, tableOf } from "./backup-rows.ts";

test("a page of rows is an entry of its table, with a line for each", () => {
  const { path, size } = rowsEntry("orgs", 12, ['["é"]', '["b"]']);

  expect([path, tableOf(path), size]).toEqual(["tables/orgs/00000012.jsonl", "orgs", 13]);
});

test("a row that no restore could insert is refused", () => {
  expect(() => rowsEntry("orgs", 1, ["x".repeat(rowsBytesMax)])).toThrow(
    /A row of the table orgs has 256000001 bytes.*pg_dump/,
  );
});

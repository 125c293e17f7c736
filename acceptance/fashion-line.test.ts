import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildKey, buildOrg } from "../server/src/testing/builders.ts";
import { createTestDatabase, type TestDatabase } from "../server/src/testing/test-database.ts";
import { csvOf, type FashionFile, makeFashionLine } from "../tools/fashion-line.ts";
import { buildFashionHouse, fashionLoads } from "./testing/fashion-house.ts";
import { LoadClient } from "./testing/load-client.ts";
import { type NodeProcess, startNode } from "./testing/node-process.ts";

let database: TestDatabase;
let folder: string;
let node: NodeProcess;
let client: LoadClient;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "weft-fashion-"));
  node = await startNode({
    env: {
      DATA_DIR: folder,
      DATABASE_URL: database.connectionString,
      DATABASE_POOL: "4",
      WEFT_SECRET: "a secret that only this test knows, long enough",
      WEFT_RATE_LIMIT: "off",
    },
  });
  const { headers } = await buildKey({ database }, await buildOrg({ database }));
  client = new LoadClient({ address: () => node.address, headers });
  await buildFashionHouse(client);
});

afterAll(async () => {
  await node.end("SIGTERM");
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const input = { families: 300, seed: 16, mistakesPercent: 4 };
const skip = { onRowError: "skip" } as const;

/** Corrects the cells of an issues file. */
function correct(issuesFile: string, { mistakes }: FashionFile): string {
  const [headers = [], ...rows]: string[][] = parse(issuesFile, { bom: true });
  const rowColumn = headers.indexOf("_row");
  const corrected = rows.map((row) =>
    mistakes
      .filter(({ rowNumber }) => String(rowNumber) === row[rowColumn])
      .reduce((cells, { columnName, right }) => cells.with(headers.indexOf(columnName), right), row),
  );
  return csvOf({ headers, rows: corrected });
}

/** The row numbers in the issues file. */
function rowsIn(issuesFile: string): number[] {
  const records: { _row: string }[] = parse(issuesFile, { bom: true, columns: true });
  return records.map(({ _row }) => Number(_row));
}

/** Loads a file with errors, corrects the rejected rows, and loads those. */
async function loadAndCorrect(file: FashionFile, configuration: object, again: object = configuration) {
  const first = await client.load(csvOf(file), { ...configuration, ...skip });
  const issues = first.issuesFileId === undefined ? "" : await client.download(first.issuesFileId);
  const second = issues === "" ? first : await client.load(correct(issues, file), again);
  return { first, issues, second };
}

const partial = {
  ...fashionLoads.items,
  assortmentSplit: { ...fashionLoads.items.assortmentSplit, partialAssortmentUpdate: true },
};

test("a fashion line with errors is loaded, and is complete once its rejected rows are corrected", async () => {
  const line = makeFashionLine(input);
  const right = makeFashionLine({ ...input, mistakesPercent: 0 });

  const colors = await loadAndCorrect(line.colors, fashionLoads.colors);
  const sizes = await loadAndCorrect(line.sizes, fashionLoads.sizes);
  // A corrected file contains some rows of an assortment, not all of them.
  const items = await loadAndCorrect(line.items, fashionLoads.items, partial);
  const publishes = await countPublishes();
  const proof = await client.load(csvOf(right.items), fashionLoads.items);

  expect(new Set(line.items.mistakes.map(({ columnName }) => columnName)).size).toBe(13);
  expect([line.colors.mistakes.length, line.sizes.mistakes.length]).not.toContain(0);
  for (const { first, second } of [colors, sizes, items]) {
    expect(first).toMatchObject({ status: "completed", failureArea: "NONE" });
    expect(second).toMatchObject({ status: "completed", failureArea: "NONE", errors: 0 });
  }
  expect(rowsIn(items.issues)).toEqual(expect.arrayContaining(line.items.mistakes.map(({ rowNumber }) => rowNumber)));
  const families = new Set(right.items.rows.map(([style]) => style)).size;
  expect(proof).toMatchObject({ status: "completed", errors: 0 });
  expect(proof.counts).toMatchObject({
    item: { created: 0, updated: 0, unchanged: families + right.items.rows.length },
    "project-item": { created: 0, updated: 0 },
    "assortment-item": { created: 0, updated: 0, deleted: 0 },
  });
  expect(await countPublishes()).toBe(publishes);
});

async function countPublishes(): Promise<number> {
  const assortments = await client.all("assortments");
  const histories = await Promise.all(assortments.map(({ id }) => client.call("GET", `/assortments/${id}/history`)));
  return histories.reduce((sum, { results }) => sum + results.length, 0);
}

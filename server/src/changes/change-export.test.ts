import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { problem } from "../access/testing/problem.ts";
import { testBudget } from "../testing/test-budget.ts";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import { everyChange } from "./change-criteria.ts";
import { exportChanges } from "./export-changes.ts";
import { readableChanges } from "./readable-changes.ts";
import { buildChangeWorld, type ChangeWorld, cursorsOf, type HistoryQuery, toSearch } from "./testing/change-world.ts";

let service: TestService;
let world: ChangeWorld;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  world = await buildChangeWorld(service);
});

function exportUrl(query: HistoryQuery = {}): string {
  return `${service.address}/api/change-history/export?${toSearch(query)}`;
}

async function readExport(query: HistoryQuery = {}) {
  const answer = await fetch(exportUrl(query), { headers: world.key.headers });
  const body = await answer.text();
  const lines = body.split("\n").slice(0, -1);
  expect(body === "" || body.endsWith("\n")).toBe(true);
  return { answer, ids: lines.map((line): string => JSON.parse(line).id) };
}

test("an export has one line per record, as in the history, oldest first", async () => {
  const built = cursorsOf(await world.add({}, { entity_type: "color" }, { source_id: "load-1" }));
  const { body } = await world.history({ after: "beginning" });

  const answer = await fetch(exportUrl(), { headers: world.key.headers });

  expect(answer.headers.get("content-type")).toBe("application/x-ndjson");
  expect(answer.headers.get("x-covered-until")).toBe(built[2]);
  expect(await answer.text()).toBe(body.results.map((record: object) => `${JSON.stringify(record)}\n`).join(""));
});

test("an export accepts criteria and a cursor", async () => {
  const built = cursorsOf(await world.add({}, { entity_type: "color" }, { entity_type: "color" }, {}));

  const colors = await readExport({ criteria: "~(entityType~'color)" });
  const later = await readExport({ entityType: "color", after: built[1] ?? "" });
  const none = await readExport({ after: "now" });

  expect(colors.ids).toEqual(built.slice(1, 3));
  expect(later.ids).toEqual([built[2]]);
  expect(none.ids).toEqual([]);
  expect(none.answer.headers.get("x-covered-until")).toBe(built[3]);
});

test("an export spans many pages and omits records that the caller may not read", async () => {
  await world.addMany(2_500, "2026-03-01T00:00:00Z");
  const [color] = await world.add({ entity_type: "color", diffs: { hex: [null, "fff"], cost: [1, 2] } });
  const key = await world.keyWith({ rights: [{ verbs: ["read"], typePath: "color", fields: ["hex"] }] });

  const all = await readExport();
  const readable = await fetch(exportUrl(), { headers: key.headers });

  expect(new Set(all.ids).size).toBe(2_501);
  expect(all.ids).toEqual([...all.ids].sort());
  expect(all.ids.at(-1)).toBe(color?.cursor);
  const lines = (await readable.text()).trimEnd().split("\n");
  expect(lines.map((line) => Object.keys(JSON.parse(line).propertyDiffs))).toEqual([["hex"]]);
});

test("an export ends at the end of the log at its start", async () => {
  const built = cursorsOf(await world.add(...Array.from({ length: 3 }, () => ({}))));
  const answer = await fetch(exportUrl(), { headers: world.key.headers });
  await world.add({});

  expect(answer.headers.get("x-covered-until")).toBe(built[2]);
});

test.each<[string, HistoryQuery, "invalid-request" | "invalid-query-object" | "cursor-gone"]>([
  ["a cursor that is none", { after: "made-up" }, "invalid-request"],
  ["a place beyond the log", { after: `C${"A".repeat(17)}` }, "cursor-gone"],
  ["criteria that are not an object", { criteria: "item" }, "invalid-query-object"],
  ["a limit", { limit: 3 }, "invalid-request"],
  ["unknown criteria", { criteria: { x: 1 } }, "invalid-request"],
])("an export with %s is rejected before it starts", async (_name, query, code) => {
  const answer = await service.call("GET", `/change-history/export?${toSearch(query)}`, { headers: world.key.headers });

  expect(answer).toMatchObject(problem(code));
});

test("a HEAD request for an export returns headers only", async () => {
  await world.add({});

  const answer = await fetch(exportUrl(), { method: "HEAD", headers: world.key.headers });

  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/x-ndjson");
  expect(await answer.text()).toBe("");
});

/** An export of 30,000 records, with the number of pages read so far. */
async function beginExport(ended: AbortSignal) {
  await world.addMany(30_000, "2026-03-01T00:00:00Z");
  const pages = { count: 0 };
  const { stream } = await exportChanges(
    service.database.db,
    {
      orgId: world.org.id,
      criteria: everyChange,
      readable: readableChanges({ rights: [], isAdministrator: true, taskId: undefined }, undefined),
    },
    {
      after: undefined,
      ended,
      budget: testBudget(),
      present: async (rows) => {
        pages.count += 1;
        return rows;
      },
    },
  );
  return { stream, pages };
}

test("an export reads no faster than its reader, and stops when the reader disconnects", async () => {
  const { stream, pages } = await beginExport(new AbortController().signal);

  for await (const _chunk of stream) {
    break;
  }

  expect(stream.destroyed).toBe(true);
  expect(pages.count).toBeLessThan(5);
});

test("an export that is cut short by a shutdown fails instead of looking complete", async () => {
  const ending = new AbortController();
  const { stream, pages } = await beginExport(ending.signal);

  ending.abort();

  await expect(text(stream)).rejects.toThrow(/The service is shutting down/);
  expect(pages.count).toBe(1);
});

test.each([
  ["application/octet-stream", "application/octet-stream"],
  ["application/octet-stream, */*", "application/x-ndjson"],
  ["application/x-ndjson", "application/x-ndjson"],
])("a caller that accepts %s gets %s", async (accept, mediaType) => {
  const answer = await fetch(exportUrl(), { headers: { ...world.key.headers, accept } });

  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, mediaType]);
});

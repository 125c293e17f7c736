import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callTool } from "./mcp/testing/mcp-client.ts";
import { sql } from "./platform/database/sql.ts";
import { startTestService, type TestService } from "./testing/test-service.ts";
import { waitUntil } from "./testing/wait-until.ts";

// The smallest allowed page size; a page is measured as it is read, before fields are selected.
const pageBytesMax = 65_536;
const answerBytesMax = 2.5 * pageBytesMax;

let service: TestService;

beforeAll(async () => {
  service = await startTestService({
    WEFT_PAGE_BYTES_MAX: String(pageBytesMax),
    WEFT_OUTBOUND_ALLOW: "127.0.0.0/8",
  });
});

afterAll(() => service.stop());

async function get(path: string) {
  const { status, body } = await service.call("GET", path);
  expect(status, JSON.stringify(body).slice(0, 500)).toBe(200);
  return body;
}

/** Follows nextPageKey, and checks the size of each page. */
async function walk(path: string, list = "results"): Promise<{ id: string }[][]> {
  const pages: { id: string }[][] = [];
  for (let key: string | undefined = ""; key !== undefined && pages.length < 500; ) {
    const body = await get(key === "" ? path : `${path}&nextPageKey=${key}`);
    expect(JSON.stringify(body).length <= answerBytesMax || body[list].length === 1).toBe(true);
    pages.push(body[list]);
    key = body.nextPageKey;
  }
  return pages;
}

async function createItems(sizes: readonly number[], name: string): Promise<string[]> {
  const operations = sizes.map((size) => ({
    op: "create",
    object: { typePath: "item", name, roles: ["family"], note: "x".repeat(size) },
  }));
  const { status, body } = await service.call("POST", "/items/batch", { body: { operations } });
  expect(status, JSON.stringify(body).slice(0, 500)).toBe(200);
  return body.results.map(({ id }: { id: string }) => id);
}

const sizes = fc.array(
  fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1_000, max: 40_000 }), fc.constant(150_000)),
  { minLength: 1, maxLength: 20 },
);

test.each([
  ["oldest first", { orderField: "createdOn", order: "asc" }],
  ["newest first", { orderField: "createdOn", order: "desc" }],
  ["by entity", { orderField: "entityId", order: "desc" }],
])("pages of the history end early and contain every record once, %s", async (_, order) => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 1, max: 30 }), async (given, limit) => {
      const { coveredUntilTime } = await get("/change-history?after=now");
      const ids = await createItems(given, "Page");
      const criteria = { entityType: "item", createdOn: `BETWEEN ${coveredUntilTime} and 9999-12-31` };
      const query = new URLSearchParams({ criteria: JSON.stringify(criteria), order: JSON.stringify(order) });

      const pages = await walk(`/change-history?${query}&limit=${limit}`);

      const listed = pages.flat().map((record) => Object(record).entityId);
      expect(listed.filter((id) => ids.includes(id)).toSorted()).toEqual(ids.toSorted());
    }),
    { numRuns: 3 },
  );
});

test("polls end early at a cursor that neither misses nor repeats records, and an export has every line", async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 1, max: 30 }), async (given, limit) => {
      const { coveredUntil: start } = await get("/change-history?after=now");
      const ids = await createItems(given, "Poll");

      const polled: string[] = [];
      for (let after = start, count = 0; count < 100; count += 1) {
        const body = await get(`/change-history?after=${after}&limit=${limit}&wait=1`);
        expect(JSON.stringify(body).length <= answerBytesMax || body.results.length === 1).toBe(true);
        polled.push(...body.results.map(({ entityId }: { entityId: string }) => entityId));
        after = body.coveredUntil;
        if (polled.length >= ids.length) break;
      }
      const { body: lines } = await service.call("GET", `/change-history/export?after=${start}`);

      expect(polled).toEqual(ids);
      const exported = String(lines).trim().split("\n");
      expect(exported.map((line) => JSON.parse(line).entityId)).toEqual(ids);
    }),
    { numRuns: 3 },
  );
});

test("pages of a kind with its own table end early", async () => {
  const ids: string[] = [];
  for (let index = 0; index < 6; index += 1) {
    const options = Array.from({ length: 400 }, (_, number) => ({ value: `v${number}`, display: "y".repeat(60) }));
    const { status, body } = await service.call("POST", "/option-sets", { body: { name: `Set ${index}`, options } });
    expect(status, JSON.stringify(body).slice(0, 300)).toBe(201);
    ids.push(body.id);
  }

  const pages = await walk("/option-sets?limit=100");

  expect(pages.length).toBeGreaterThan(1);
  expect(pages.flat().map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(pages.flat().length);
});

test("pages of files end early", async () => {
  const { org_id } = await firstOrg();
  await service.database.db.query(sql`
    insert into files (org_id, id, file_name, content_type, size, uploaded_size, status, pieces)
    select ${org_id}, 'budget' || lpad(number::text, 10, '0'), repeat('f', 200), 'text/csv', 1, 1, 'ready', '[]'
    from generate_series(1, 600) number`);

  const plain = await walk("/files?limit=1000");
  const searched = await walk(`/files?limit=1000&${new URLSearchParams({ criteria: '{"contentType":"text/csv"}' })}`);

  for (const pages of [plain, searched]) {
    expect(pages.length).toBeGreaterThan(1);
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(600);
    expect(pages.flat()).toHaveLength(600);
  }
});

async function firstOrg(): Promise<{ readonly org_id: string }> {
  const rows = await service.database.db.query<{ org_id: string }>(
    sql`select id as org_id from orgs where slug = ${service.first.orgSlug}`,
  );
  return rows[0] ?? { org_id: "" };
}

test("pages of deliveries, and of the changes of a publish, end early", async () => {
  const { status } = await service.call("POST", "/webhooks", {
    body: { url: "http://127.0.0.1:9/", events: ["item|create"], auth: { type: "none" } },
  });
  expect(status).toBe(201);
  const itemIds = await createItems(
    Array.from({ length: 400 }, () => 10),
    "Member",
  );
  const { body: project } = await service.call("POST", "/projects", { body: { typePath: "project", name: "FW26" } });
  const { body: assortment } = await service.call("POST", "/assortments", {
    body: { name: "Wide", workspaceId: project.rootWorkspaceId },
  });
  expect(assortment.id, JSON.stringify(assortment)).toBeTypeOf("string");
  const added = await service.call("POST", `/assortments/${assortment.id}/items`, { body: { itemIds } });
  expect(added.status, JSON.stringify(added.body).slice(0, 300)).toBe(200);
  const history = await get(`/assortments/${assortment.id}/history`);
  const publish = `/assortments/${assortment.id}/history/${history.results[0].id}`;

  const deliveries = await walk("/webhook-deliveries?limit=1000");
  const details = await walk(`${publish}?limit=1000`, "details");
  const { body: baseline } = await service.call("GET", `${publish}/baseline`);

  expect(deliveries.length).toBeGreaterThan(1);
  expect(new Set(deliveries.flat().map(({ id }) => id)).size).toBe(400);
  expect(details.length).toBeGreaterThan(1);
  const detailed = details.flat().map((detail) => Object(detail).itemId);
  expect(detailed.toSorted()).toEqual(itemIds.toSorted());
  const members = String(baseline).trim().split("\n");
  expect(members.map((line) => JSON.parse(line).itemId).toSorted()).toEqual(itemIds.toSorted());
});

test("pages of tasks with large data end early, and pages of processes contain all", async () => {
  const created = await service.call("POST", "/event-workflows", {
    body: {
      name: "Large outputs",
      triggers: ["color|create"],
      tasks: [{ name: "make", action: "script", config: { code: 'return { text: "z".repeat(30000) };' } }],
    },
  });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const operations = Array.from({ length: 3 }, (_, index) => ({
    op: "create",
    object: { typePath: "color", name: `Color ${index}` },
  }));
  const colors = await service.call("POST", "/colors/batch", { body: { operations } });
  expect(colors.status, JSON.stringify(colors.body)).toBe(200);
  const criteria = new URLSearchParams({ criteria: JSON.stringify({ status: "completed" }) });
  await waitUntil(
    "the processes have ended",
    async () => (await get(`/event-workflow-processes?limit=100&${criteria}`)).results.length === 3,
    30_000,
  );

  const pages = await walk(`/event-workflow-tasks?limit=100&${criteria}`);
  const processes = await walk(`/event-workflow-processes?limit=2&${criteria}`);

  expect(pages.length).toBeGreaterThan(1);
  expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(3);
  expect(pages.flat().every((task) => Object(task).output.text.length === 30_000)).toBe(true);
  expect(new Set(processes.flat().map(({ id }) => id)).size).toBe(3);
}, 60_000);

test("a batch returns as many entities as fit, and the ids of all", async () => {
  const operations = Array.from({ length: 8 }, (_, index) => ({
    op: "create",
    object: { typePath: "item", name: `Batch ${index}`, note: "x".repeat(20_000) },
  }));

  const { status, body } = await service.call("POST", "/items/batch", { body: { operations } });

  expect(status).toBe(200);
  expect(JSON.stringify(body).length).toBeLessThan(answerBytesMax);
  expect(body.results.map(({ id }: { id: string }) => typeof id)).toEqual(operations.map(() => "string"));
  expect(body.results[0].object.name).toBe("Batch 0");
  expect(body.results[7]).toEqual({ status: 201, id: body.results[7].id });
});

test("the responses of an assistant's tools also end early, and continue with a page key", async () => {
  const ids = await createItems(
    Array.from({ length: 6 }, () => 30_000),
    "For assistants",
  );
  const found: string[] = [];
  let pages = 0;

  for (let pageKey: string | undefined, isFirst = true; isFirst || pageKey !== undefined; pages += 1) {
    const asked = { kind: "item", criteria: { name: "For assistants" }, limit: 100, pageKey };
    const { results, nextPageKey } = await callTool(service, "find", asked);
    found.push(...results.map(({ id }: { id: string }) => id));
    pageKey = nextPageKey;
    isFirst = false;
  }

  expect(found.toSorted()).toEqual(ids.toSorted());
  expect(pages).toBeGreaterThan(2);
});

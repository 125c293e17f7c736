import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestService, type TestService } from "../../testing/test-service.ts";

// The smallest configurable page.
const pageBytesMax = 65_536;
// A page is measured as it is read. The names of its fields are not included.
const answerBytesMax = 1.5 * pageBytesMax;

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ WEFT_PAGE_BYTES_MAX: String(pageBytesMax) });
});

afterAll(() => service.stop());

interface Page {
  readonly bytes: number;
  readonly results: readonly { readonly id: string }[];
  readonly total?: number;
}

async function walk(path: string): Promise<Page[]> {
  const pages: Page[] = [];
  for (let key: string | undefined = "", count = 0; key !== undefined && count < 500; count += 1) {
    const { status, body } = await service.call("GET", key === "" ? path : `${path}&nextPageKey=${key}`);
    expect(status, JSON.stringify(body)).toBe(200);
    pages.push({ bytes: JSON.stringify(body).length, ...body });
    key = body.nextPageKey;
  }
  return pages;
}

async function createItems(tag: string, sizes: readonly number[]): Promise<string[]> {
  const operations = sizes.map((size, index) => ({
    op: "create",
    object: { typePath: "item", name: `${tag} ${index % 3}`, tag, note: "x".repeat(size), rank: index % 4 },
  }));
  const { status, body } = await service.call("POST", "/items/batch", { body: { operations } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.results.map(({ id }: { id: string }) => id);
}

function query(parameters: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(parameters).map(([name, value]): [string, string] => [
    name,
    typeof value === "object" ? JSON.stringify(value) : String(value),
  ]);
  return new URLSearchParams(texts).toString();
}

const sizes = fc.array(
  fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1_000, max: 40_000 }), fc.constant(150_000)),
  { minLength: 1, maxLength: 25 },
);
const listings: readonly [string, Readonly<Record<string, unknown>>][] = [
  ["by id", {}],
  ["by name, downwards", { order: { orderField: "name", order: "desc" } }],
  ["by a property without an index", { order: { orderField: "rank", order: "asc" } }],
  ["by words", { q: "0" }],
  ["with the total", { includeTotal: true }],
];

describe("a page of entities ends early, and the pages contain every entity once", () => {
  test.each(listings)("%s", async (name, parameters) => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 1, max: 30 }), async (given, limit) => {
        run += 1;
        const tag = `${name} ${run}`;
        const ids = await createItems(tag, given);
        const isExpected = (index: number) => !("q" in parameters) || index % 3 === 0;

        const pages = await walk(`/items?${query({ ...parameters, criteria: { tag }, limit })}`);

        const listed = pages.flatMap(({ results }) => results.map(({ id }) => id));
        expect(listed.toSorted()).toEqual(ids.filter((_, index) => isExpected(index)).toSorted());
        expect(pages.every(({ bytes, results }) => bytes <= answerBytesMax || results.length === 1)).toBe(true);
        expect(pages.every(({ results }) => results.length <= limit)).toBe(true);
        expect(pages.every(({ total }) => total === undefined || total === ids.length)).toBe(true);
      }),
      { numRuns: 4 },
    );
  });
});

test("fields outside the document do not read it, so the page is complete", async () => {
  const ids = await createItems(
    "slim",
    Array.from({ length: 12 }, () => 60_000),
  );

  const [page, ...others] = await walk(`/items?${query({ criteria: { tag: "slim" }, fields: "name", limit: 100 })}`);

  expect(others).toEqual([]);
  expect(page?.results).toHaveLength(ids.length);
  expect(page?.results[0]).toEqual({ id: ids[0], name: "slim 0" });
});

test("only the requested properties of a large document are read", async () => {
  const ids = await createItems(
    "one",
    Array.from({ length: 12 }, () => 60_000),
  );

  const path = `/items?${query({ criteria: { tag: "one" }, fields: "rank,tag", limit: 100 })}`;
  const [page, ...others] = await walk(path);

  expect(others).toEqual([]);
  expect(page?.results[1]).toEqual({ id: ids[1], rank: 1, tag: "one" });
});

test("a shared relation counts for each entity", async () => {
  const { body: family } = await service.call("POST", "/items", {
    body: { typePath: "item", name: "Family", roles: ["family"], note: "x".repeat(20_000) },
  });
  const operations = Array.from({ length: 9 }, (_, index) => ({
    op: "create",
    object: { typePath: "item", name: `Option ${index}`, roles: ["option"], itemFamilyId: family.id, tag: "related" },
  }));
  const created = await service.call("POST", "/items/batch", { body: { operations } });
  expect(created.status, JSON.stringify(created.body)).toBe(200);

  const pages = await walk(`/items?${query({ criteria: { tag: "related" }, relations: "itemFamily", limit: 100 })}`);

  const names = pages.flatMap(({ results }) => results.map((entity) => Object(entity).name));
  expect(names).toEqual(operations.map(({ object }) => object.name));
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.every(({ bytes }) => bytes <= answerBytesMax)).toBe(true);
});

test("relations of one entity that exceed a page are rejected with a suggestion", async () => {
  const note = "x".repeat(50_000);
  const { body: item } = await service.call("POST", "/items", {
    body: { typePath: "item", name: "Large", roles: ["family"], note },
  });
  const { body: project } = await service.call("POST", "/projects", {
    body: { typePath: "project", name: "Large", note },
  });
  const { body: both } = await service.call("POST", "/project-items", {
    body: { typePath: "project-item", itemId: item.id, projectId: project.id },
  });

  const one = await service.call("GET", `/project-items/${both.id}?relations=item`);
  const two = await service.call("GET", `/project-items/${both.id}?relations=item,project`);

  expect(one.body.item.id).toBe(item.id);
  expect(two.status).toBe(400);
  expect(two.body.detail).toContain("Request fewer relations");
});

test("a single entity that is larger than a page is returned whole", async () => {
  const [id] = await createItems("large", [400_000]);

  const { status, body } = await service.call("GET", `/items/${id}`);

  expect(status).toBe(200);
  expect(body.note).toHaveLength(400_000);
});

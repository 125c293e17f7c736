import type { Right } from "@weft/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildKey, buildOrg } from "../testing/builders.ts";
import { shareTestService, type TestAnswer, type TestService } from "../testing/test-service.ts";

type Headers = Record<string, string>;
type Shown = Readonly<Record<string, unknown>> & { readonly id: string };

let service: TestService;
let owner: Headers;
let callers: Record<string, Headers>;
const ids: Record<string, string> = {};

const text = { label: "Text", propertyType: "string" };

beforeAll(async () => {
  service = await shareTestService();
  const org = await buildOrg(service);
  owner = (await buildKey(service, org)).headers;
  const reader = async (rights: Right[]) => (await buildKey(service, org, { rights })).headers;
  callers = {
    owner,
    "reads two properties": await reader([{ verbs: ["read"], typePath: "item:*", fields: ["fabric", "itemFamilyId"] }]),
    "reads all of shoes only": await reader([
      { verbs: ["read"], typePath: "item:*", fields: ["fabric"] },
      { verbs: ["read"], typePath: "item:shoe:*" },
    ]),
  };
  await call("PUT", "/entity-types/item", {
    properties: [
      { slug: "fabric", ...text, expected: true, level: "family" },
      { slug: "shade", ...text, expected: true, level: "option" },
      { slug: "note", ...text },
      { slug: "hidden", ...text, expected: true, disabled: true },
    ],
  });
  await call("POST", "/entity-types", {
    typePath: "item:shoe",
    properties: [
      { slug: "sole", ...text, required: true },
      { slug: "tags", label: "Tags", propertyType: "json", expected: true },
      { slug: "range", label: "Sizes", propertyType: "size_range", expected: true },
    ],
  });
  await create("plain", { name: "Plain" });
  await create("cloth", { name: "Cloth", fabric: "wool" });
  await create("cloth option", { name: "Red", itemFamilyId: ids["cloth"] });
  await create("shaded option", { name: "Blue", itemFamilyId: ids["cloth"], shade: "blue" });
  await create("shoe", { name: "Shoe", typePath: "item:shoe", fabric: "", sole: "rubber", tags: [] });
  await create("full shoe", {
    ...{ name: "Full", typePath: "item:shoe:boot", fabric: "felt", sole: "leather", tags: ["new"] },
    range: { sizes: ["S"] },
  });
  await create("sizeless shoe", {
    ...{ name: "Few", typePath: "item:shoe", fabric: "felt", sole: "leather", tags: { a: 1 } },
    range: { sizes: [] },
  });
});

afterAll(() => service.stop());

function call(method: string, path: string, body?: unknown, headers = owner): Promise<TestAnswer> {
  return service.call(method, path, { headers, ...(body === undefined ? {} : { body }) });
}

async function create(label: string, body: object): Promise<void> {
  const answer = await call("POST", "/items", body);
  expect(answer.status).toBe(201);
  ids[label] = answer.body.id;
}

async function list(query: string, headers = owner): Promise<readonly Shown[]> {
  const { status, body } = await call("GET", `/items?${query}`, undefined, headers);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.results;
}

function criteria(value: object): string {
  return `criteria=${encodeURIComponent(JSON.stringify(value))}`;
}

test.each([
  ["plain", 0, ["fabric"]],
  ["cloth", 100, []],
  ["cloth option", 50, ["shade"]],
  ["shaded option", 100, []],
  ["shoe", 25, ["fabric", "tags", "range"]],
  ["full shoe", 100, []],
  ["sizeless shoe", 75, ["range"]],
])("the completeness of %s is %i %%, without %j", async (label, completeness, missing) => {
  const { body } = await call("GET", `/items/${ids[label]}?include=completeness`);

  expect(body).toMatchObject({ completeness, missing });
});

describe("for a caller that", () => {
  test.each([
    ["owner", [0, 100, 50, 100, 25, 100, 75]],
    ["reads two properties", [0, 100, 100, 100, 0, 100, 100]],
    ["reads all of shoes only", [0, 100, 100, 100, 25, 100, 75]],
  ])("%s: lists, criteria, orders and groups agree", async (name, expected) => {
    const headers = callers[name] ?? {};
    const shown = await list("include=completeness&limit=50", headers);
    const values = shown.map(({ completeness }) => Number(completeness));

    const ordered = await list(`order=~(orderField~'completeness~order~'desc)&fields=completeness`, headers);
    const below = await list(`${criteria({ completeness: { lt: 100 } })}&fields=id`, headers);
    const equal = await list(`${criteria({ completeness: values })}&fields=id`, headers);
    const absent = await list(criteria({ completeness: { exists: false } }), headers);
    const { body: groups } = await call(
      "GET",
      "/items/aggregate?groupBy=completeness:50&metrics=avg:completeness,count:completeness",
      undefined,
      headers,
    );

    expect(values).toEqual(expected);
    expect(ordered.map(({ completeness }) => completeness)).toEqual(values.toSorted((a, b) => b - a));
    expect(below.map(({ id }) => id)).toEqual(
      shown.filter((_, index) => (values[index] ?? 100) < 100).map(({ id }) => id),
    );
    expect([equal.length, absent.length]).toEqual([values.length, 0]);
    expect(groups.results.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(values.length);
  });

  test("reads no counted property: nothing is said", async () => {
    const org = await buildOrg(service);
    const all = (await buildKey(service, org)).headers;
    await call("PUT", "/entity-types/item", { properties: [{ slug: "fabric", ...text, expected: true }] }, all);
    await call("POST", "/items", { name: "Vest" }, all);
    const rights: Right[] = [{ verbs: ["read"], typePath: "item:*", fields: ["note"] }];
    const { headers } = await buildKey(service, org, { rights });

    const [shown] = await list("include=completeness", headers);
    const incomplete = await list(criteria({ completeness: { lt: 100 } }), headers);
    const without = await list(criteria({ completeness: null }), headers);

    expect(shown).not.toHaveProperty("completeness");
    expect(shown).not.toHaveProperty("missing");
    expect([incomplete.length, without.length]).toEqual([0, 1]);
  });
});

test("pages ordered by completeness are stable", async () => {
  const order = "order=~(orderField~'completeness)&fields=completeness";
  const first = await call("GET", `/items?${order}&limit=3`);
  const second = await call("GET", `/items?${order}&limit=10&nextPageKey=${first.body.nextPageKey}`);

  const values = [...first.body.results, ...second.body.results].map(({ completeness }: Shown) => completeness);
  expect(values).toEqual([0, 25, 50, 75, 100, 100, 100]);
});

test("a change of the type takes effect at once, also for conditional requests", async () => {
  const org = await buildOrg(service);
  const { headers } = await buildKey(service, org);
  const { body: vest, headers: sent } = await call("POST", "/items", { name: "Vest", fabric: "wool" }, headers);
  const conditional = { ...headers, "if-none-match": sent.get("etag") ?? "" };

  const before = await call("GET", `/items/${vest.id}?include=completeness`, undefined, conditional);
  await call("PUT", "/entity-types/item", { properties: [{ slug: "fit", ...text, expected: true }] }, headers);
  const after = await call("GET", `/items/${vest.id}?include=completeness`, undefined, conditional);
  const listed = await call("GET", `/items?${criteria({ completeness: 0 })}`, undefined, headers);

  expect([before.status, before.body.completeness]).toEqual([200, undefined]);
  expect(after.body).toMatchObject({ completeness: 0, missing: ["fit"], version: vest.version });
  expect(listed.body.results).toHaveLength(1);
});

test("a property of the same name takes precedence", async () => {
  const org = await buildOrg(service);
  const { headers } = await buildKey(service, org);
  const properties = [{ slug: "completeness", label: "Own", propertyType: "string", expected: true }];
  await call("PUT", "/entity-types/item", { properties }, headers);
  await call("POST", "/items", { name: "Vest", completeness: "half" }, headers);

  const [shown] = await list(`${criteria({ completeness: "half" })}&include=completeness`, headers);

  expect(shown).toMatchObject({ completeness: "half", missing: [] });
});

test("references lead to the completeness of an entity", async () => {
  await call("POST", "/items", { name: "Green", itemFamilyId: ids["plain"], shade: "green" });

  const found = await list(criteria({ "itemFamily.completeness": { lt: 100 }, role: "option" }));

  expect(found.map(({ name }) => name)).toEqual(["Green"]);
});

test("completeness of a past state is rejected, and so are other names", async () => {
  const past = await call("GET", `/items/${ids["shoe"]}?include=completeness&asOf=2099-01-01T00:00:00Z`);
  const unknown = await call("GET", "/items?include=gaps");
  const compared = await call("GET", `/items?${criteria({ completeness: { lt: "all" } })}`);

  expect([past.status, unknown.status, compared.status]).toEqual([400, 400, 400]);
  expect(past.body.detail).toContain("Completeness is known of the current state only.");
});

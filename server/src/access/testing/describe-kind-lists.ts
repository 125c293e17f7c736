import { expect, test } from "vitest";
import type { KindWorld } from "./kind-world.ts";
import { errorsOf, problem } from "./problem.ts";

/** The singular in the path, and methods that are not allowed. */
export function describeAddresses(world: KindWorld): void {
  const { kind } = world;

  test("the singular works like the plural", async () => {
    const singular = kind.plural.replace(/s$/, "");
    const { headers } = world.administrator;
    const call = (method: string, path = "", body?: unknown) =>
      world.service.call(method, `/${singular}${path}`, { headers, body });

    const created = await call("POST", "", kind.buildBody());
    const answers = [
      await call("GET", "?limit=1"),
      await call("GET", `/${created.body.id}`),
      await call("PUT", `/${created.body.id}/`, kind.change),
      await call("DELETE", `/${created.body.id}`),
    ];

    expect(created.headers.get("location")).toBe(`/api/${kind.plural}/${created.body.id}`);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 204]);
  });

  test.each([
    ["PUT", "", "GET, HEAD, POST"],
    ["DELETE", "", "GET, HEAD, POST"],
    ["POST", "/0123456789abcdef", "GET, HEAD, PUT, PATCH, DELETE"],
  ])("%s of %j is not allowed, and the response lists what is", async (method, path, allow) => {
    const answer = await world.call(method, path, { body: {} });

    expect(answer).toMatchObject(problem("method-not-allowed"));
    expect(answer.headers.get("allow")).toBe(allow);
  });
}

/** Pages, criteria, order and fields. */
export function describeLists(world: KindWorld): void {
  describeCriteria(world);
  describePages(world);
  describeWrongQueries(world);
}

const idsOf = (results: readonly { id: string }[]) => results.map(({ id }) => id);

function list(world: KindWorld, query: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(query).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  return world.call("GET", `?${new URLSearchParams(Object.fromEntries(entries))}`);
}

function describeCriteria(world: KindWorld): void {
  test("criteria select entities, and the total counts the selected ones", async () => {
    const [first, second] = [await world.create(), await world.create()];

    const chosen = await list(world, { criteria: { id: [second.id, first.id] }, includeTotal: true, limit: 1 });
    const byKind = await list(world, { criteria: { typePath: first.typePath, createdOn: { gte: first.createdOn } } });
    const none = await list(world, { criteria: { id: first.id, version: { gt: 1 } }, includeTotal: true });

    expect(idsOf(chosen.body.results)).toEqual([first.id]);
    expect(chosen.body).toMatchObject({ total: 2, nextPageKey: expect.any(String) });
    expect(idsOf(byKind.body.results)).toEqual(expect.arrayContaining([first.id, second.id]));
    expect(none.body).toEqual({ results: [], total: 0 });
  });

  test("only the selected fields are returned, and the id", async () => {
    const { id, version } = await world.create();

    const answer = await list(world, { criteria: { id }, fields: "version" });

    expect(answer.body.results).toEqual([{ id, version }]);
  });

  test("no criterion, order or field reveals a secret", async () => {
    const names = ["password", "passwordHash", "password_hash", "secretHash", "secret_hash", "apiKey", "accessToken"];
    const { id } = await world.create();

    for (const name of names) {
      const found = await list(world, { criteria: { [name]: { exists: true } } });
      const ordered = await list(world, { order: { orderField: name } });
      const shown = await list(world, { criteria: { id }, fields: name });

      expect([found.status, ordered.status, shown.status], name).toEqual([400, 400, 400]);
    }
  });
}

function describePages(world: KindWorld): void {
  test("a list can be descending, page by page, and a page key belongs to its list", async () => {
    const ids = idsOf([await world.create(), await world.create(), await world.create()]);
    const query = { criteria: { id: ids }, order: { orderField: "createdOn", order: "desc" }, limit: 2 };

    const first = await list(world, query);
    const { nextPageKey } = first.body;
    const second = await list(world, { ...query, nextPageKey });
    const others = [
      await list(world, { ...query, criteria: {}, nextPageKey }),
      await list(world, { ...query, order: { orderField: "createdOn" }, nextPageKey }),
    ];

    expect(idsOf([...first.body.results, ...second.body.results])).toEqual([...ids].reverse());
    expect(second.body.nextPageKey).toBeUndefined();
    for (const other of others) {
      expect(other).toMatchObject(problem("invalid-request"));
      expect(errorsOf(other)).toEqual(["nextPageKey invalid-value"]);
    }
  });

  test.each([1, 2, 3, 1000])("pages of %i contain every entity once, oldest first", async (limit) => {
    await Promise.all([world.create(), world.create(), world.create()]);
    const whole = await world.call("GET", "?limit=1000");

    const ids: string[] = [];
    let next = `?limit=${limit}`;
    for (;;) {
      const page = await world.call("GET", next);
      expect(page.body.results).not.toHaveLength(0);
      ids.push(...page.body.results.map(({ id }: { id: string }) => id));
      if (page.body.nextPageKey === undefined) {
        break;
      }
      expect(page.body.results).toHaveLength(limit);
      next = `?limit=${limit}&nextPageKey=${page.body.nextPageKey}`;
    }

    expect(ids).toEqual(whole.body.results.map(({ id }: { id: string }) => id));
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
  });
}

function describeWrongQueries(world: KindWorld): void {
  test.each(["criteria=name", "criteria=[]", "order=name", "order=~(a"])(
    "%s is not an object and is rejected",
    async (query) => {
      expect(await world.call("GET", `?${query}`)).toMatchObject(problem("invalid-query-object"));
    },
  );

  test.each([
    ["limit=0", "limit too-small"],
    ["limit=1001", "limit too-big"],
    ["limit=abc", "limit invalid-format"],
    ["limit=-1", "limit invalid-format"],
    ["limit=1.5", "limit invalid-format"],
    ["limit=", "limit invalid-format"],
    ["limit=1&limit=2", "limit invalid-type"],
    ["nextPageKey=", "nextPageKey too-small"],
    ["includeTotal=yes", "includeTotal invalid-value"],
    ["q=words", "q unknown-member"],
    ["criteria=~(id~(like~1))", "criteria.id.like invalid-value"],
    ["order=~(orderField~'id~order~'up)", "order.order invalid-value"],
    ["order=~(orderField~'id~by~'id)", "order.by unknown-member"],
  ])("the query %s is rejected", async (query, error) => {
    const answer = await world.call("GET", `?${query}`);

    expect(answer).toMatchObject(problem("invalid-request"));
    expect(errorsOf(answer)).toEqual([error]);
  });

  test.each(["nonsense", "%00", "aWQ6", encodeURIComponent("aWQ6' or true --"), "x".repeat(512)])(
    "the invalid page key %s is rejected",
    async (key) => {
      expect(await world.call("GET", `?nextPageKey=${key}`)).toMatchObject(problem("invalid-request"));
    },
  );
}

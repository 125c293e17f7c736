import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { problem } from "../access/testing/problem.ts";
import { bearer } from "../access/testing/sign-in.ts";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import { encodeCursor } from "./change-cursor.ts";
import { buildChangeWorld, type ChangeWorld, cursorsOf } from "./testing/change-world.ts";

let service: TestService;
let world: ChangeWorld;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  world = await buildChangeWorld(service);
});

async function call(method: string, name = "", body?: object, headers = world.key.headers) {
  return service.call(method, `/change-consumers${name === "" ? "" : `/${name}`}`, {
    headers,
    ...(body === undefined ? {} : { body }),
  });
}

describe("a consumer", () => {
  test("is created by its first cursor and reports its lag", async () => {
    const built = cursorsOf(await world.add({}, {}, { createdOn: "2098-01-01T00:00:00.000Z" }));
    const me = await service.call("GET", "/whoami", { headers: world.key.headers });

    const made = await call("PUT", "erp.prod-1_a", { cursor: built[2] });
    await world.add({}, {});
    const read = await call("GET", "erp.prod-1_a");

    expect(made).toMatchObject({
      status: 200,
      body: {
        name: "erp.prod-1_a",
        cursor: built[2],
        cursorTime: "2098-01-01T00:00:00.000Z",
        lag: 0,
        updatedById: me.body.actor.id,
      },
    });
    expect(read.body).toEqual({ ...made.body, lag: 2 });
  });

  test("advances, accepts the same cursor again, and may move back", async () => {
    const built = cursorsOf(await world.add({}, {}, {}));

    const lags: number[] = [];
    for (const cursor of [built[0], built[2], built[2], built[1], "now", "beginning"]) {
      lags.push((await call("PUT", "erp", { cursor })).body.lag);
    }

    expect(lags).toEqual([2, 0, 0, 1, 0, 3]);
    expect((await call("GET")).body.results).toHaveLength(1);
  });

  test("is deleted once", async () => {
    await call("PUT", "erp", { cursor: "now" });

    const codes = [await call("DELETE", "erp"), await call("DELETE", "erp"), await call("GET", "erp")];

    expect(codes.map(({ status }) => status)).toEqual([204, 404, 404]);
  });

  test("accepts only a cursor of this log", async () => {
    const [change] = await world.add({});
    const end = { sequence: change?.sequence ?? 0, stamp: change?.created_on.getTime() ?? 0 };

    const beyond = await call("PUT", "erp", { cursor: encodeCursor({ ...end, sequence: end.sequence + 1 }) });
    const madeUp = await call("PUT", "erp", { cursor: "made-up" });
    const none = await call("PUT", "erp", {});

    expect(beyond).toMatchObject(problem("cursor-gone", { oldestCursor: expect.any(String) }));
    expect(madeUp).toMatchObject(problem("invalid-request", { errors: [{ pointer: "#/cursor" }] }));
    expect(none).toMatchObject(problem("invalid-request", { errors: [{ pointer: "#/cursor" }] }));
    expect((await call("GET", "erp")).status).toBe(404);
  });

  test.each(["a%20b", "a%2Fb", "ä", "x".repeat(101), "a%00"])("cannot be named %s", async (name) => {
    const answers = [await call("PUT", name, { cursor: "now" }), await call("GET", name), await call("DELETE", name)];

    expect(answers.map(({ body }) => body.code)).toEqual(["invalid-request", "not-found", "not-found"]);
  });

  test("may have a name of 100 characters", async () => {
    expect((await call("PUT", "x".repeat(100), { cursor: "now" })).status).toBe(200);
  });
});

describe("the list of consumers", () => {
  test("is sorted by name and paged", async () => {
    for (const name of ["c", "B", "a", "d"]) {
      await call("PUT", name, { cursor: "now" });
    }
    const list = async (query: string) =>
      service.call("GET", `/change-consumers?${query}`, { headers: world.key.headers });
    const namesOf = (answer: { body: { results: { name: string }[] } }) => answer.body.results.map(({ name }) => name);

    const first = await list("limit=3");
    const second = await list(`limit=3&nextPageKey=${first.body.nextPageKey}`);

    expect([namesOf(first), namesOf(second)]).toEqual([["B", "a", "c"], ["d"]]);
    expect(second.body).not.toHaveProperty("nextPageKey");
    expect(await list("nextPageKey=abc")).toMatchObject(problem("invalid-request"));
    expect(await list("limit=0")).toMatchObject(problem("invalid-request"));
  });

  test("contains only consumers of the caller's org", async () => {
    const other = await buildChangeWorld(service);
    await call("PUT", "erp", { cursor: "now" });

    const theirs = await call("GET", "", undefined, other.key.headers);
    const read = await call("GET", "erp", undefined, other.key.headers);
    const removed = await call("DELETE", "erp", undefined, other.key.headers);

    expect(theirs.body.results).toEqual([]);
    expect([read.status, removed.status]).toEqual([404, 404]);
    expect((await call("GET", "erp")).status).toBe(200);
  });
});

test("any credential except a task token may follow the log", async () => {
  const reader = await world.keyWith({ preset: "read-only" });
  const token = await service.call("POST", "/access-tokens", {
    headers: world.key.headers,
    body: { taskId: "task-1" },
  });
  const headers = bearer(token);

  const own = await call("PUT", "reader", { cursor: "now" }, reader.headers);
  const answers = [
    await call("GET", "", undefined, headers),
    await call("GET", "reader", undefined, headers),
    await call("PUT", "reader", { cursor: "now" }, headers),
    await call("DELETE", "reader", undefined, headers),
  ];

  expect(own.status).toBe(200);
  expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => "not-found"));
});

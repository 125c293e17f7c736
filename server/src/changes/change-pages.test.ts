import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { problem } from "../access/testing/problem.ts";
import { shareTestService, type TestAnswer, type TestService } from "../testing/test-service.ts";
import type { ChangeInput } from "./testing/change-builder.ts";
import { buildChangeWorld, type ChangeWorld, cursorsOf, type HistoryQuery, idsOf } from "./testing/change-world.ts";

let service: TestService;
let world: ChangeWorld;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  world = await buildChangeWorld(service);
});

/** The ids on all pages of a search. */
async function idsOfAllPages(query: HistoryQuery): Promise<string[]> {
  const ids: string[] = [];
  let page: TestAnswer | undefined;
  do {
    const key: string | undefined = page?.body.nextPageKey;
    page = await world.history(key === undefined ? query : { ...query, nextPageKey: key });
    expect(page.status).toBe(200);
    ids.push(...idsOf(page));
  } while (page.body.nextPageKey !== undefined);
  return ids;
}

describe("an order", () => {
  const inputs: readonly ChangeInput[] = [
    { entity_type: "item", entity_id: "b", action: "update", entity_version: 10, source: "cli", actor_id: "u2" },
    { entity_type: "color", entity_id: "c", action: "create", entity_version: 9, source: "api", actor_id: null },
    { entity_type: "item", entity_id: "a", action: "delete", entity_version: 10, source: "mcp", actor_id: "u1" },
    { entity_type: "item", entity_id: "b", action: "create", entity_version: 2, source: "api", actor_id: "u2" },
  ];

  test.each<[object, number[]]>([
    [{}, [3, 2, 1, 0]],
    [{ orderField: "createdOn", order: "DESC" }, [3, 2, 1, 0]],
    [{ orderField: "createdOn", order: "Asc" }, [0, 1, 2, 3]],
    [{ orderField: "id", order: "asc" }, [0, 1, 2, 3]],
    [{ orderField: "entityType", order: "asc" }, [1, 0, 2, 3]],
    [{ orderField: "entityType" }, [3, 2, 0, 1]],
    [{ orderField: "entityReference", order: "asc" }, [1, 2, 0, 3]],
    [{ orderField: "entityId", order: "asc" }, [2, 0, 3, 1]],
    [{ orderField: "typePath", order: "asc" }, [1, 0, 2, 3]],
    [{ orderField: "action", order: "asc" }, [1, 3, 2, 0]],
    [{ orderField: "entityVersion", order: "asc" }, [3, 1, 0, 2]],
    [{ orderField: "entityVersion", order: "desc" }, [2, 0, 1, 3]],
    [{ orderField: "createdById", order: "asc" }, [1, 2, 0, 3]],
    [{ orderField: "source", order: "asc" }, [1, 3, 0, 2]],
    [{ orderField: "sourceId", order: "asc" }, [0, 1, 2, 3]],
  ])("%j holds across pages of any size, with ties in log order", async (order, expected) => {
    const built = cursorsOf(await world.add(...inputs));

    const pages = await Promise.all([1, 2, 3, 4, 5].map((limit) => idsOfAllPages({ order, limit })));

    expect(pages).toEqual(pages.map(() => expected.map((index) => built[index])));
  });

  test("by changeSetId keeps a set together", async () => {
    const sets = ["b", "a", "b", "a"].map((change_set_id) => ({ change_set_id }));
    const built = cursorsOf(await world.add(...sets));

    const ids = await idsOfAllPages({ order: { orderField: "changeSetId", order: "asc" }, limit: 1 });

    expect(ids).toEqual([1, 3, 0, 2].map((index) => built[index]));
  });
});

describe("pages", () => {
  test.each(["asc", "desc"])(
    "neither skip nor repeat records during concurrent writes (%s), and cover the initial records",
    async (order) => {
      const same = "2026-03-01T00:00:00.000Z";
      const built = cursorsOf(await world.add(...Array.from({ length: 7 }, () => ({ createdOn: same }))));

      const ids: string[] = [];
      const covered = new Set<string>();
      let nextPageKey: string | undefined;
      do {
        const page = await world.history({
          order: { order },
          limit: 2,
          ...(nextPageKey === undefined ? {} : { nextPageKey }),
        });
        ids.push(...idsOf(page));
        covered.add(page.body.coveredUntil);
        nextPageKey = page.body.nextPageKey;
        await world.add({}, {});
      } while (nextPageKey !== undefined);

      expect(ids).toEqual(order === "asc" ? built : [...built].reverse());
      expect([...covered]).toEqual([built[6]]);
    },
  );

  test("have no key on the last page, even if it is full", async () => {
    await world.add({}, {});

    const { body } = await world.history({ limit: 2 });

    expect(body.results).toHaveLength(2);
    expect(body).not.toHaveProperty("nextPageKey");
  });

  test("of one search are rejected by another", async () => {
    await world.add({}, {}, {});
    const other = await buildChangeWorld(service);
    await other.add({}, {}, {});
    const { body } = await world.history({ limit: 1 });
    const { nextPageKey } = body;

    const refused = [
      await world.history({ limit: 1, nextPageKey, entityType: "item" }),
      await world.history({ limit: 1, nextPageKey, criteria: { action: "update" } }),
      await world.history({ limit: 1, nextPageKey, order: { order: "asc" } }),
      await world.history({ limit: 1, nextPageKey, order: { orderField: "typePath" } }),
      await other.history({ limit: 1, nextPageKey }),
      await world.history({ limit: 1, nextPageKey: "made-up" }),
      await world.history({ limit: 1, nextPageKey: Buffer.from("[1]").toString("base64url") }),
    ];
    const taken = await world.history({ limit: 2, nextPageKey, order: { orderField: "createdOn" } });

    for (const answer of refused) {
      expect(answer).toMatchObject(problem("invalid-request", { errors: [{ pointer: "nextPageKey" }] }));
    }
    expect(taken.body.results).toHaveLength(2);
  });

  test.each([{ order: "desc" }, { order: "asc" }, { orderField: "typePath" }])(
    "%j that start at an invalid time are rejected",
    async (order) => {
      await world.add({}, {}, {});
      const { nextPageKey } = (await world.history({ limit: 1, order })).body;
      const parts: unknown[] = JSON.parse(Buffer.from(nextPageKey, "base64url").toString());

      const answers = await Promise.all(
        // Beyond the year 9999, and beyond the range of a JavaScript Date.
        [253_402_300_800_000, 9e15].map((stamp) => {
          const forged = Buffer.from(JSON.stringify(parts.with(4, stamp))).toString("base64url");
          return world.history({ limit: 1, order, nextPageKey: forged });
        }),
      );

      expect(answers.map(({ status }) => status)).toEqual([400, 400]);
      for (const answer of answers) {
        expect(answer).toMatchObject(problem("invalid-request", { errors: [{ pointer: "nextPageKey" }] }));
      }
    },
  );

  test("of a log that was restored from a backup are rejected", async () => {
    await world.add({}, {}, {});
    const { body } = await world.history({ limit: 1 });
    await service.database.db.query({
      text: "update org_feeds set last_sequence = 1, last_stamp = '2020-01-01Z' where org_id = $1",
      values: [world.org.id],
    });

    const answer = await world.history({ limit: 1, nextPageKey: body.nextPageKey });

    expect(answer).toMatchObject(problem("invalid-request"));
  });
});

test("an empty log returns an empty page that covers its beginning", async () => {
  const { status, body } = await world.history();

  expect(status).toBe(200);
  expect(body).toEqual({
    results: [],
    coveredUntil: expect.any(String),
    coveredUntilTime: "2000-01-01T00:00:00.000Z",
  });
});

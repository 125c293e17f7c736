import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import { buildChangeWorld, type ChangeWorld, type HistoryQuery, idsOf } from "./testing/change-world.ts";

let service: TestService;
let world: ChangeWorld;

const times = ["2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05"].map(
  (day) => `${day}T12:00:00.000Z`,
);
const range = "BETWEEN 2026-03-02 and 2026-03-31";

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  world = await buildChangeWorld(service);
  await world.add(...times.map((createdOn) => ({ createdOn })));
});

async function coveredTimes(query: HistoryQuery): Promise<string[]> {
  const covered: string[] = [];
  let paging = {};
  for (let hasMore = true; hasMore; ) {
    const { body } = await world.history({ criteria: { createdOn: range }, limit: 2, ...query, ...paging });
    covered.push(body.coveredUntilTime);
    hasMore = body.nextPageKey !== undefined;
    paging = { nextPageKey: body.nextPageKey };
  }
  return covered;
}

describe("coveredUntilTime is what the pages read so far cover", () => {
  test("newest first: nothing before the start of the range, until the last page", async () => {
    expect(await coveredTimes({})).toEqual(["2026-03-02T00:00:00.000Z", times[4]]);
  });

  test("oldest first: up to the last record of the page", async () => {
    expect(await coveredTimes({ order: { order: "asc" } })).toEqual([times[2], times[4]]);
  });

  test("in the order of another field: nothing, until the last page", async () => {
    const order = { orderField: "entityId" };

    expect(await coveredTimes({ order })).toEqual(["2026-03-02T00:00:00.000Z", times[4]]);
  });

  test("without a range: nothing at all, until the last page", async () => {
    const { body } = await world.history({ limit: 2 });

    expect(body.coveredUntilTime).toBe("1970-01-01T00:00:00.000Z");
  });

  test("a poller by time that ignores the pages misses nothing", async () => {
    const seen = new Set<string>();
    let from = "2026-03-01";
    for (let poll = 0; poll < 5; poll++) {
      const createdOn = `BETWEEN ${from} and 2099-12-31`;
      const answer = await world.history({ criteria: { createdOn }, order: { order: "asc" }, limit: 2 });
      for (const id of idsOf(answer)) {
        seen.add(id);
      }
      from = answer.body.coveredUntilTime;
    }

    expect(seen.size).toBe(times.length);
  });
});

describe("operators on createdOn", () => {
  test.each<[object, number[]]>([
    [{ gte: "2026-03-02", lt: "2026-03-04" }, [1, 2]],
    [{ gt: "2026-03-04" }, [4]],
    [{ lte: "2026-03-01T12:00:00Z" }, [0]],
  ])("%j", async (createdOn, expected) => {
    const records = idsOf(await world.history({ order: { order: "asc" } }));

    const searched = await world.history({ criteria: { createdOn }, order: { order: "asc" } });
    const followed = await world.history({ criteria: { createdOn }, after: "beginning" });

    expect(idsOf(searched)).toEqual(expected.map((index) => records[index]));
    expect(idsOf(followed)).toEqual(idsOf(searched));
  });
});

test("a type that was deleted can still be searched for", async () => {
  const headers = world.key.headers;
  await service.call("POST", "/items", { headers, body: { name: "Boot", typePath: "item:shoe" } });
  const [item] = (await service.call("GET", "/items", { headers })).body.results;
  await service.call("DELETE", `/items/${item.id}`, { headers });
  await service.call("DELETE", "/entity-types/item%3Ashoe", { headers });

  const { status, body } = await world.history({ criteria: { entityType: "item:shoe" } });

  expect(status).toBe(200);
  expect(body.results).toHaveLength(2);
});

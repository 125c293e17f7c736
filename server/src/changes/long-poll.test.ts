import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { WakeUpBus } from "../platform/database/wake-up-bus.ts";
import { testBudget } from "../testing/test-budget.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { everyChange } from "./change-criteria.ts";
import { followChanges } from "./follow-changes.ts";
import { LogWatch } from "./log-watch.ts";
import { buildChangeWorld, type ChangeWorld, cursorsOf, idsOf } from "./testing/change-world.ts";

let service: TestService;
let bus: WakeUpBus;
let world: ChangeWorld;

beforeAll(async () => {
  service = await startTestService();
  bus = new WakeUpBus(service.database.connectionString);
});

afterAll(async () => {
  await bus.close();
  await service.stop();
});

beforeEach(async () => {
  world = await buildChangeWorld(service);
});

/** The current end of the log. */
async function endOfLog(): Promise<string> {
  return (await world.history({ after: "now" })).body.coveredUntil;
}

/** Sends a poll that waits. Resolves when the service has received it. */
async function sendPoll(to: TestService): Promise<{ received: Promise<string> }> {
  const { hostname, port } = new URL(to.address);
  const headers = { ...world.key.headers, host: "x" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const get = (path: string, last = "") => `GET /api/${path} HTTP/1.1\r\n${lines.join("")}${last}\r\n`;
  const socket = connect(Number(port), hostname);
  const answers: string[] = [];
  socket.setEncoding("utf8").on("data", (chunk: string) => answers.push(chunk));
  const closed = once(socket, "close");
  // Both requests are in one packet: the first response comes after the second request was received.
  socket.write(get("whoami") + get("change-history?after=now&wait=30", "connection: close\r\n"));
  await once(socket, "data");
  return { received: closed.then(() => answers.join("")) };
}

describe("a waiting poll", () => {
  test("returns at once when there are changes", async () => {
    const built = cursorsOf(await world.add({}));

    const answer = await world.history({ after: "beginning", wait: 30 });

    expect(idsOf(answer)).toEqual(built);
  });

  test("returns changes that are written while it waits", async () => {
    const answer = world.history({ after: await endOfLog(), wait: 30 });

    const built = cursorsOf(await world.add({}));
    bus.publish("changes", world.org.id);

    expect(idsOf(await answer)).toEqual(built);
  });

  test("holds no connection, so that more polls may wait than there are connections", async () => {
    const after = await endOfLog();
    const answers = Array.from({ length: 20 }, () => world.history({ after, wait: 30 }));
    const polls = [await sendPoll(service), await sendPoll(service)];

    // Queries the database while all polls wait.
    const other = await service.call("GET", "/org", { headers: world.key.headers });
    const built = cursorsOf(await world.add({}));

    expect(other.status).toBe(200);
    expect((await Promise.all(answers)).map(idsOf)).toEqual(answers.map(() => built));
    expect(await polls[0]?.received).toContain(built[0]);
  });

  test("skips changes that do not match, and continues after them", async () => {
    const answer = world.history({ after: await endOfLog(), wait: 30, entityType: "color" });

    await world.add({ entity_type: "item" });
    bus.publish("changes", world.org.id);
    const built = cursorsOf(await world.add({ entity_type: "color" }));
    bus.publish("changes", world.org.id);

    expect(idsOf(await answer)).toEqual(built);
  });

  test("returns empty on timeout, and covers the changes made meanwhile", async () => {
    const answer = world.history({ after: await endOfLog(), wait: 1, entityType: "color" });
    const built = cursorsOf(await world.add({ entity_type: "item" }));

    const { status, body } = await answer;

    expect({ status, results: body.results }).toEqual({ status: 200, results: [] });
    expect(body.coveredUntil).toBe(built[0]);
  });

  test("ends when the client disconnects", async () => {
    const { org } = world;
    const ending = new AbortController();
    const { db } = service.database;
    const criteria = everyChange;
    const search = { orgId: org.id, criteria, readable: { administeredTypes: [], productData: [] } };
    const waiting = followChanges({ db, bus }, search, {
      after: "now",
      limit: 1,
      waitMs: 600_000,
      ended: ending.signal,
      budget: testBudget(),
    });

    ending.abort();

    expect((await waiting).rows).toEqual([]);
  });

  test("ends when the service stops, with the position to continue from", async () => {
    const second = await startTestService({}, service);
    const { received } = await sendPoll(second);

    await second.stop();

    expect(await received).toMatch(/HTTP\/1\.1 200 OK[\s\S]*HTTP\/1\.1 200 OK[\s\S]*"results":\[\],"coveredUntil":"C/);
  });
});

describe("a log watch", () => {
  const never = new AbortController().signal;
  const longMs = 60_000;
  // Without a database a bus reaches its own node only: no echo of a notification can wake a later test.
  const local = new WakeUpBus("postgres://127.0.0.1:1/none");

  afterAll(() => local.close());

  test("wakes on a notification for its org, including one that arrived between waits", async () => {
    const watch = new LogWatch(local, "org-1");

    local.publish("changes", "org-1");
    await watch.next(longMs, never);
    const waiting = watch.next(longMs, never);
    local.publish("changes", "org-1");

    await waiting;
    watch.close();
  });

  test("wakes when notifications may have been lost, and on abort", async () => {
    const watch = new LogWatch(local, "org-2");
    const ending = new AbortController();

    const first = watch.next(longMs, never);
    local.publish("changes", "");
    await first;
    const second = watch.next(longMs, ending.signal);
    ending.abort();
    await second;
    await watch.next(longMs, ending.signal);

    watch.close();
  });

  test("ignores notifications for other orgs", async () => {
    const watch = new LogWatch(local, "org-3");
    let isAwake = false;
    const waiting = watch.next(longMs, never).then(() => {
      isAwake = true;
    });

    local.publish("changes", "org-4");
    await new Promise(setImmediate);

    expect(isAwake).toBe(false);
    watch.close();
    await waiting;
  });
});

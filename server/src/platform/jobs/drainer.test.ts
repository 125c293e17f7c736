import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { WakeUpBus } from "../database/wake-up-bus.ts";
import { Drainer, type DrainerOptions } from "./drainer.ts";

let database: TestDatabase;
let bus: WakeUpBus;
const drainers: Drainer[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  bus = new WakeUpBus(database.connectionString);
});

afterEach(async () => {
  await Promise.all(drainers.splice(0).map((drainer) => drainer.stop()));
});

afterAll(async () => {
  await bus.close();
  await database.drop();
});

let number = 0;

/** A drainer that sweeps once an hour and receives no messages, unless the input says otherwise. */
function startDrainer(input: Partial<DrainerOptions>) {
  number += 1;
  const topic = `work ${number}`;
  const drained: string[] = [];
  const errors: unknown[] = [];
  const drainer = new Drainer({
    bus,
    topic,
    findDue: async () => [],
    drain: async (key) => void drained.push(key),
    sweepMs: 3_600_000,
    onError: (error) => void errors.push(error),
    ...input,
  });
  drainers.push(drainer);
  return { drainer, topic, drained, errors };
}

/** Work that runs until it is released. */
function holdWork() {
  const begun: string[] = [];
  const waiting: (() => void)[] = [];
  return {
    begun,
    drain(key: string): Promise<void> {
      begun.push(key);
      return new Promise((resolve) => waiting.push(resolve));
    },
    letGo: () => waiting.shift()?.(),
  };
}

test("a key published on the bus is drained at once, and no other", async () => {
  const { topic, drained } = startDrainer({});

  bus.publish(topic, "a");
  bus.publish("another topic", "b");
  await waitUntil("a is drained", () => drained.length > 0);

  expect(drained).toContain("a");
  expect(drained).not.toContain("b");
});

test("a key poked any number of times while it is drained is drained once more", async () => {
  const work = holdWork();
  const { drainer } = startDrainer({ drain: work.drain });

  drainer.poke("a");
  drainer.poke("a");
  drainer.poke("a");
  expect(work.begun).toEqual(["a"]);
  work.letGo();
  await waitUntil("it is drained again", () => work.begun.length === 2);
  work.letGo();
  await drainer.stop();

  expect(work.begun).toEqual(["a", "a"]);
});

test("a slow key does not delay another", async () => {
  const work = holdWork();
  const { drainer } = startDrainer({ drain: work.drain });

  drainer.poke("slow");
  drainer.poke("other");

  expect(work.begun).toEqual(["slow", "other"]);
  work.letGo();
  work.letGo();
});

test("the sweep finds unannounced work, at the start and periodically", async () => {
  let due = ["at the start"];
  const { drained } = startDrainer({ sweepMs: 10, findDue: async () => due });

  await waitUntil("the first is drained", () => drained.includes("at the start"));
  due = ["later"];
  await waitUntil("the later one is drained", () => drained.includes("later"));
});

test("a hint that something was missed triggers a sweep", async () => {
  let due: string[] = [];
  const { topic, drained } = startDrainer({ findDue: async () => due });

  due = ["a", "b"];
  bus.publish(topic, "");
  await waitUntil("both are drained", () => drained.length >= 2);

  expect(new Set(drained)).toEqual(new Set(["a", "b"]));
});

test("sweeps do not overlap", async () => {
  const work = holdWork();
  let running = 0;
  let most = 0;
  const { topic } = startDrainer({
    sweepMs: 5,
    async findDue() {
      running += 1;
      most = Math.max(most, running);
      await work.drain("look");
      running -= 1;
      return [];
    },
  });

  await waitUntil("it looks", () => work.begun.length === 1);
  bus.publish(topic, "");
  work.letGo();
  await waitUntil("it looks again", () => work.begun.length === 2);
  work.letGo();

  expect(most).toBe(1);
});

test("a failed drain is reported, and affects neither others nor the next one", async () => {
  let isFailing = true;
  const drained: string[] = [];
  const { drainer, errors } = startDrainer({
    async drain(key) {
      if (key === "broken" && isFailing) {
        throw new Error("it fails");
      }
      drained.push(key);
    },
  });

  drainer.poke("broken");
  drainer.poke("whole");
  await waitUntil("the fault is reported", () => errors.length === 1);
  isFailing = false;
  drainer.poke("broken");
  await waitUntil("it is drained after all", () => drained.includes("broken"));

  expect(errors).toEqual([new Error("it fails")]);
  expect(drained).toEqual(["whole", "broken"]);
});

test("a failed sweep is reported, and the next one finds what is due", async () => {
  let looks = 0;
  const { drained, errors } = startDrainer({
    sweepMs: 10,
    async findDue() {
      looks += 1;
      if (looks === 1) {
        throw new Error("the database is away");
      }
      return ["a"];
    },
  });

  await waitUntil("it is drained", () => drained.length > 0);

  expect(errors).toEqual([new Error("the database is away")]);
});

test("stopping waits for work in progress, and starts nothing more", async () => {
  const work = holdWork();
  const { drainer, topic } = startDrainer({ drain: work.drain });
  drainer.poke("a");
  drainer.poke("a");
  let isStopped = false;

  const stopping = drainer.stop().then(() => {
    isStopped = true;
  });
  drainer.poke("b");
  bus.publish(topic, "c");
  await new Promise(setImmediate);
  const wasStoppedEarly = isStopped;
  work.letGo();
  await stopping;

  expect(wasStoppedEarly).toBe(false);
  expect(work.begun).toEqual(["a"]);
});

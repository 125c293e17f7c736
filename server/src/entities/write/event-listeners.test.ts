import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import { WakeUpBus } from "../../platform/database/wake-up-bus.ts";
import { ExpressionEvaluator } from "../../platform/expressions/offload/expression-evaluator.ts";
import { newId } from "../../platform/ids.ts";
import { buildOrg } from "../../testing/builders.ts";
import { listenForAll } from "../../testing/listen-for-all.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { TypeCatalog } from "../model/type-catalog.ts";
import type { Draft, Writer } from "../model/write-request.ts";
import { EntityWriter } from "./entity-writer.ts";
import type { WeftEvent } from "./event-listener.ts";
import { IndexMerger } from "./index-merger.ts";

let database: TestDatabase;
let bus: WakeUpBus;
let merger: IndexMerger;
const expressions = new ExpressionEvaluator();
let orgId: string;
let receivedEvents: WeftEvent[];
let isFailing: boolean;

beforeAll(async () => {
  database = await createTestDatabase();
  bus = new WakeUpBus(database.connectionString);
  merger = new IndexMerger(database.db);
  await database.db.query(sql`create table started_work (org_id text, entity_id text, kind text)`);
});

afterAll(async () => {
  await merger.close();
  await expressions.close();
  await bus.close();
  await database.drop();
});

beforeEach(async () => {
  orgId = (await buildOrg({ database })).id;
  receivedEvents = [];
  isFailing = false;
});

/** Starts a piece of work for each event, as workflows and webhooks do. */
const listener = listenForAll(async (events, tx, org) => {
  receivedEvents.push(...events);
  for (const event of events) {
    const id = event.kind === "named" ? event.subject?.id : (event.after?.id ?? event.before?.id);
    await tx.query(sql`insert into started_work (org_id, entity_id, kind) values (${org}, ${id}, ${event.kind})`);
  }
  if (isFailing) {
    throw new Error("the listener fails after it has inserted");
  }
});

const writer: Writer = {
  rights: {
    rights: [{ verbs: ["read", "create", "update", "delete"], typePath: "*" }],
    isAdministrator: true,
    taskId: undefined,
  },
  author: {
    actorId: newId(),
    actorType: "app",
    actorName: "test",
    changeSetId: newId(),
    source: "api",
    sourceId: null,
  },
};

function write(drafts: readonly Draft[], isAtomic = true) {
  const types = new TypeCatalog(database.db, bus);
  const entityWriter = new EntityWriter({
    db: database.db,
    bus,
    types,
    listeners: [listener],
    followUps: [],
    outsideKinds: new Map(),
    merger,
    expressions,
    isDistributed: async () => false,
  });
  const requests = drafts.map((draft) => ({ draft, writer }));
  return entityWriter.run(orgId, (write) => write.add(requests, { isAtomic }));
}

async function rowsOf(table: "started_work" | "entities" | "changes"): Promise<number> {
  const [row] = await database.db.query<{ count: number }>({
    text: `select count(*) as count from ${table} where org_id = $1`,
    values: [orgId],
  });
  return row?.count ?? 0;
}

const parka: Draft = { op: "create", entityType: "item", object: { name: "Parka", federatedId: "P" } };

test("rows inserted by a listener are committed with the write", async () => {
  await write([parka]);

  expect([await rowsOf("started_work"), await rowsOf("entities"), await rowsOf("changes")]).toEqual([1, 1, 1]);
});

test("a failing listener rolls back the write with everything that it inserted", async () => {
  isFailing = true;

  await expect(write([parka])).rejects.toThrow("the listener fails");

  expect(receivedEvents).toHaveLength(1);
  expect([await rowsOf("started_work"), await rowsOf("entities"), await rowsOf("changes")]).toEqual([0, 0, 0]);
});

test("a rejected write raises no events, and a partly rejected one raises the rest", async () => {
  const nameless: Draft = { op: "create", entityType: "item", object: {} };

  await write([parka, nameless]);
  const afterRefusal = receivedEvents.length;
  await write([parka, nameless], false);

  expect(afterRefusal).toBe(0);
  expect(receivedEvents).toHaveLength(1);
  expect(await rowsOf("started_work")).toBe(1);
});

test("listeners receive all steps of a write once, each state with its times", async () => {
  await write([
    parka,
    { op: "update", entityType: "item", address: { federatedId: "P" }, object: { name: "Coat" } },
    { op: "update", entityType: "item", address: { federatedId: "P" }, object: { name: "Coat" } },
    { op: "delete", entityType: "item", address: { federatedId: "P" }, cascades: false },
  ]);

  expect(receivedEvents.map(({ kind }) => kind)).toEqual(["created", "updated", "deleted"]);
  const states = receivedEvents.flatMap((event) => (event.kind === "named" ? [] : [event.before, event.after]));
  const times = states.flatMap((state) => (state === undefined ? [] : [state.createdOn, state.updatedOn]));
  expect(Math.min(...times.map(Number))).toBeGreaterThan(Date.now() - 60_000);
});

test("a write that changes nothing raises no events", async () => {
  await write([parka]);
  receivedEvents = [];

  await write([{ op: "upsert", entityType: "item", federatedId: "P", object: { name: "Parka" } }]);

  expect(receivedEvents).toEqual([]);
});

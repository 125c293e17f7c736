import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { migrationsFolder } from "../config/open-database.ts";
import { migrate } from "../platform/database/migrate.ts";
import { listMigrations, newestOf } from "../platform/database/migration-files.ts";
import { sql } from "../platform/database/sql.ts";
import { createEmptyDatabase, createTestDatabase, runOnce, type TestDatabase } from "../testing/test-database.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { waitUntil } from "../testing/wait-until.ts";
import type { MoveStep } from "./copy-all.ts";
import { compareTable, findTables, onSnapshot } from "./copy-tables.ts";
import { prepareSchemaOf, readSchemaNumber } from "./fill-database.ts";
import { cancelMove, moveDatabase } from "./move-database.ts";

let service: TestService;
let target: TestDatabase;
let cursor: string;

beforeAll(async () => {
  service = await startTestService();
  target = await createEmptyDatabase();
  cursor = (await service.call("GET", "/change-history?after=now")).body.coveredUntil;
  await create("Parka");
  const webhook = {
    url: "http://127.0.0.1:9/hook",
    events: ["item:create"],
    auth: { type: "hmac", secret: "of the receiver" },
  };
  await service.call("POST", "/webhooks", { body: webhook });
});

afterAll(async () => {
  await service.stop();
  await target.drop();
});

const create = (name: string) => service.call("POST", "/items", { body: { name } });
const ready = async () => (await fetch(`${service.address}/health/ready`)).status;

function sourceOf({ connectionString }: TestDatabase) {
  return { connectionString, ownerConnectionString: connectionString };
}

/** Moves the service, and calls back before a step; an error that this throws interrupts the move there. */
async function move(
  onStep: (step: MoveStep) => void = () => {},
  to: Pick<TestDatabase, "connectionString"> = target,
): Promise<MoveStep[]> {
  const steps: MoveStep[] = [];
  await moveDatabase({
    source: sourceOf(service.database),
    targetUrl: to.connectionString,
    onBegin: async () => {},
    onStep: (step) => {
      steps.push(step);
      onStep(step);
    },
  });
  return steps;
}

describe("a target is refused, and nodes still write, if it", () => {
  test("has rows of another service", async () => {
    const other = await createTestDatabase();
    onTestFinished(() => other.drop());
    await runOnce(other.connectionString, "insert into orgs (id, slug, name) values ('another', 'another', 'Another')");

    await expect(move(undefined, other)).rejects.toThrow(/^The target is not empty: its table orgs has rows/);
    expect((await create("Anorak")).status).toBe(201);
  });

  test("has a schema that is newer", async () => {
    const other = await createTestDatabase();
    onTestFinished(() => other.drop());
    const later = "insert into schema_migrations (number, name) values (9000, '9000_later.sql')";
    await runOnce(other.connectionString, later);

    await expect(move(undefined, other)).rejects.toThrow(/schema version 9000, which is newer than/);
    expect((await create("Anorak")).status).toBe(201);
  });

  test("has another encoding than UTF8", async () => {
    const name = "test_in_ascii";
    await runOnce(inject("postgresUrl"), `create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`);
    onTestFinished(() => runOnce(inject("postgresUrl"), `drop database ${name}`));
    const connectionString = inject("postgresUrl").replace("db=postgres", `db=${name}`);

    await expect(move(undefined, { connectionString })).rejects.toThrow(/^The target has the encoding SQL_ASCII/);
    expect((await create("Anorak")).status).toBe(201);
  });

  test("would lack a table of the source", async () => {
    const other = await createEmptyDatabase();
    onTestFinished(() => other.drop());
    await runOnce(service.database.connectionString, "create table operator_notes (id integer primary key)");

    await expect(move(undefined, other)).rejects.toThrow(/^The schema has tables that are not Weft.s: operator_notes/);
    await runOnce(service.database.connectionString, "drop table operator_notes");
    expect((await create("Anorak")).status).toBe(201);
  });

  test("has tables of something else", async () => {
    const other = await createEmptyDatabase();
    onTestFinished(() => other.drop());
    await runOnce(other.connectionString, "create table notes (id integer primary key)");

    await expect(move(undefined, other)).rejects.toThrow(/^The target has tables that are not Weft's/);
  });

  test("is the same database", async () => {
    await expect(move(undefined, service.database)).rejects.toThrow(/^The target is the database that is to be moved/);
    expect((await create("Anorak")).status).toBe(201);
  });
});

test("a target whose migration was interrupted gets the rest of its schema", async () => {
  const begun = await createEmptyDatabase();
  onTestFinished(() => begun.drop());
  await migrate({ connectionString: begun.connectionString, folder: migrationsFolder, to: 12 });

  const newest = newestOf(await listMigrations(migrationsFolder));
  await prepareSchemaOf(begun.db, begun.connectionString, newest);

  expect(await readSchemaNumber(begun.db)).toBe(newest);
});

test("while the database is copied, nodes stay ready, serve reads, and refuse writes with the reason", async () => {
  const interrupt = move((step) => {
    if (step.kind === "copied" && step.table === "entities") throw new Error("interrupted");
  });
  await expect(interrupt).rejects.toThrow("interrupted");

  const refused = await create("Coat");
  expect(refused).toMatchObject({ status: 503, body: { code: "unavailable" } });
  expect(refused.body.detail).toMatch(/^The service is being moved to another database\. Reads are served/);
  expect(refused.headers.get("retry-after")).toBe("60");
  expect((await service.call("GET", "/items?fields=name")).body.results.length).toBeGreaterThan(0);
  expect((await service.call("GET", `/change-history?after=${cursor}`)).status).toBe(200);
  await waitUntil("the node has noticed", () => service.logLines.some((line) => line.includes("database is unavail")));
  expect(await ready()).toBe(200);
  await expect(startTestService({}, { ...service, database: target })).rejects.toThrow("The database is incomplete");
});

test("a move that is canceled lets nodes write, and starts over with what they wrote", async () => {
  await cancelMove(sourceOf(service.database), { evenIfMoved: false });
  await waitUntil("the node writes again", async () => (await create("Duffle coat")).status === 201);

  await expect(cancelMove(sourceOf(service.database), { evenIfMoved: false })).rejects.toThrow(/not being moved/);
  const interrupt = move((step) => {
    if (step.kind === "same" && step.table === "orgs") throw new Error("interrupted");
  });
  await expect(interrupt).rejects.toThrow("interrupted");
});

test("an interrupted move continues, compares all tables, and the service runs on the target", async () => {
  const steps = await move();

  const tables = (await findTables(service.database.db)).map(({ name }) => name);
  const compared = steps.flatMap((step) => (step.kind === "same" ? [step.table] : []));
  expect(steps.some(({ kind }) => kind === "copying")).toBe(false);
  expect(compared).toEqual(tables);
  for (const table of await findTables(service.database.db)) {
    const same = await onSnapshot(service.database.db, (own) =>
      onSnapshot(target.db, (other) => compareTable(own, other, table)),
    );
    expect(same, table.name).toEqual({ rows: expect.any(Number) });
  }
  const before = await service.call("GET", `/change-history?after=${cursor}`);
  const moved = await startTestService({}, { database: target, first: service.first });
  onTestFinished(() => moved.stop());
  const after = await moved.call("GET", `/change-history?after=${cursor}`);
  expect(after.body).toEqual(before.body);
  expect((await moved.call("POST", "/items", { body: { name: "Ulster" } })).status).toBe(201);
  const next = await moved.call("GET", `/change-history?after=${after.body.coveredUntil}`);
  expect(next.body.results).toMatchObject([{ propertyDiffs: { name: { newValue: "Ulster" } } }]);
  expect((await target.db.query(sql`select to_regclass('database_closure') as left`))[0]).toEqual({ left: null });
});

test("a node on the former database says so, and a second move and a cancellation are refused", async () => {
  const refused = await create("Raincoat");

  expect(refused.body.detail).toMatch(/^The service has moved to another database\./);
  await expect(move()).rejects.toThrow(/has moved to .* already/);
  await expect(cancelMove(sourceOf(service.database), { evenIfMoved: false })).rejects.toThrow(/add --yes/);
});

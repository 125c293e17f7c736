import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { formatGrants } from "../commands/migrate-actions.ts";
import { migrationsFolder } from "../config/open-database.ts";
import { findClosure } from "../platform/database/closure-store.ts";
import { migrate } from "../platform/database/migrate.ts";
import { findSchemaNames } from "../platform/database/schema-store.ts";
import { sql } from "../platform/database/sql.ts";
import { createEmptyDatabase, createOwnedDatabase, type OwnedDatabase, runOnce } from "../testing/test-database.ts";
import { waitUntil } from "../testing/wait-until.ts";
import type { MoveStep } from "./copy-all.ts";
import { cancelMove, moveDatabase } from "./move-database.ts";

/** Its nodes have a role that does not own it, and whose sessions the owner does not see. */
let database: OwnedDatabase;

beforeAll(async () => {
  database = await createOwnedDatabase();
  await migrate({ connectionString: database.ownerUrl, folder: migrationsFolder });
  await runOnce(database.ownerUrl, formatGrants(database.role, await findSchemaNames(database.db)));
});

afterAll(() => database.drop());

function source() {
  return { connectionString: database.roleUrl, ownerConnectionString: database.ownerUrl };
}

function move(targetUrl: string, onStep: (step: MoveStep) => void = () => {}): Promise<void> {
  return moveDatabase({ source: source(), targetUrl, onBegin: async () => {}, onStep });
}

test("a transaction of a node that is still running is copied with its rows", async () => {
  const target = await createEmptyDatabase();
  onTestFinished(() => target.drop());
  const node = new pg.Client({ connectionString: database.roleUrl, application_name: "weft-all" });
  node.on("error", () => {});
  await node.connect();
  await node.query("begin; insert into orgs (id, slug, name) values ('late', 'late', 'Late')");
  const steps: string[] = [];

  const moving = move(target.connectionString, ({ kind }) => steps.push(kind));
  await waitUntil("the database is closed", async () => (await findClosure(database.db)) !== undefined);
  await node.query("commit");
  await node.end();
  await moving;

  expect(await target.db.query(sql`select id from orgs`)).toEqual([{ id: "late" }]);
  expect(steps[0]).toBe("closed");
  await cancelMove(source(), { evenIfMoved: true });
});

test("a move that runs cannot be canceled: nodes would write to both databases", async () => {
  const target = await createEmptyDatabase();
  onTestFinished(() => target.drop());
  let canceling: Promise<unknown> | undefined;

  await move(target.connectionString, (step) => {
    canceling ??= step.kind === "copied" ? cancelMove(source(), { evenIfMoved: true }).catch(String) : undefined;
  });

  expect(await canceling).toContain("The move is running. Stop that command first");
  expect(await findClosure(database.db)).toMatchObject({ reason: "moved" });
  expect(await cancelMove(source(), { evenIfMoved: true })).toBe(true);
});

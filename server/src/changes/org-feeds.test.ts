import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { oneRow, sql } from "../platform/database/sql.ts";
import { buildOrg } from "../testing/builders.ts";
import { countLockWaits } from "../testing/lock-waits.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { epochSize } from "./change-cursor.ts";
import { findLogEnd } from "./change-history-store.ts";
import { openFeed } from "./change-log-store.ts";
import { forkFeeds } from "./feed-epoch-store.ts";
import { recordChanges } from "./record-changes.ts";
import { buildChanges } from "./testing/change-builder.ts";

let database: TestDatabase;
let orgId: string;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

beforeEach(async () => {
  orgId = (await buildOrg({ database })).id;
});

test("an epoch ends after the changes of a write that was not committed when it was to end", async () => {
  await buildChanges(database.db, orgId, [{}, {}]);
  let forking: Promise<void> | undefined;

  await database.db.transaction(async (tx) => {
    await tx.query(sql`update org_feeds set last_sequence = last_sequence + 1 where org_id = ${orgId}`);
    forking = database.db.transaction((other) => forkFeeds(other));
    await waitUntil("it waits for the write", async () => (await countLockWaits(database.db)) > 0);
  });
  await forking;

  const forks = await database.db.query(sql`select sequence from feed_forks where org_id = ${orgId}`);
  expect(forks).toEqual([{ sequence: 3 }]);
  expect((await findLogEnd(database.db, orgId)).sequence).toBe(epochSize + 3);
});

test("a write without changes leaves the end of the log where it was", async () => {
  await buildChanges(database.db, orgId, [{ createdOn: "2026-01-01T00:00:00.000Z" }]);
  const end = await findLogEnd(database.db, orgId);

  const options = { typesVersion: await openFeed(database.db, orgId), changesTypes: false };
  await database.db.transaction((tx) => recordChanges(tx, orgId, [], options));

  expect(await findLogEnd(database.db, orgId)).toEqual(end);
});

test("a write without changes still finds that types have changed", async () => {
  const typesVersion = await openFeed(database.db, orgId);
  const changed = await database.db.query<{ types_version: number }>(sql`
    update org_feeds set types_version = types_version + 1 where org_id = ${orgId} returning types_version`);

  const recorded = database.db.transaction((tx) => recordChanges(tx, orgId, [], { typesVersion, changesTypes: false }));

  await expect(recorded).rejects.toThrow("the types of the org have changed");
  expect(oneRow(changed).types_version).toBe(typesVersion + 1);
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { problem } from "../../access/testing/problem.ts";
import { dropAnEmptyPartition } from "../../changes/retention-store.ts";
import { oneRow, sql } from "../../platform/database/sql.ts";
import { countChanges } from "../../statistics/statistics-jobs.ts";
import { uniqueName } from "../../testing/builders.ts";
import { runOnce } from "../../testing/test-database.ts";
import { startTestService, type TestService } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { inOwnOrg, type OrgService } from "../../workflows/testing/own-org.ts";
import { deleteDueOrgs } from "../delete-org.ts";
import { exportSlug, fillOrg, imported, importServicesOf } from "../testing/filled-org.ts";
import { operate, operatorSettings } from "../testing/operator-world.ts";
import type { ImportServices } from "./import-org.ts";

const never = new AbortController().signal;

let folder: string;
let service: TestService;
let services: ImportServices;
let org: OrgService;
let archive: string;
let slug: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-interrupted-"));
  service = await startTestService({ ...operatorSettings, DATA_DIR: folder });
  services = importServicesOf(service.database, folder);
  org = await inOwnOrg(service);
  await fillOrg(org);
  archive = await exportSlug(services, org.org.slug, join(folder, "org.tar.gz"));
});

afterAll(async () => {
  await services.bus.close();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => {
  slug = `copy-${uniqueName()}`;
});

const importCopy = () => imported(services, archive, { slug, hasNewIds: true });

/** Fails where the change history begins, until it is called off. */
async function blockHistory() {
  await runOnce(
    service.database.connectionString,
    `create or replace function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refused before insert on changes for each row execute function refuse()`,
  );
  return () => runOnce(service.database.connectionString, "drop trigger refused on changes");
}

async function interruptImport(): Promise<void> {
  const allow = await blockHistory();
  await expect(importCopy()).rejects.toThrow("refused");
  await allow();
}

test("changes that are counted during an import are counted completely", async () => {
  await interruptImport();

  await countChanges(services.db, never);
  const { org: copy } = await importCopy();
  await countChanges(services.db, never);

  const totalOf = async (orgId: string) =>
    oneRow(
      await services.db.query(sql`
        select sum(creates + updates + deletes)::integer as total from change_counts where org_id = ${orgId}`),
    );
  expect(await totalOf(copy.id)).toEqual(await totalOf(org.org.id));
});

test("an incomplete import cannot be resumed as an organization, and its deletion can be canceled", async () => {
  await interruptImport();

  const early = await operate(service, "POST", `/orgs/${slug}/resume`);
  await operate(service, "POST", `/orgs/${slug}/deletion`, { confirm: slug });
  await expect(importCopy()).rejects.toThrow("cancel the deletion first");
  const canceled = await operate(service, "POST", `/orgs/${slug}/resume`);
  const { org: copy } = await importCopy();

  expect(early).toMatchObject(problem("conflict"));
  expect(early.body.detail).toContain("is not complete");
  expect(canceled).toMatchObject({
    status: 200,
    body: { status: "suspended", deletion: null, suspension: { reason: "Its import is not complete." } },
  });
  expect(copy.suspended_on).toBeNull();
});

test("a deletion ends an import in progress, and leaves nothing of it", async () => {
  const { db, bus, files } = services;
  const connection = await db.pool.connect();
  // The import waits in the middle of an entry.
  await connection.query("begin; lock table changes in exclusive mode");
  const importing = importCopy().catch((error: Error) => error);
  const findCopy = () =>
    db.query<{ id: string }>(sql`
    select subject_id as id from org_imports i join orgs o on o.id = i.subject_id where o.slug = ${slug}`);
  await waitUntil("the import waits", async () => {
    const waiting = await db.query(sql`select 1 from pg_locks where not granted and relation = 'changes'::regclass`);
    return waiting.length > 0;
  });
  const { id } = oneRow(await findCopy());
  await operate(service, "POST", `/orgs/${slug}/deletion`, { confirm: slug });
  await db.query(sql`update org_deletions set due_on = now() where subject_id = ${id}`);

  const deleting = deleteDueOrgs({ db, bus, files }, never);
  await waitUntil("the deletion waits", async () => {
    const waiting = await db.query(sql`
      select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%delete from org_imports%'
        and datname = current_database()`);
    return waiting.length > 0;
  });
  await connection.query("commit");
  connection.release();
  const outcome = await importing;
  await deleting;

  expect(outcome).toMatchObject({ message: expect.stringContaining("is being deleted") });
  for (const table of ["changes", "entities", "org_imports"]) {
    const column = table === "org_imports" ? "subject_id" : "org_id";
    expect((await db.pool.query(`select 1 from ${table} where ${column} = $1`, [id])).rows).toEqual([]);
  }
  const { body } = await operate(service, "GET", `/deletions?slug=${slug}`);
  expect(body.results).toMatchObject([{ completedOn: expect.any(String), rows: { orgs: 1 } }]);
});

test("of two imports of an archive that begin at once, one completes and the other is rejected", async () => {
  const same = await Promise.allSettled([importCopy(), importCopy()]);
  const others = await Promise.allSettled(
    [`${slug}-a`, `${slug}-b`].map((name) => imported(services, archive, { slug: name, hasNewIds: true })),
  );

  for (const outcomes of [same, others]) {
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const [failure] = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(failure).toMatchObject({ code: "conflict", message: expect.stringMatching(/import/) });
  }
});

test("a past month is not dropped while an import writes to it", async () => {
  const { db } = services;
  const old = await inOwnOrg(service);
  await old.call("POST", "/items", { body: { name: "Old", roles: ["family"] } });
  await db.query(sql`update changes set created_on = '2020-01-15Z' where org_id = ${old.org.id}`);
  const path = await exportSlug(services, old.org.slug, join(folder, "old.tar.gz"));
  await db.query(sql`delete from changes where org_id = ${old.org.id}`);
  // A slow entry, so that its rows are not committed yet when the partition is checked.
  await runOnce(
    service.database.connectionString,
    `create table changes_2020_01 partition of changes for values from ('2020-01-01Z') to ('2020-02-01Z');
    create function rest() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return null; end $$;
    create trigger slow after insert on changes for each statement execute function rest()`,
  );

  const importing = imported(services, path, { slug, hasNewIds: true });
  await waitUntil("the change is written", async () => {
    const writers = await db.query(sql`
      select 1 from pg_locks where relation = 'changes_2020_01'::regclass and mode = 'RowExclusiveLock'`);
    return writers.length > 0;
  });
  const dropped = await db.transaction(dropAnEmptyPartition);
  const { org: copy } = await importing;
  await runOnce(service.database.connectionString, "drop trigger slow on changes");

  expect(dropped).toBeUndefined();
  expect(await db.query(sql`select entity_type from changes where org_id = ${copy.id}`)).toEqual([
    { entity_type: "item" },
  ]);
});

import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import { runOnce } from "../../testing/test-database.ts";
import { startTestService, type TestService } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { byFederatedId, ended, load, rows, start, upload } from "../testing/loading.ts";

let folder: string;
let service: TestService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-given-up-"));
  service = await startTestService({ DATA_DIR: folder });
});

afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const colors = { loadType: ["COLOR"] };
const file = rows("federatedId,name,hex", "g1,Green,00ff00");

/** Puts a file in place of the folder in which the node creates the folders of its loads. */
async function withoutWorkFolder<Result>(work: () => Promise<Result>): Promise<Result> {
  const path = join(folder, "loads");
  await rm(path, { recursive: true, force: true });
  await writeFile(path, "");
  try {
    return await work();
  } finally {
    await rm(path);
  }
}

test("a load that the node cannot run fails, and the log has the reason with its id", async () => {
  const done = await withoutWorkFolder(() => load(service, file, colors));

  const errors = service.logLines.filter((line) => line.includes("load error") && line.includes(done.id));
  expect(done).toMatchObject({ status: "failed", failureArea: "VALIDATING_DATA", errors: 1, counts: {} });
  expect(done.issues).toMatchObject([
    { issueType: "SYSTEM_ERROR", message: `Internal error. The service log has details for the load ${done.id}.` },
  ]);
  expect(errors).toHaveLength(3);
  expect(await byFederatedId(service, "colors", "g1")).toBeUndefined();
});

test("a sample run that fails is not left running", async () => {
  const fileLocation = await upload(service, file);

  const answer = await withoutWorkFolder(() =>
    start(service, { ...colors, fileLocation, dryRun: true, sampleRows: 1 }),
  );

  const [latest] = await service.database.db.query<{ status: string }>(sql`
    select status from loads order by id desc limit 1`);
  expect(answer.status).toBe(500);
  expect(latest).toEqual({ status: "failed" });
});

test("a sample run whose node has died is canceled at once", async () => {
  const fileLocation = await upload(service, file);
  const { body } = await start(service, { ...colors, fileLocation, dryRun: true, sampleRows: 1 });
  await service.database.db.query(sql`update loads set status = 'running', ended_on = null where id = ${body.id}`);

  const answer = await service.call("POST", `/loader-processes/${body.id}/cancel`);

  expect(answer).toMatchObject({ status: 200, body: { status: "canceled" } });
});

test("the folder of a killed node is deleted after a day, and folders in use are kept", async () => {
  const [old, young] = [join(folder, "loads", "old.abc"), join(folder, "loads", "young.abc")];
  await mkdir(old, { recursive: true });
  await mkdir(young);
  await utimes(old, new Date(), new Date(Date.now() - 2 * 24 * 3_600_000));

  await load(service, file, colors);

  // The load reports its end shortly before its own folder is deleted.
  const names = () => readdir(join(folder, "loads"));
  await waitUntil("one is left", async () => (await names()).length === 1);
  expect(await names()).toEqual(["young.abc"]);
});

test("a load that fails before it publishes leaves nothing staged", async () => {
  const project = (await service.call("POST", "/projects", { body: { name: "Fall" } })).body;
  const body = { name: "Core", workspaceId: project.rootWorkspaceId, identifier: "core" };
  await service.call("POST", "/assortments", { body });
  const configuration = {
    loadType: ["ITEM", "PROJECT_ITEM", "ASSORTMENT"],
    assortmentSplit: { fieldToSplitOn: "line", values: [{ value: "core", assortmentIdentifier: "core" }] },
  };
  const header = "itemFamilyFederatedId,name,line";
  await load(service, rows(header, "A,A,core", "B,B,core"), configuration);

  const refused = await load(service, rows(header, "A,A,core"), { ...configuration, maxRemovals: 0 });
  const wrong = await load(service, rows(header, "A,A,core", ",B,core"), { ...configuration, maxRemovals: 5 });

  const staged = await service.database.db.query(sql`select stage_id from staged_members`);
  expect([refused.status, wrong.status]).toEqual(["failed", "failed"]);
  expect(staged).toEqual([]);
});

test("an undo that keeps failing fails with its reason, and can be requested again", async () => {
  const done = await load(service, rows("federatedId,name,hex", "u1,Umber,635147"), colors);
  const { connectionString } = service.database;
  await runOnce(
    connectionString,
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger refuse before delete on entities for each row execute function refuse()`,
  );

  await service.call("POST", `/loader-processes/${done.id}/undo`);
  const failed = (await ended(service, done.id)).undo;
  await runOnce(connectionString, "drop trigger refuse on entities");
  await service.call("POST", `/loader-processes/${done.id}/undo`);
  const again = (await ended(service, done.id)).undo;

  expect(failed).toMatchObject({ status: "failed", reverted: 0 });
  expect(failed.reasons).toMatchObject([{ message: expect.stringContaining("The service log has details") }]);
  expect(again).toMatchObject({ status: "completed", reverted: 1, notReverted: 0, reasons: [] });
});

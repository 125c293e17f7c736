import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import { addOldJob, addOldNode, buildOldQueue, countOldJobs } from "../../platform/jobs/testing/build-old-queue.ts";
import { firstOrg } from "../../testing/builders.ts";
import { startTestService, type TestService } from "../../testing/test-service.ts";
import { ended, rows, started, upload } from "../testing/loading.ts";

let folder: string;
/** Serves requests and runs no loads. */
let service: TestService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-upgrade-"));
  service = await startTestService({ WEFT_ROLE: "api", DATA_DIR: folder });
  await buildOldQueue(service.database);
});

afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A load whose job is queued as a node of the previous version does it. */
async function queueOldLoad(name: string, lockedBy?: string): Promise<string> {
  const { database } = service;
  const fileLocation = await upload(service, rows("federatedId,name,hex", `${name},${name},336699`));
  const loadId = await started(service, { fileLocation, loadType: ["COLOR"] });
  const { id: orgId } = await firstOrg(service);
  await database.db.query(sql`delete from jobs`);
  await addOldJob(database, {
    task: "run-load",
    payload: { orgId, loadId },
    key: `run ${loadId}`,
    queue: `loads of ${orgId}`,
    ...(lockedBy === undefined ? {} : { lockedBy }),
  });
  return loadId;
}

test("loads that were queued before an upgrade run after it, in order", async () => {
  await service.database.db.query(sql`
    insert into nodes (id, worker_pool_id, seen_on) values ('killed', 'killed pool', now() - interval '1 minute')`);
  const begun = await queueOldLoad("begun", "killed pool");
  const waiting = await queueOldLoad("waiting");

  const worker = await startTestService({ WEFT_ROLE: "worker", DATA_DIR: folder }, service);
  const [begunDone, waitingDone] = [await ended(service, begun), await ended(service, waiting)];
  await worker.stop();

  expect(begunDone).toMatchObject({ status: "completed", counts: { color: { created: 1 } } });
  expect(waitingDone).toMatchObject({ status: "completed", counts: { color: { created: 1 } } });
  expect(waitingDone.startedOn >= begunDone.endedOn).toBe(true);
  expect(await countOldJobs(service.database)).toBe(0);
});

test("a load that is queued while nodes of the previous version run jobs is run by a new node", async () => {
  await addOldNode(service.database, "old", "old pool");
  const id = await queueOldLoad("during");

  const worker = await startTestService({ WEFT_ROLE: "worker", DATA_DIR: folder }, service);
  const done = await ended(service, id);
  await worker.stop();
  await service.database.db.query(sql`delete from nodes where id = 'old'`);

  expect(done).toMatchObject({ status: "completed", counts: { color: { created: 1 } } });
  expect(
    await service.database.db.query(sql`
    select 1 from graphile_worker._private_job_queues where locked_at is not null`),
  ).toEqual([]);
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { buildKey, buildOrg } from "../../testing/builders.ts";
import { startTestService, type TestService } from "../../testing/test-service.ts";
import { holdBatches } from "../testing/hold-batches.ts";
import { rows } from "../testing/loading.ts";

/** The number of loads that a node runs concurrently. */
const slots = 8;

let folder: string;
/** Serves requests and runs no loads. */
let service: TestService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-fair-"));
  service = await startTestService({ WEFT_ROLE: "api", DATA_DIR: folder });
});

afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

type Headers = Readonly<Record<string, string>>;

async function buildTenant() {
  const org = await buildOrg(service);
  return { orgId: org.id, headers: (await buildKey(service, org)).headers };
}

async function startLoad(headers: Headers): Promise<string> {
  const prefix = newId();
  const lines = Array.from({ length: 5 }, (_, index) => `${prefix}${index},Color ${index},336699`);
  const answer = await fetch(`${service.address}/api/files?fileName=colors.csv`, {
    method: "POST",
    headers,
    body: rows("federatedId,name,hex", ...lines),
  });
  const { id: fileLocation } = JSON.parse(await answer.text());
  const { body } = await service.call("POST", "/loader-processes", {
    headers,
    body: { fileLocation, loadType: ["COLOR"] },
  });
  return body.id;
}

/** The load, after it has ended. */
async function ended(headers: Headers, id: string): Promise<{ status: string; startedOn: string }> {
  for (;;) {
    const { body } = await service.call("GET", `/loader-processes/${id}?wait=30`, { headers });
    if (!["pending", "running"].includes(body.status)) {
      return body;
    }
  }
}

test("a load waits for at most one load of another organization, however many that one has queued", {
  timeout: 60_000,
}, async () => {
  const tenants = await Promise.all(Array.from({ length: slots - 1 }, buildTenant));
  const orgIds = tenants.map(({ orgId }) => orgId);
  const held = await holdBatches(service.database, 1, orgIds);
  const longLoads: (readonly [Headers, string])[] = [];
  for (const { headers } of tenants) {
    longLoads.push([headers, await startLoad(headers)]);
  }
  const { headers: busy } = await buildTenant();
  const queued: string[] = [];
  for (let number = 1; number <= 6; number += 1) {
    queued.push(await startLoad(busy));
  }
  const { headers: quiet } = await buildTenant();
  const only = await startLoad(quiet);

  const worker = await startTestService({ WEFT_ROLE: "worker", DATA_DIR: folder, DATABASE_POOL: "20" }, service);
  const onlyDone = await ended(quiet, only);
  const queuedDone = await Promise.all(queued.map((id) => ended(busy, id)));
  await held.release();
  const longDone = await Promise.all(longLoads.map((address) => ended(...address)));
  await worker.stop();

  const earlier = queuedDone.filter(({ startedOn }) => startedOn < onlyDone.startedOn);
  expect(earlier.length).toBeLessThanOrEqual(1);
  expect(new Set([onlyDone, ...queuedDone, ...longDone].map(({ status }) => status))).toEqual(new Set(["completed"]));
});

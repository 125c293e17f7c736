import { afterAll, beforeAll, expect, test } from "vitest";
import { lookAtSchema } from "./platform/database/migrate.ts";
import { type ReplicatedPostgres, startReplicatedPostgres } from "./testing/replicated-postgres.ts";
import { startTestService, type TestService } from "./testing/test-service.ts";
import { waitUntil } from "./testing/wait-until.ts";

let postgres: ReplicatedPostgres;
let service: TestService;

beforeAll(async () => {
  postgres = await startReplicatedPostgres();
  // The standby comes first, so that the node must look further from the start.
  service = await startTestService({ DATABASE_URL: postgres.listUrl });
}, 120_000);

afterAll(async () => {
  await service.stop();
  await postgres.stop();
});

function create(name: string) {
  return service.call("POST", "/items", { body: { name } });
}

test("a node writes to the primary among the hosts of its URL, and to the new one after a promotion", async () => {
  expect((await create("Spring")).status).toBe(201);
  const { body: now } = await service.call("GET", "/change-history?after=now");

  await postgres.stopPrimary(); // Stops when the replica has received everything.
  const refused = await create("Summer");
  await postgres.promoteReplica();
  await waitUntil("the node writes to the new primary", async () => (await create("Autumn")).status === 201);
  const isReady = async () => (await fetch(`${service.address}/health/ready`)).status === 200;
  await waitUntil("the node reports that it is ready", isReady);
  const changes = await service.call("GET", `/change-history?after=${now.coveredUntil}`);

  expect(refused).toMatchObject({ status: 503, body: { code: "unavailable" } });
  expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(changes.body.results).toMatchObject([{ propertyDiffs: { name: { newValue: "Autumn" } } }]);
  expect(await lookAtSchema(postgres.listUrl)).toMatchObject({ isOwner: true });
});

test("a waiting poll is woken by a write on the new primary", async () => {
  const { body: now } = await service.call("GET", "/change-history?after=now");
  const began = Date.now();

  const waiting = service.call("GET", `/change-history?after=${now.coveredUntil}&wait=30`);
  await create("Winter");
  const changes = await waiting;

  expect(changes.body.results).toMatchObject([{ propertyDiffs: { name: { newValue: "Winter" } } }]);
  expect(Date.now() - began).toBeLessThan(10_000);
});

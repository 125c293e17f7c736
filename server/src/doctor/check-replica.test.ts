import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { parseConfig } from "../config/config.ts";
import { type ReplicatedPostgres, startReplicatedPostgres } from "../testing/replicated-postgres.ts";
import { testSecret } from "../testing/test-service.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { checkReplica } from "./check-replica.ts";
import { runCheck } from "./finding.ts";

let postgres: ReplicatedPostgres;

beforeAll(async () => {
  postgres = await startReplicatedPostgres();
});

afterAll(() => postgres.stop());

function look(url: string) {
  const config = parseConfig({
    DATABASE_URL: inject("postgresUrl"),
    DATABASE_REPLICA_URL: url,
    WEFT_SECRET: testSecret,
  });
  return runCheck(checkReplica(config), 5_000);
}

test("without a replica the check is skipped", async () => {
  expect(await runCheck(checkReplica(parseConfig({})), 1_000)).toMatchObject([{ name: "replica", verdict: "skipped" }]);
});

test("a streaming replica is ok, and a disconnected one is not", async () => {
  await waitUntil("it follows", async () => (await look(postgres.replicaUrl))[0]?.verdict === "ok");
  await postgres.stopPrimary();

  await waitUntil("it is cut off", async () => (await look(postgres.replicaUrl))[0]?.verdict === "fault");
  expect((await look(postgres.replicaUrl))[0]?.detail).toContain("receives nothing");
});

test("a primary is not a replica", async () => {
  expect(await look(inject("postgresUrl"))).toMatchObject([
    { verdict: "fault", detail: expect.stringContaining("is not a replica") },
  ]);
});

test("an unreachable replica is reported without its password", async () => {
  const [finding] = await look("postgres://weft:hush-hush@127.0.0.1:1/weft");

  expect(finding).toMatchObject({ verdict: "fault", detail: expect.stringContaining("ECONNREFUSED") });
  expect(finding?.detail).not.toContain("hush-hush");
});

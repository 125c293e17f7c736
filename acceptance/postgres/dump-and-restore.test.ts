import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DebianPostgres, password, startDebianPostgres } from "../testing/debian-postgres.ts";
import { LoadClient } from "../testing/load-client.ts";
import { type NodeProcess, startNode } from "../testing/node-process.ts";
import { readCredentials } from "../testing/own-database.ts";
import { readBlocks } from "../testing/read-blocks.ts";
import { runWeft } from "../testing/run-weft.ts";

let postgres: DebianPostgres;
let folder: string;
let env: Record<string, string>;
let address: string;
let client: LoadClient;

beforeAll(async () => {
  postgres = await startDebianPostgres();
  folder = await mkdtemp(join(tmpdir(), "weft-dump-"));
  for (const role of ["weft", "weft_app"]) {
    await postgres.run("postgres", `create role ${role} login password '${password}'`);
  }
  await postgres.run("postgres", "create database weft owner weft encoding 'UTF8' template template0");
  env = {
    DATA_DIR: join(folder, "data"),
    DATABASE_URL: postgres.url("weft", "weft_app"),
    DATABASE_OWNER_URL: postgres.url("weft", "weft"),
    WEFT_SECRET: "a secret that is not in the dump, of course",
  };
});

afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The blocks of the guide that contain the word, run as they are by an operator who owns the database. */
async function followGuide(word: string): Promise<void> {
  const blocks = (await readBlocks("docs/deploying.md")).filter(({ text }) => text.includes(word));
  expect(blocks).toHaveLength(1);
  await promisify(execFile)("bash", ["-euo", "pipefail", "-c", blocks[0]?.text ?? ""], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"] ?? "",
      DATABASE_URL: postgres.url("weft", "weft"),
      ADMIN_URL: postgres.url("postgres"),
      RESTORED_URL: postgres.url("weft_restored", "weft"),
    },
  });
}

async function names(): Promise<string[]> {
  return (await client.all("items")).map(({ name }: { name: string }) => name).sort();
}

async function stop(node: NodeProcess): Promise<void> {
  expect(await node.end("SIGTERM")).toBe(0);
}

test("a dump is restored in place of the existing database with the commands of the guide", async () => {
  await runWeft(["migrate"], { env });
  const grants = await runWeft(["migrate", "--grants", "weft_app"], { env });
  await promisify(execFile)("psql", [postgres.url("weft", "weft"), "--command", grants.stdout]);
  const before = await startNode({ env });
  const { apiKey, orgSlug } = await readCredentials(join(folder, "data"));
  ({ address } = before);
  client = new LoadClient({ address: () => address, headers: { "x-api-key": apiKey, "x-api-org": orgSlug } });
  await client.call("POST", "/items", { name: "before the dump" });

  await followGuide("pg_dump --format");
  await client.call("POST", "/items", { name: "after the dump" });
  await stop(before);
  await followGuide("pg_restore --exit-on-error");
  const restored = await startNode({ env });
  ({ address } = restored);

  expect(await names()).toEqual(["before the dump"]);
  await client.call("POST", "/items", { name: "after the restore" });
  expect(await names()).toEqual(["after the restore", "before the dump"]);
  const { results } = await client.call("GET", "/change-history");
  expect(results).toHaveLength(2);
  const doctor = JSON.parse((await runWeft(["doctor", "--json"], { env })).stdout);
  expect(doctor.checks.filter(({ name }: { name: string }) => name === "schema")).toMatchObject([{ verdict: "ok" }]);
  await stop(restored);
});

test("it can be restored again, over what was restored", async () => {
  await postgres.run("postgres", "drop database weft_before");

  await followGuide("pg_restore --exit-on-error");
  const restored = await startNode({ env });
  ({ address } = restored);

  expect(await names()).toEqual(["before the dump"]);
  await stop(restored);
});

import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { type DebianPostgres, password, startDebianPostgres } from "../testing/debian-postgres.ts";
import { digestTables } from "../testing/digest-tables.ts";
import { requireAll, type Target, writeUntilStopped } from "../testing/item-writers.ts";
import { type NodeProcess, startNode } from "../testing/node-process.ts";
import { readCredentials } from "../testing/own-database.ts";
import { runWeft } from "../testing/run-weft.ts";

let postgres: DebianPostgres;
let folder: string;
let node: NodeProcess;
let target: Target;

beforeAll(async () => {
  postgres = await startDebianPostgres();
  await postgres.run("postgres", `create role weft login password '${password}'`);
  for (const name of ["weft", "restored", "other"]) {
    await postgres.run("postgres", `create database ${name} owner weft encoding 'UTF8' template template0`);
  }
  folder = await mkdtemp(join(tmpdir(), "weft-backup-"));
  await writeFile(join(folder, "passphrase"), "a passphrase of the tests\n");
  node = await startNode({ env: envOf("weft") });
  const { apiKey, orgSlug } = await readCredentials(join(folder, "weft"));
  target = { address: () => node.address, headers: { "x-api-key": apiKey, "x-api-org": orgSlug } };
});

afterAll(async () => {
  await node.end("SIGTERM");
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

/** With a folder of the same name. */
function envOf(database: string): Record<string, string> {
  return {
    DATA_DIR: join(folder, database),
    DATABASE_URL: postgres.url(database, "weft"),
    WEFT_SECRET: "the same secret for all databases of this test",
    WEFT_RATE_LIMIT: "off",
  };
}

const passphrase = () => ["--passphrase-file", join(folder, "passphrase")];

function admin(database: string, ...words: string[]) {
  return runWeft(["admin", ...words], { env: envOf(database), timeoutMs: 60_000 });
}

async function call(path: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(`${node.address}/api${path}`, {
    ...init,
    headers: { ...target.headers, ...init.headers },
  });
  return response.text();
}

test("a backup of a database of DATABASE_URL has everything that was acknowledged before, and is restored exactly", async () => {
  const file: { id: string } = JSON.parse(
    await call("/files?fileName=sketch.bin", { method: "POST", body: Buffer.from("a sketch") }),
  );
  const writing = writeUntilStopped(target);
  await waitUntil("there are items", () => writing.acknowledged.size > 60);
  const before = new Map(writing.acknowledged);
  const running = await admin("weft", "backup", join(folder, "running"), ...passphrase());
  await writing.stop();
  expect(running, running.stderr).toMatchObject({ code: 0 });
  await node.end("SIGTERM");
  const still = await admin("weft", "backup", join(folder, "still.tar.gz"));
  const source = await digestTables(postgres.url("weft"));

  const restored = await admin("restored", "restore", join(folder, "running"), ...passphrase());
  expect(restored, restored.stderr).toMatchObject({ code: 0 });
  expect(restored.stdout).not.toContain(encodeURIComponent(password));
  node = await startNode({ env: envOf("restored") });
  await requireAll(target, before);
  expect(await call(`/files/${file.id}/content`)).toBe("a sketch");
  await node.end("SIGTERM");

  const exact = await admin("other", "restore", join(folder, "still.tar.gz"));
  expect([still.code, exact.code], exact.stderr).toEqual([0, 0]);
  const audit = ["audit_entries", "audit_heads", "audit_personal_values"];
  const ofRows = (digests: Record<string, string>) =>
    Object.fromEntries(Object.entries(digests).filter(([name]) => !audit.includes(name)));
  expect(ofRows(await digestTables(postgres.url("other")))).toEqual(ofRows(source));
  node = await startNode({ env: envOf("other") });
  await requireAll(target, writing.acknowledged);
});

test("a restore needs an empty database, and a damaged backup leaves one that only another restore can use", async () => {
  const occupied = await admin("weft", "restore", join(folder, "still.tar.gz"));
  expect(occupied.stderr).toMatch(/files is not empty/);
  const env = { ...envOf("weft"), DATA_DIR: join(folder, "new") };
  const full = await runWeft(["admin", "restore", join(folder, "still.tar.gz")], { env });
  expect(full).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The target is not empty/) });

  await postgres.run("postgres", "create database damaged owner weft encoding 'UTF8' template template0");
  await admin("weft", "backup", join(folder, "short.tar.gz"));
  await truncate(join(folder, "short.tar.gz"), 20_000);
  const damaged = await admin("damaged", "restore", join(folder, "short.tar.gz"));
  expect(damaged).toMatchObject({ code: 1, stderr: expect.stringMatching(/truncated\. The database is incomplete/) });
  await expect(startNode({ env: envOf("damaged") })).rejects.toThrow(/The database is incomplete/);
  const again = await admin("damaged", "restore", join(folder, "still.tar.gz"));
  expect(again, again.stderr).toMatchObject({ code: 0 });
});

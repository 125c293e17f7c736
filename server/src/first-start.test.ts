import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AuditLog } from "./access/audit/audit-log.ts";
import { Passwords } from "./access/passwords.ts";
import { type FirstStart, makeFirstStart } from "./first-start.ts";
import { sql } from "./platform/database/sql.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";
import { keyHeaders, startTestService, type TestService } from "./testing/test-service.ts";

const folders: string[] = [];

/** The data folder of a node. */
async function buildFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "weft-first-start-"));
  folders.push(folder);
  return folder;
}

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

describe("a service on an empty database", () => {
  let service: TestService;
  let folder: string;

  beforeAll(async () => {
    folder = await buildFolder();
    service = await startTestService({ DATA_DIR: folder, WEFT_ORG: "atelier" });
  });

  afterAll(() => service.stop());

  test("writes its credentials to a file that only its account can read", async () => {
    const file = join(folder, "first-credentials.json");

    const { mode } = await stat(file);
    const content = JSON.parse(await readFile(file, "utf8"));

    expect((mode & 0o777).toString(8)).toBe("600");
    expect(content).toEqual(service.first);
    expect(content).toMatchObject({
      baseUrl: `${service.address}/api`,
      orgSlug: "atelier",
      email: "owner@atelier.example",
      apiKey: expect.stringMatching(/^app:weft_[0-9A-Za-z]{36}$/),
      password: expect.stringMatching(/^[0-9A-Za-z]{20}$/),
    });
  });

  test("names the public URL in its credentials, if it has one", async () => {
    const published = await startTestService({ WEFT_PUBLIC_URL: "https://weft.example.com/" });
    await published.stop();

    expect(published.first.baseUrl).toBe("https://weft.example.com/api");
  });

  test("has an owner who signs in, and an app's key with the admin preset", async () => {
    const { orgSlug, email, password } = service.first;

    const signedIn = await service.call("POST", "/login", { headers: {}, body: { orgSlug, email, password } });
    const users = await service.call("GET", "/users");
    const keys = await service.call("GET", "/api-keys");

    expect(signedIn).toMatchObject({ status: 200, body: { actor: { email } } });
    expect(users.body.results).toMatchObject([{ email, role: "owner", isActive: true }]);
    expect(keys.body.results).toMatchObject([{ label: "first-key", preset: "admin", expiresOn: null }]);
  });

  test("keeps the credentials out of its log", () => {
    const log = service.logLines.join("");

    expect(log).not.toContain(service.first.password);
    expect(log).not.toContain(service.first.apiKey);
  });

  test("creates nothing if another node or a later start follows", async () => {
    const laterFolder = await buildFolder();

    const later = await startTestService({ DATA_DIR: laterFolder, WEFT_ORG: "another" }, service);
    const caller = await later.call("GET", "/whoami", { headers: keyHeaders(service.first) });
    await later.stop();

    const orgs = await service.database.db.query(sql`select slug from orgs`);
    expect(caller.status).toBe(200);
    expect(orgs).toEqual([{ slug: "atelier" }]);
    await expect(stat(join(laterFolder, "first-credentials.json"))).rejects.toThrow("ENOENT");
  });

  // The last test of this group: it empties the database.
  test("creates one org if two nodes start at the same moment", async () => {
    const { db } = service.database;
    await db.query(sql`truncate orgs cascade`);

    const nodes = await Promise.all([startTestService({}, service), startTestService({}, service)]);
    const made = nodes.filter((node) => node.first.apiKey !== service.first.apiKey);
    const answers = await Promise.all(
      nodes.map((node) => node.call("GET", "/users", { headers: keyHeaders(made[0]?.first ?? service.first) })),
    );
    await Promise.all(nodes.map((node) => node.stop()));

    expect(await db.query(sql`select slug from orgs`)).toEqual([{ slug: "demo" }]);
    expect(made).toHaveLength(1);
    expect(answers.map(({ body }) => body.results?.length)).toEqual([1, 1]);
  });
});

describe("makeFirstStart", () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  beforeEach(async () => {
    await database.db.query(sql`truncate orgs cascade`);
  });

  afterAll(() => database.drop());

  async function startFirst(credentialsFile: string, hasTerminal = false): Promise<FirstStart> {
    const passwords = new Passwords();
    const baseUrl = "http://127.0.0.1:3000/api";
    const given = { passwords, audit: new AuditLog(), orgSlug: "demo", baseUrl, credentialsFile, hasTerminal };
    return makeFirstStart({ db: database.db, ...given });
  }

  const countOrgs = async () => (await database.db.query(sql`select id from orgs`)).length;

  test("creates no org if credentials can neither be written nor shown", async () => {
    const folderInItsPlace = await buildFolder();

    expect(await startFirst(folderInItsPlace)).toEqual({ kind: "withheld", orgSlug: "demo" });

    expect(await countOrgs()).toBe(0);
  });

  test("creates an org whose credentials are only shown if they cannot be written", async () => {
    const folderInItsPlace = await buildFolder();

    expect(await startFirst(folderInItsPlace, true)).toMatchObject({ kind: "made", isKept: false });

    expect(await countOrgs()).toBe(1);
  });

  test("of several nodes that start at once, one creates the org and the others nothing", async () => {
    const folder = await buildFolder();
    const files = ["a", "b", "c"].map((node) => join(folder, node));

    const starts = await Promise.all(files.map((file) => startFirst(file)));
    const made = starts.map((start) => (start.kind === "made" ? start.credentials : undefined));

    const written = await Promise.all(files.map((file) => readFile(file, "utf8").catch(() => undefined)));
    expect(made.filter((credentials) => credentials !== undefined)).toHaveLength(1);
    expect(written.map((text) => (text === undefined ? undefined : JSON.parse(text)))).toEqual(made);
    expect(await countOrgs()).toBe(1);
  });

  test("restricts the mode of an existing file", async () => {
    const file = join(await buildFolder(), "first-credentials.json");
    await writeFile(file, "left behind", { mode: 0o644 });

    await startFirst(file);

    expect(((await stat(file)).mode & 0o777).toString(8)).toBe("600");
  });
});

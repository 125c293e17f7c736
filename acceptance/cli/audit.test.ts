import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../server/src/platform/database/sql.ts";
import { startTestService, type TestService, testSecret } from "../../server/src/testing/test-service.ts";
import { keyEnv, runWeft } from "../testing/run-weft.ts";

let service: TestService;
let folder: string;

beforeAll(async () => {
  service = await startTestService();
  folder = await mkdtemp(join(tmpdir(), "weft-audit-"));
  await service.call("POST", "/apps", { body: { name: "shop" } });
});

afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const weft = (...args: string[]) => runWeft(args, { env: keyEnv(service), cwd: folder });
const admin = (...args: string[]) =>
  runWeft(["admin", "audit", ...args], {
    env: { DATABASE_URL: service.database.connectionString, WEFT_SECRET: testSecret },
    cwd: folder,
  });

test("weft audit lists entries, newest first, by filters", async () => {
  const shown = await weft("audit", "--action", "app.create", "--limit", "1");
  const json = await weft("audit", "list", "--target-type", "org", "--since", "2026-01-01", "--json");
  const wrong = await weft("audit", "--action", "app.paint");

  expect(shown.stdout).toContain("app.create");
  expect(shown.stdout).toContain("name shop");
  expect(JSON.parse(json.stdout).results).toMatchObject([{ action: "org.create", actor: { type: "system" } }]);
  expect(wrong.code).not.toBe(0);
  expect(wrong.stderr).toContain("action is never app.paint. Use one of session.sign-in,");
});

test("weft audit list --all reads page after page", async () => {
  const { stdout } = await weft("audit", "list", "--all", "--limit", "1", "--json");

  const sequences = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).sequence);
  expect(sequences.length).toBeGreaterThan(1);
  expect(sequences).toEqual(sequences.map((_sequence, index) => sequences.length - index));
});

test("weft audit export writes one line per entry", async () => {
  const file = join(folder, "audit.ndjson");

  const { code } = await weft("audit", "export", "--output", file);

  const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
  expect(code).toBe(0);
  expect(lines.map((line) => JSON.parse(line).sequence)).toEqual(lines.map((_line, index) => index + 1));
});

test("weft admin audit verify exits with 1 and names the entry that is missing or changed", async () => {
  const whole = await admin("verify", "--org", service.first.orgSlug);
  await service.database.db.query(sql`update audit_entries set action = 'app.update' where sequence = 2`);
  await service.database.db.query(sql`delete from audit_entries where sequence = 4`);
  const broken = await admin("verify");
  const unknown = await admin("verify", "--org", "nowhere");

  expect(whole).toMatchObject({ code: 0, stdout: expect.stringMatching(/^demo: ok, \d+ entries \(1 to \d+\), head/) });
  expect(broken.code).toBe(1);
  expect(broken.stdout).toContain("demo: entry 2 was changed\ndemo: entry 4 is missing\n");
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining("nowhere") });
});

test("weft admin audit erase erases one user or one value", async () => {
  const { results } = (await service.call("GET", "/users")).body;

  const erased = await admin("erase", "--org", service.first.orgSlug, "--user", results[0].id);
  const both = await admin("erase", "--org", service.first.orgSlug, "--user", "x", "--value", "y");

  expect(erased.stdout).toBe(`Erased 2 personal values from the audit log of ${service.first.orgSlug}.\n`);
  expect(both).toMatchObject({ code: 1, stderr: expect.stringContaining("either --user or --value") });
});

test("weft admin users erase asks for the email again, and reports the changed rows", async () => {
  const users = (...args: string[]) =>
    runWeft(["admin", "users", "erase", ...args, "--org", service.first.orgSlug], {
      env: { DATABASE_URL: service.database.connectionString, WEFT_SECRET: testSecret },
      cwd: folder,
    });
  const body = { email: "ada@users.example", name: "Ada Byron" };
  const { id } = (await service.call("POST", "/users", { body })).body;

  const unconfirmed = await users("ada@users.example");
  const mistyped = await users("ada@users.example", "--confirm", "ada@users.example.com");
  const erased = await users("ada@users.example", "--confirm", "ada@users.example");
  const unknown = await users("ada@users.example", "--confirm", "ada@users.example");
  const again = await users(id, "--confirm", id);

  expect(unconfirmed).toMatchObject({ code: 1, stderr: expect.stringContaining("Pass --confirm ada@users.example.") });
  expect(mistyped).toMatchObject({ code: 1, stderr: expect.stringContaining("Nothing was changed.") });
  expect(erased).toMatchObject({ code: 0, stdout: expect.stringMatching(/called "user \w{5}"[\s\S]* users {2}1\n/) });
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining("deleted before by id") });
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("  none\n") });
});

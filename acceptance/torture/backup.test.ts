import { execFile, execFileSync } from "node:child_process";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { requireAll, type Target, writeUntilStopped } from "../testing/item-writers.ts";
import { type NodeProcess, startNode, weft } from "../testing/node-process.ts";
import { OwnFolder, readCredentials } from "../testing/own-database.ts";
import { runWeft, startWeft } from "../testing/run-weft.ts";

let folder: OwnFolder;
let node: NodeProcess;
let copy: NodeProcess | undefined;
let headers: Record<string, string>;
/** Next to the data folders, and deleted with them. */
let archive: string;

beforeAll(async () => {
  folder = await OwnFolder.make();
  archive = join(folder.path, "backup.tar.gz");
  node = await startNode({ env: { DATA_DIR: join(folder.path, "data"), WEFT_RATE_LIMIT: "off" } });
  const { apiKey, orgSlug } = await readCredentials(join(folder.path, "data"));
  headers = { "x-api-key": apiKey, "x-api-org": orgSlug };
});

afterAll(async () => {
  await Promise.all([node, copy].map((started) => started?.end("SIGTERM")));
  await folder.remove();
});

function admin(place: string, ...words: string[]) {
  return runWeft(["admin", ...words], { env: { DATA_DIR: join(folder.path, place) } });
}

interface ChangePage {
  readonly results: readonly { readonly id: string; readonly entityId: string }[];
  readonly coveredUntil: string;
}

async function ask({ address }: NodeProcess, path: string, init: RequestInit = {}) {
  const answer = await fetch(`${address}/api${path}`, { ...init, headers: { ...headers, ...init.headers } });
  expect(answer.status, path).toBeLessThan(300);
  return answer;
}

async function askJson(from: NodeProcess, path: string, init: RequestInit = {}) {
  return JSON.parse(await (await ask(from, path, init)).text());
}

const json = (body: object) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** All changes after the cursor, and the new cursor. */
async function readChanges(from: NodeProcess, after: string): Promise<ChangePage> {
  const results: ChangePage["results"][number][] = [];
  for (let cursor = after; ; ) {
    const page: ChangePage = await askJson(from, `/change-history?after=${cursor}&limit=1000`);
    results.push(...page.results);
    if (page.results.length === 0) {
      return { results, coveredUntil: page.coveredUntil };
    }
    cursor = page.coveredUntil;
  }
}

test("a backup made during writes is restored elsewhere, with writes, cursors, files and passwords", async () => {
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * index) % 251));
  const { id: fileId } = await askJson(node, "/files?fileName=a.bin", { method: "POST", body: bytes });
  const writing = writeUntilStopped({ address: () => node.address, headers });
  await waitUntil("some are written before the cursor", () => writing.acknowledged.size > 100);
  const { coveredUntil: cursor } = await askJson(node, "/change-history?after=now");
  await waitUntil("some are written behind it", () => writing.acknowledged.size > 300);
  const before = new Map(writing.acknowledged);

  const made = await admin("data", "backup", archive);
  await writing.stop();
  const restored = await admin("copies/restored", "restore", archive);
  copy = await startNode({ env: { DATA_DIR: join(folder.path, "copies/restored"), WEFT_RATE_LIMIT: "off" } });

  expect(made).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Warning: the backup is not encrypted\. .*\n$/),
  });
  expect(made.stdout).toMatch(/^Backed up \S+: \d+\.\d MiB, \d+ entries, \d+\.\d s\.\n$/);
  expect((await stat(archive)).mode & 0o777).toBe(0o600);
  expect(restored).toMatchObject({ code: 0, stderr: "" });
  expect(restored.stdout).toMatch(/^Restored \S+ from the backup of \S+Z\. Start the service there: weft serve\n$/);

  expect(writing.refusals).toEqual([]);
  const target: Target = { address: () => copy?.address ?? "", headers };
  await requireAll(target, before);

  const original = await readChanges(node, cursor);
  const continued = await readChanges(copy, cursor);
  const idsOf = ({ results }: ChangePage) => results.map(({ id }) => id);
  expect(continued.results.length).toBeGreaterThan(200);
  expect(idsOf(continued)).toEqual(idsOf(original).slice(0, continued.results.length));
  const { id } = await askJson(copy, "/items", json({ name: "after the restore" }));
  const further = await readChanges(copy, continued.coveredUntil);
  expect(further.results).toMatchObject([{ entityId: id }]);

  const downloaded = await ask(copy, `/files/${fileId}/content`);
  expect(bytes.equals(Buffer.from(await downloaded.arrayBuffer()))).toBe(true);
  const { email, password, orgSlug } = await readCredentials(join(folder.path, "data"));
  await ask(copy, "/login", json({ email, password, orgSlug }));
});

test("an existing file is not overwritten, and a file that cannot be written leaves nothing", async () => {
  await writeFile(join(folder.path, "kept"), "mine");

  const [kept, nowhere, nothing] = await Promise.all([
    admin("data", "backup", join(folder.path, "kept")),
    admin("data", "backup", join(folder.path, "nowhere/backup.tar.gz")),
    admin("absent", "backup", join(folder.path, "of-nothing.tar.gz")),
  ]);

  expect(kept).toMatchObject({ code: 1, stderr: expect.stringMatching(/kept already exists\..*\n$/) });
  expect(await readFile(join(folder.path, "kept"), "utf8")).toBe("mine");
  expect(nowhere).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^There is no folder .*nowhere\. Create it, .*\n$/),
  });
  expect(nothing).toMatchObject({ code: 1, stderr: expect.stringMatching(/^There is no database in .*\n$/) });
  const left = await readdir(folder.path);
  expect(left.filter((name) => name.includes("nothing") || name.endsWith(".part") || name === "absent")).toEqual([]);
});

test("a backup to the same file works after one that was killed", async () => {
  const path = join(folder.path, "repeated.tar.gz");
  const killed = startWeft(["admin", "backup", path], { env: { DATA_DIR: join(folder.path, "data") } });
  const left = async () => (await readdir(folder.path)).filter((name) => name.startsWith("repeated"));
  await waitUntil("the backup has begun", async () => (await left()).length > 0);
  await killed.end("SIGKILL").catch(() => undefined);

  const repeated = await admin("data", "backup", path);

  expect(repeated).toMatchObject({ code: 0 });
  expect(await left()).toEqual(["repeated.tar.gz", expect.stringMatching(/^repeated\.tar\.gz\.[0-9a-f]{12}\.part$/)]);
});

test("a folder that is not empty and a truncated archive are rejected, and nothing is changed", async () => {
  const whole = await readFile(archive);
  const cut = join(folder.path, "cut.tar.gz");
  await writeFile(cut, whole.subarray(0, whole.length - 100));

  const [full, broken, text] = await Promise.all([
    admin("data", "restore", archive),
    admin("deep/er", "restore", cut),
    admin("other", "restore", join(folder.path, "data", "first-credentials.json")),
  ]);

  expect(full).toMatchObject({ code: 1, stderr: expect.stringMatching(/data is not empty\..*\n$/) });
  expect(broken).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("damaged or truncated. Nothing was changed."),
  });
  expect(text).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("damaged or truncated. Nothing was changed."),
  });
  expect((await readdir(folder.path)).filter((name) => name === "deep" || name === "other")).toEqual([]);
  expect((await readdir(join(folder.path, "data"))).filter((name) => name.startsWith("restore-"))).toEqual([]);
  expect((await ask(node, "/whoami")).status).toBe(200);
});

test("a backup also works without a running service, and to standard output", async () => {
  await node.end("SIGTERM");
  const env = { PATH: "/usr/bin:/bin", DATA_DIR: join(folder.path, "data") };
  const options = { env, encoding: "buffer", maxBuffer: 200_000_000 } as const;

  const { stdout, stderr } = await promisify(execFile)(process.execPath, [weft, "admin", "backup", "-"], options);

  const names = execFileSync("tar", ["-tzf", "-"], { input: stdout, encoding: "utf8" }).trim().split("\n");
  expect(names[0]).toBe("weft-backup.json");
  expect(names).toEqual(expect.arrayContaining(["postgres/backup_label", "secret"]));
  expect(names).not.toContain("first-credentials.json");
  expect(names).not.toContain("postgres-password");
  expect(names.filter((name) => /postmaster|pg_replslot\/.|pg_internal/.test(name))).toEqual([]);
  expect(names.at(-1)).toBe("weft-backup-end.json");
  expect(stderr.toString("utf8")).toMatch(/^Backed up .*\nWarning: the backup is not encrypted\. .*\n$/);
});

test("an encrypted backup is restored only with its passphrase, and only if it is complete", async () => {
  const [sealed, cut] = [join(folder.path, "sealed.weft"), join(folder.path, "cut.weft")];
  const [right, wrong] = [join(folder.path, "right"), join(folder.path, "wrong")];
  await writeFile(right, "correct horse battery staple\n");
  await writeFile(wrong, "another horse entirely\n");

  const made = await admin("data", "backup", sealed, "--passphrase-file", right);
  const bytes = await readFile(sealed);
  await writeFile(cut, bytes.subarray(0, bytes.length - 1));
  const [without, other, short, clear, whole] = await Promise.all([
    admin("sealed/without", "restore", sealed),
    admin("sealed/other", "restore", sealed, "--passphrase-file", wrong),
    admin("sealed/short", "restore", cut, "--passphrase-file", right),
    admin("sealed/clear", "restore", archive, "--passphrase-file", right),
    admin("sealed/whole", "restore", sealed, "--passphrase-file", right),
  ]);

  expect(made).toMatchObject({ code: 0, stderr: "" });
  expect(bytes.includes("weft-backup.json")).toBe(false);
  expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining("The backup is encrypted.") });
  expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining("The passphrase is wrong.") });
  expect(short).toMatchObject({ code: 1, stderr: expect.stringContaining("damaged or truncated.") });
  expect(clear).toMatchObject({ code: 1, stderr: expect.stringContaining("The backup is not encrypted,") });
  expect(whole).toMatchObject({ code: 0, stderr: "" });
  expect(await readdir(join(folder.path, "sealed"))).toEqual(["whole"]);
});

import { execFile } from "node:child_process";
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRequest } from "../server/src/platform/http/testing/send-request.ts";
import { createTestDatabase, type TestDatabase } from "../server/src/testing/test-database.ts";
import { waitUntil } from "../server/src/testing/wait-until.ts";
import { type NodeProcess, nodeEnvironment, startNode, weft } from "./testing/node-process.ts";

/** One node with TLS, whose settings are in a file: what it logs from start to stop, and what SIGHUP changes. */
let database: TestDatabase;
let folder: string;
let node: NodeProcess;
let ca: string;

const fixture = (name: string) =>
  fileURLToPath(new URL(`../server/src/platform/http/testing/${name}`, import.meta.url));

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "weft-node-"));
  ca = [
    await readFile(fixture("test-only-certificate.pem"), "utf8"),
    await readFile(fixture("test-only-renewed-certificate.pem"), "utf8"),
  ].join("\n");
  await writeFile(join(folder, "tls.crt"), await readFile(fixture("test-only-certificate.pem")));
  await configure({ LOG_LEVEL: "info" });
  const { WEFT_RATE_LIMIT: _, WEFT_SECRET: __, ...env } = nodeEnvironment(database, join(folder, "data"));
  await writeFile(join(folder, "secrets"), `${"current".repeat(6)}\n`);
  node = await startNode({
    cwd: folder,
    // An empty variable counts as absent, so that the file decides.
    env: {
      ...env,
      LOG_LEVEL: "",
      TLS_CERT: join(folder, "tls.crt"),
      TLS_KEY: fixture("test-only-key.pem"),
      WEFT_SECRET_FILE: join(folder, "secrets"),
    },
  });
});

afterAll(async () => {
  await node.end("SIGTERM");
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function configure(settings: Readonly<Record<string, string>>): Promise<void> {
  const lines = Object.entries(settings).map(([name, value]) => `${name}: ${value}\n`);
  await writeFile(join(folder, "weft.config.yaml"), lines.join(""));
}

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly [member: string]: unknown;
}

/** Every line that the node has printed: all of them must be JSON. */
function lines(): Line[] {
  return node
    .output()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** Reloads, and returns the line with the result. */
async function reload(): Promise<Line> {
  const before = lines().length;
  process.kill(node.pid, "SIGHUP");
  const isReport = ({ msg }: Line) => msg.startsWith("settings");
  await waitUntil("the settings are reloaded", async () => lines().slice(before).some(isReport));
  const report = lines().slice(before).find(isReport);
  if (report === undefined) throw new Error("no report");
  return report;
}

function get(path: string) {
  return sendRequest(`${node.address}${path}`, { ca });
}

function servedCertificate(): Promise<string> {
  const { hostname, port } = new URL(node.address);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), ca }, () => {
      resolve(socket.getPeerCertificate().subjectaltname ?? "");
      socket.destroy();
    }).once("error", reject);
  });
}

test("the first lines are JSON, and name version, role, database, folder and URL", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [weft, "--version"]);
  const [, version, commit] = /^(\S+)(?: \((\S+)\))?$/.exec(stdout.trim()) ?? [];

  const created = lines().find(({ msg }) => msg.startsWith("The organization demo was created. Its first credentials"));
  const started = lines().find(({ msg }) => msg.startsWith("Weft is ready"));

  expect(created?.msg).toContain(join(folder, "data", "first-credentials.json"));
  expect(started).toMatchObject({
    level: 30,
    version,
    role: "all",
    database: expect.stringMatching(/^socket:/),
    dataFolder: join(folder, "data"),
    address: node.address,
    msg: expect.stringContaining(`Weft is ready at ${node.address} `),
  });
  expect(started?.["commit"]).toBe(commit);
});

test("health, metrics, the API document and the console name the same version as weft --version", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [weft, "--version"]);
  const text = stdout.trim();
  const [, version = "", commit] = /^(\S+)(?: \((\S+)\))?$/.exec(text) ?? [];

  const health = (await get("/health/live")).body;
  const metrics = (await get("/metrics")).body;
  const document = (await get("/api/openapi.json")).body;
  const page = (await sendRequest(`${node.address}/`, { ca, headers: { accept: "text/html" } })).body;

  expect(health).toEqual({ status: "live", version, ...(commit === undefined ? {} : { commit }) });
  const labels = [`version="${version}"`, ...(commit === undefined ? [] : [`commit="${commit}"`])];
  expect(metrics).toContain(`weft_build_info{${labels.join(",")},node="${process.versions.node}"} 1`);
  expect(document.info.version).toBe(version);
  expect(page).toContain(`<meta name="weft-version" content="${text}"`);
});

test("probes are not logged", async () => {
  const before = lines().length;

  await get("/health/ready");
  await get("/metrics");
  await get("/api/whoami");
  const paths = () =>
    lines()
      .slice(before)
      .map(({ path }) => path);
  await waitUntil("the call is logged", async () => paths().includes("/api/whoami"));

  expect(paths().filter((path) => path === "/health/ready" || path === "/metrics")).toEqual([]);
});

test("SIGHUP replaces the certificate, the log level and the rate limits, and names what needs a restart", async () => {
  const before = await servedCertificate();
  await writeFile(join(folder, "tls.crt"), await readFile(fixture("test-only-renewed-certificate.pem")));
  await configure({ LOG_LEVEL: "warn", WEFT_RATE_LIMIT: "7", WEFT_WEBHOOKS_MAX: "5" });
  await appendFile(join(folder, "secrets"), `${"further".repeat(6)}\n`);

  const report = await reload();

  expect(report).toMatchObject({
    applied: ["WEFT_RATE_LIMIT", "LOG_LEVEL", "TLS_CERT"],
    needRestart: ["WEFT_SECRET", "WEFT_WEBHOOKS_MAX"],
    msg: "settings reloaded; restart to apply WEFT_SECRET, WEFT_WEBHOOKS_MAX",
  });
  expect(before).not.toContain("renewed.example");
  expect(await servedCertificate()).toContain("renewed.example");
  const count = lines().length;
  const answer = await get("/api/whoami");
  expect(answer.headers.get("ratelimit-policy")).toContain("q=14;w=2");
  expect(lines()).toHaveLength(count);
});

test("invalid settings change nothing, and the node keeps running", async () => {
  await configure({ LOG_LEVEL: "loud", WEFT_RATE_LIMIT: "9" });

  const report = await reload();

  expect(report).toMatchObject({ level: 50, msg: expect.stringContaining("previous ones stay in effect") });
  expect(JSON.stringify(report)).toContain("LOG_LEVEL: must be");
  expect((await get("/api/whoami")).headers.get("ratelimit-policy")).toContain("q=14;w=2");
});

test("the node uses as many connections as DATABASE_POOL says", async () => {
  const headers = await keyOf();
  await Promise.all(Array.from({ length: 40 }, () => sendRequest(`${node.address}/api/items?size=1`, { ca, headers })));

  const { rows } = await database.db.pool.query<{ count: number }>(
    "select count(*)::integer as count from pg_stat_activity where application_name like 'weft-%' and application_name <> 'weft-test' and datname = current_database()",
  );

  expect(rows[0]?.count).toBe(4);
});

async function keyOf(): Promise<Record<string, string>> {
  const { apiKey, orgSlug } = JSON.parse(await readFile(join(folder, "data", "first-credentials.json"), "utf8"));
  return { "x-api-key": apiKey, "x-api-org": orgSlug };
}

test("the last line says that it has stopped, and why", async () => {
  expect(await node.end("SIGTERM")).toBe(0);

  expect(lines().at(-1)).toMatchObject({
    level: 30,
    signal: "SIGTERM",
    ms: expect.any(Number),
    msg: "Weft has stopped",
  });
});

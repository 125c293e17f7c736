import { execFile } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { testCertificate } from "../../server/src/platform/outbound/testing/test-certificate.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { contextFilter } from "../../tools/build-context.ts";
import type { Podman } from "../testing/containers.ts";
import { startDebianPostgres } from "../testing/debian-postgres.ts";
import { runWeft } from "../testing/run-weft.ts";
import { type Container, imageOf, root, WeftImages } from "../testing/weft-images.ts";

const run = promisify(execFile);
const [first, second] = ["aaaaaaaaaaaa", "bbbbbbbbbbbb"] as const;
const megabytesMax = 480;
// The bar is 10 s on an idle machine; this one may be busy.
const startMsMax = 60_000;

let images: WeftImages;
let podman: Podman;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-image-"));
  // The user of the container reads from it.
  await chmod(folder, 0o755);
  images = await WeftImages.open();
  podman = images.podman;
  await images.build(first);
}, 900_000);

afterAll(async () => {
  await images.close();
  await rm(folder, { recursive: true, force: true });
});

async function namesIn({ name, address }: Container): Promise<string[]> {
  const { apiKey, orgSlug } = await images.credentialsOf(name);
  return itemNames(address, { "x-api-key": apiKey, "x-api-org": orgSlug });
}

async function itemNames(address: string, headers: Record<string, string>): Promise<string[]> {
  const answer = await fetch(`${address}/api/items?limit=10`, { headers });
  const { results }: { results: { name: string }[] } = JSON.parse(await answer.text());
  return results.map((item) => item.name).sort();
}

test("the image has what it runs, no tools, and a bill of its materials", async () => {
  const [image] = JSON.parse(await podman.do("image", "inspect", imageOf(first)));
  const place = await podman.do("image", "mount", imageOf(first));
  onTestFinished(async () => void (await podman.try(["image", "unmount", imageOf(first)])));
  const files = await readdir(join(place, "opt/weft"), { recursive: true });
  const sbom = JSON.parse(await readFile(join(place, "opt/weft/sbom.cdx.json"), "utf8"));
  const listed = new Set<string>(sbom.components.map(({ purl }: { purl: string }) => purl.replace(/@[^@]*$/, "")));
  const manifests = files.filter((path) => /(^|\/)node_modules\/(@[^/]+\/)?[^/@.]+\/package\.json$/.test(path));
  const installed = manifests.map((path) => path.replace(/^.*node_modules\//, "").replace("/package.json", ""));
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));

  console.log(`image: ${(image.Size / 1e6).toFixed(0)} MB, ${sbom.components.length} components`);
  expect(image.Size / 1e6).toBeLessThan(megabytesMax);
  expect(image.Config).toMatchObject({
    User: "1000:1000",
    StopSignal: "SIGTERM",
    Cmd: ["serve"],
    Volumes: { "/data": {} },
  });
  expect(image.Healthcheck.Test).toEqual(["CMD", "weft", "health"]);
  expect(image.Config.Labels).toMatchObject({
    "org.opencontainers.image.version": version,
    "org.opencontainers.image.revision": first,
    "org.opencontainers.image.licenses": "Apache-2.0",
  });
  const ours = files.filter((path) => !path.includes("node_modules/"));
  expect(ours.filter((path) => /\.test\.|server\/dist\/.*\.map$|^(bench|client)\b|package-lock/.test(path))).toEqual(
    [],
  );
  for (const tool of ["vitest", "typescript", "esbuild"]) expect(installed).not.toContain(tool);
  await expect(stat(join(place, "usr/local/bin/npm"))).rejects.toThrow("ENOENT");
  expect(installed.filter((name) => !listed.has(`pkg:npm/${name.replace("@", "%40")}`))).toEqual(
    installed.filter((name) => name === "@weft/cli"),
  );
  expect([...listed]).toEqual(expect.arrayContaining(["pkg:npm/react", "pkg:generic/node", "pkg:deb/debian/tini"]));
  expect(await readFile(join(place, "opt/weft/licenses.txt"), "utf8")).toMatch(/^fastify \S+: MIT$/m);
});

test("the build sees the files of the repository that .dockerignore leaves, and no others", async () => {
  const tag = `localhost/weft-test:context-${process.pid}`;
  onTestFinished(async () => void (await podman.try(["rmi", "--force", tag])));
  await writeFile(join(folder, "Dockerfile"), "FROM scratch\nCOPY . /context\n");
  await podman.do("build", `--file=${join(folder, "Dockerfile")}`, `--tag=${tag}`, root);
  const place = await podman.do("image", "mount", tag);
  const entries = await readdir(join(place, "context"), { recursive: true, withFileTypes: true });
  const seen = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  const isInContext = contextFilter(await readFile(join(root, ".dockerignore"), "utf8"));
  const { stdout: tracked } = await run("git", ["ls-files", "-z"], { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  await podman.do("image", "unmount", tag);

  expect(seen.map((path) => path.replace(`${place}/context/`, "")).sort()).toEqual(
    tracked.split("\0").filter(Boolean).filter(isInContext).sort(),
  );
}, 300_000);

test("it is started, filled from outside, stopped, killed, upgraded, and removed with its data", async () => {
  const volume = `weft-test-${process.pid}-life`;
  const one = await images.start({ volume });
  const weft = (...args: readonly string[]) =>
    runWeft(args, { cwd: folder, env: { WEFT_CONFIG_DIR: join(folder, "cli") } });
  await writeFile(join(folder, "credentials.json"), JSON.stringify(await images.credentialsOf(one.name)));
  await writeFile(join(folder, "styles.csv"), "Style,Title\nP-100,Parka\nP-200,Anorak\n");
  await writeFile(
    join(folder, "styles.yaml"),
    "loadType: [ITEM]\nfederatedMappings: { itemFamilyFederatedId: Style, name: Title }\npropertiesToRemove: [Style, Title]\n",
  );
  const signedIn = await weft("login", "--credentials", "credentials.json", "--base-url", `${one.address}/api`);
  const loaded = await weft("load", "styles.csv", "styles.yaml");
  const filled = await namesIn(one);
  const health = await podman.try(["healthcheck", "run", one.name]);
  const stopped = await images.stop(one.name);

  const two = await images.start({ volume });
  const kept = await namesIn(two);
  await podman.do("kill", "--signal=KILL", two.name);
  await podman.do("wait", two.name);
  const three = await images.start({ volume });
  const recovered = await namesIn(three);
  await images.stop(three.name);

  await images.derive(first, second);
  const four = await images.start({ volume, commit: second });
  const upgraded = await namesIn(four);
  const versionText = await images.inside(four.name, "weft", "--version");

  console.log(
    `ready after ${one.readyMs} ms with a new volume, ${two.readyMs} ms with data, ${three.readyMs} ms after a kill`,
  );
  expect([signedIn, loaded]).toMatchObject([{ code: 0 }, { code: 0 }]);
  expect(filled).toEqual(["Anorak", "Parka"]);
  expect([health.code, health.stdout.toString(), health.stderr]).toEqual([0, expect.any(String), ""]);
  expect(stopped).toMatchObject({ code: 0 });
  expect([kept, recovered, upgraded]).toEqual([filled, filled, filled]);
  expect(versionText).toContain(second);
  expect(Math.max(one.readyMs, two.readyMs)).toBeLessThan(startMsMax);
}, 900_000);

test("processes: signals reach the service, orphans are reaped, parallel queries have memory, only /data is written", async () => {
  const { name, address } = await images.start({ volume: `weft-test-${process.pid}-signals` });
  const who = await images.runScript(name, "console.log(process.getuid(), process.getgid())");
  const written = await images.runScript(
    name,
    `import { writeFileSync } from "node:fs";
     for (const path of ["/x", "/tmp/x", "/etc/weft/x", "/opt/weft/x"]) {
       try { writeFileSync(path, ""); console.log(path); } catch (error) { console.log(error.code); }
     }`,
  );
  const joined = await images.runScript(name, parallelJoin);
  await podman.do("kill", "--signal=HUP", name);
  await waitUntil("the settings are reloaded", async () =>
    (await podman.do("logs", name)).includes("settings reloaded"),
  );
  await images.runScript(
    name,
    `import { readFileSync } from "node:fs";
     process.kill(Number.parseInt(readFileSync("/data/postgres/postmaster.pid", "utf8"), 10), "SIGKILL");`,
  );
  await waitUntil("PostgreSQL runs again", async () =>
    (await podman.do("logs", name)).includes("database is available again"),
  );
  const isHealthy = async () => (await podman.try(["healthcheck", "run", name])).code === 0;
  await waitUntil("it is healthy again", isHealthy, 60_000);
  const zombies = await images.runScript(
    name,
    `import { readdirSync, readFileSync } from "node:fs";
     const states = readdirSync("/proc").filter((pid) => /^\\d+$/.test(pid)).map((pid) => {
       try { return readFileSync("/proc/" + pid + "/stat", "utf8").replace(/^.*\\) (.).*$/s, "$1"); } catch { return ""; }
     });
     console.log(states.filter((state) => state === "Z").length);`,
  );
  const { status } = await fetch(`${address}/health/ready`);
  const { code, log } = await images.stop(name);

  expect(who).toBe("1000 1000");
  expect(written.split("\n")).toEqual(["EROFS", "EROFS", "EROFS", "EROFS"]);
  expect(joined).toBe("300000");
  expect(zombies).toBe("0");
  expect([status, code]).toEqual([200, 0]);
  expect(log).toContain("Weft has stopped");
}, 300_000);

/** A hash join of three processes, whose table is larger than the shared memory of a container. */
const parallelJoin = `
  import pg from "/opt/weft/node_modules/pg/esm/index.mjs";
  import { readdirSync } from "node:fs";
  const socket = readdirSync("/data").find((name) => name.startsWith("socket"));
  const client = new pg.Client({ connectionString: "socket:/data/" + socket + "?db=postgres&user=postgres" });
  await client.connect();
  await client.query("create unlogged table wide as select i, repeat(md5(i::text), 10) m from generate_series(1, 300000) i");
  await client.query("analyze wide");
  for (const name of ["parallel_setup_cost", "parallel_tuple_cost"]) await client.query("set " + name + " = 0");
  await client.query("set enable_mergejoin = off; set enable_nestloop = off; set work_mem = '256MB'");
  const { rows } = await client.query("select count(*), max(a.m || b.m) from wide a join wide b using (i)");
  await client.query("drop table wide");
  await client.end();
  console.log(rows[0].count);`;

test("its backup is written and restored by commands in containers", async () => {
  const volume = `weft-test-${process.pid}-backup`;
  const restoredVolume = `${volume}-restored`;
  images.volumes.add(restoredVolume);
  const one = await images.start({ volume });
  const credentials = await images.credentialsOf(one.name);
  const headers = { "x-api-key": credentials.apiKey, "x-api-org": credentials.orgSlug };
  const created = await fetch(`${one.address}/api/items`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ name: "Parka" }),
  });

  const backup = await podman.try(["exec", one.name, "weft", "admin", "backup", "-"]);
  const restore = await podman.try(
    [
      "run",
      "--rm",
      "--interactive",
      "--network=none",
      `--volume=${restoredVolume}:/data`,
      imageOf(first),
      ...restoreCommand,
    ],
    backup.stdout,
  );
  const two = await images.start({ volume: restoredVolume });

  expect(created.status).toBe(201);
  expect([backup.code, restore.code, restore.stderr]).toEqual([0, 0, expect.any(String)]);
  expect(await itemNames(two.address, headers)).toEqual(["Parka"]);
}, 300_000);

const restoreCommand = ["admin", "restore", "-"];

test("the health check speaks TLS, and fails before the service is ready", async () => {
  await writeFile(join(folder, "tls.crt"), testCertificate.cert);
  await writeFile(join(folder, "tls.key"), testCertificate.key, { mode: 0o644 });
  const { name } = await images.start({
    volume: `weft-test-${process.pid}-tls`,
    settings: { TLS_CERT: "/run/tls/tls.crt", TLS_KEY: "/run/tls/tls.key" },
    options: [`--volume=${folder}:/run/tls:ro`],
  });

  const health = await podman.try(["exec", name, "weft", "health"]);
  const elsewhere = await podman.try(["exec", "--env=PORT=1", name, "weft", "health"]);

  expect(health).toMatchObject({ code: 0, stderr: "" });
  expect(health.stdout.toString()).toMatch(/^The service at https:\/\/127\.0\.0\.1:\d+ is ready\.\n$/);
  expect(elsewhere).toMatchObject({ code: 1, stderr: "No service responds at https://127.0.0.1:1 (ECONNREFUSED).\n" });
}, 300_000);

test("with DATABASE_URL it uses another PostgreSQL, and secrets from files", async () => {
  const postgres = await startDebianPostgres();
  onTestFinished(() => postgres.stop());
  await postgres.run("postgres", "create database weft encoding 'UTF8' template template0");
  await writeFile(join(folder, "database-url"), postgres.url("weft"), { mode: 0o644 });
  await writeFile(join(folder, "weft-secret"), "a secret of the tests, which is long enough\n", { mode: 0o644 });

  const { name, address } = await images.start({
    volume: `weft-test-${process.pid}-external`,
    settings: { DATABASE_URL_FILE: "/run/secrets/database-url", WEFT_SECRET_FILE: "/run/secrets/weft-secret" },
    options: [`--volume=${folder}:/run/secrets:ro`],
    args: ["serve", "--role", "api"],
  });

  expect((await fetch(`${address}/health/ready`)).status).toBe(200);
  expect((await images.stop(name)).code).toBe(0);
}, 300_000);

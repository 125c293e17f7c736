import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { publint } from "publint";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shareTestService, type TestService } from "../../server/src/testing/test-service.ts";

const run = promisify(execFile);
const cliFolder = fileURLToPath(new URL("../../cli", import.meta.url));

let service: TestService;
let folder: string;
let packed: readonly string[];
let manifest: { readonly version: string; readonly dependencies: Readonly<Record<string, string>> };
let env: Record<string, string>;

beforeAll(async () => {
  service = await shareTestService();
  folder = await mkdtemp(join(tmpdir(), "weft-package-"));
  const path = `${dirname(process.execPath)}:${process.env["PATH"]}`;
  env = { PATH: path, HOME: folder, WEFT_CONFIG_DIR: join(folder, "config"), npm_config_cache: join(folder, "cache") };
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], { cwd: cliFolder, env });
  const [tarball] = JSON.parse(stdout);
  packed = tarball.files.map((file: { readonly path: string }) => file.path);
  await run("tar", ["-xzf", tarball.filename], { cwd: folder });
  manifest = JSON.parse(await readFile(join(folder, "package/package.json"), "utf8"));
});

afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The command of the package, outside the repository and without any other package. */
async function unpacked(...args: readonly string[]) {
  return run(join(folder, "package/bin/weft.mjs"), [...args], { cwd: folder, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

test("the package contains the built command, its README and its licenses, and nothing else", async () => {
  const allowed = /^(?:package\.json|README\.md|LICENSE|bin\/weft\.mjs|dist\/licenses\.txt|dist\/[\w-]+\.js)$/;
  const licenses = await readFile(join(cliFolder, "dist/licenses.txt"), "utf8");

  expect(packed.filter((path) => !allowed.test(path))).toEqual([]);
  expect(packed).toEqual(expect.arrayContaining(["bin/weft.mjs", "dist/main.js", "dist/licenses.txt", "LICENSE"]));
  expect(licenses).toMatch(/^commander \S+ \(MIT\)$/m);
  expect(licenses).toMatch(/^yaml \S+ \(ISC\)$/m);
  expect(manifest.dependencies).toEqual({ "@weft/server": manifest.version });
});

test("publint reports no issues", async () => {
  const { messages } = await publint({ pkgDir: cliFolder, pack: false });

  expect(messages).toEqual([]);
});

test("it calls a service without any other package: version, sign-in, whoami, and items", async () => {
  const baseUrl = `${service.address}/api`;
  await service.call("POST", "/items", { body: { name: "Parka" } });

  const version = await unpacked("--version");
  const login = await unpacked(
    "login",
    "--api-key",
    service.first.apiKey,
    "--org",
    service.first.orgSlug,
    "--base-url",
    baseUrl,
  );
  const who = await unpacked("whoami", "--json");
  const items = await unpacked("items", "list", "--json");

  expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\S+( \(\S+\))?\n$/), stderr: "" });
  expect(version.stdout.split(/[\s]/)[0]).toBe(manifest.version);
  expect(login).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(who.stdout)).toMatchObject({ actor: { name: "first-app" }, baseUrl });
  expect(JSON.parse(items.stdout).results).toMatchObject([{ name: "Parka" }]);
});

test("the operator's commands report that they need the server's package", async () => {
  const runs = await Promise.all([unpacked("serve"), unpacked("admin", "orgs", "create"), unpacked("doctor")]);

  expect(runs.map(({ code, stdout }) => [code, stdout])).toEqual(runs.map(() => [1, ""]));
  expect(runs.every(({ stderr }) => stderr.includes("where the package @weft/server is installed"))).toBe(true);
});

import { spawnSync } from "node:child_process";
import { chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type NodeProcess, startNode } from "../testing/node-process.ts";
import { whoami } from "../testing/own-database.ts";
import { machineLauncher, ordinaryAccount, placed, readUnit, sandboxLauncher } from "../testing/sandbox.ts";

const unit = readUnit(fileURLToPath(new URL("../../deploy/weft.service", import.meta.url)));
const account = ordinaryAccount();

let folder: string;
let dataFolder: string;
let node: NodeProcess | undefined;

/** Not below /tmp, which the service may not see. */
beforeEach(async () => {
  folder = await mkdtemp("/var/lib/weft-unit-");
  dataFolder = join(folder, "data");
  await mkdir(dataFolder, { mode: 0o700 });
  await writeFile(join(folder, "secret"), "a secret of the machine, which is long enough\n", { mode: 0o640 });
  for (const path of [folder, dataFolder, join(folder, "secret")]) {
    await chown(path, account.uid, account.gid);
  }
});

afterEach(async () => {
  await node?.end("SIGTERM");
  node = undefined;
  await rm(folder, { recursive: true, force: true });
});

/** The unit's environment, with the folders of the test. */
function unitEnvironment(): Record<string, string> {
  const pairs = (unit.get("Environment") ?? []).map((pair) => pair.split(/=(.*)/s, 2));
  return { ...Object.fromEntries(pairs), DATA_DIR: dataFolder, WEFT_SECRET_FILE: join(folder, "secret") };
}

/** Runs an operator's command outside of the sandbox, as the service's user. */
function runBeside(...args: string[]): { readonly status: number | null; readonly output: string } {
  const [command = "", ...words] = [...machineLauncher(), ...account.launcher, placed.node, weftOf(), ...args];
  const { status, stdout, stderr } = spawnSync(command, words, { env: unitEnvironment(), cwd: "/", encoding: "utf8" });
  return { status, output: stdout + stderr };
}

function weftOf(): string {
  return join(placed.checkout, "cli/bin/weft.mjs");
}

test("the unit has only restrictions that this test applies, or that concern no file", () => {
  const applied = ["NoNewPrivileges", "ProtectSystem", "ReadWritePaths", "ProtectHome", "PrivateTmp"];
  const others = [
    "PrivateDevices",
    "ProtectKernelTunables",
    "ProtectKernelModules",
    "ProtectControlGroups",
    "RestrictSUIDSGID",
  ];
  const restrictions = [...unit.keys()].filter((name) => /^(Protect|Private|Restrict|Read|NoNew)/.test(name));

  expect(restrictions.sort()).toEqual([...applied, ...others].sort());
  expect(unit.get("ProtectSystem")).toEqual(["strict"]);
  expect(unit.get("PrivateTmp")).toEqual(["yes"]);
  expect(unit.get("ExecStart")).toEqual(["/opt/weft/bin/weft serve"]);
});

test.each([
  ["as the unit has it", true],
  ["without a private /tmp", false],
])(
  "the embedded PostgreSQL runs in the unit's sandbox %s, and the operator's commands find it",
  async (_case, hasPrivateTmp) => {
    node = await startNode({
      env: { ...unitEnvironment(), SHUTDOWN_DELAY: "0" },
      program: weftOf(),
      launcher: [
        ...sandboxLauncher({ writable: [dataFolder], hasPrivateTmp, hidesHomes: true }),
        ...account.launcher,
        placed.node,
      ],
    });

    const created = runBeside("admin", "orgs", "create", "fall26");
    const examined = runBeside("doctor");

    expect(created).toEqual({ status: 0, output: expect.stringMatching(/^Created the organization fall26/) });
    expect(examined.output).toMatch(/^ok +database +PostgreSQL .* \(the service's own, running\)/m);
    expect(await whoami(dataFolder, node)).toBe(200);
    expect(await node.end("SIGTERM")).toBe(0);
  },
);

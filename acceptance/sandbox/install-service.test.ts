import { spawnSync } from "node:child_process";
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { machineLauncher, ordinaryAccount, placed } from "../testing/sandbox.ts";

const unitPath = "etc/systemd/system/weft.service";
const command = [placed.node, join(placed.checkout, "cli/bin/weft.mjs"), "admin", "install-service"];

/** The root folder of a system without any account. */
let root: string;

beforeEach(async () => {
  root = await mkdtemp("/var/lib/weft-system-");
  await chmod(root, 0o755);
  await mkdir(join(root, "etc"));
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

function run(...words: readonly string[]) {
  const [first = "", ...rest] = [...machineLauncher(), ...words];
  const { status, stdout, stderr } = spawnSync(first, rest, { cwd: "/", encoding: "utf8" });
  return { status, stdout, stderr };
}

const install = (...options: readonly string[]) => run(...command, "--root", root, ...options);
const unitOf = () => readFile(join(root, unitPath), "utf8");

async function accessOf(path: string): Promise<string> {
  const { mode, uid, gid } = await stat(join(root, path));
  const owner = uid === 0 ? "root" : "weft";
  return `${owner}:${gid === 0 ? "root" : "weft"} ${(mode & 0o777).toString(8)}`;
}

test("it creates account, folders, secret, settings and a unit that systemd accepts; repeated, it changes nothing", async () => {
  const first = install();
  const unit = await unitOf();
  const verified = run("systemd-analyze", "verify", join(root, unitPath));
  const second = install();

  expect(first).toMatchObject({ status: 0, stderr: expect.not.stringContaining("fail") });
  expect(first.stdout).toContain("Create the account weft.");
  expect(await readFile(join(root, "etc/passwd"), "utf8")).toMatch(/^weft:x:\d+:\d+:.*:\/usr\/sbin\/nologin$/m);
  expect(await Promise.all(["var/lib/weft", "etc/weft", "etc/weft/secret", "etc/weft/weft.env"].map(accessOf))).toEqual(
    ["weft:weft 700", "root:weft 750", "root:weft 640", "root:weft 640"],
  );
  expect((await readFile(join(root, "etc/weft/secret"), "utf8")).trim()).toHaveLength(44);
  expect(unit).toContain(`ExecStart=${placed.node} ${placed.checkout}/cli/bin/weft.mjs serve\n`);
  expect(verified).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(second.stdout).toMatch(/^There is nothing to change\.\n/);
  expect(await unitOf()).toBe(unit);
});

test("a dry run prints the unit and the steps, and changes nothing", async () => {
  const { status, stdout } = install("--dry-run", "--data-dir", "/data/weft");

  expect(status).toBe(0);
  expect(stdout).toContain("\nReadWritePaths=/data/weft\n");
  expect(stdout).toContain("Create /data/weft, if it does not exist, with the permissions 700.");
  expect(await readdir(root, { recursive: true })).toEqual(["etc"]);
});

test("the data folder is kept when the command is repeated, with the secret of a service that used it", async () => {
  install("--data-dir", "/data/weft");
  await rm(join(root, "etc/weft/secret"));
  await writeFile(join(root, "data/weft/secret"), "the secret of the first days of this service\n");

  const again = install();

  expect(again.status).toBe(0);
  expect(await unitOf()).toContain("Environment=DATA_DIR=/data/weft\n");
  expect(await readFile(join(root, "etc/weft/secret"), "utf8")).toBe("the secret of the first days of this service\n");
});

test("a unit that was changed by hand is kept, and with --force copied and replaced", async () => {
  install();
  const unit = await unitOf();
  await appendFile(join(root, unitPath), "# by hand\n");

  const refused = install();
  const afterRefusal = await unitOf();
  const forced = install("--force");
  const names = await readdir(join(root, "etc/systemd/system"));

  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining("systemctl edit weft") });
  expect(afterRefusal).toBe(`${unit}# by hand\n`);
  expect(forced.status).toBe(0);
  expect(await unitOf()).toBe(unit);
  expect(names).toHaveLength(2);
  const copy = names.find((name) => name.endsWith(".bak")) ?? "";
  expect(await readFile(join(root, "etc/systemd/system", copy), "utf8")).toBe(afterRefusal);
});

test("removed, the data, settings and account stay", async () => {
  install();
  await writeFile(join(root, "var/lib/weft/rows"), "data");
  run("systemctl", `--root=${root}`, "enable", "weft");

  const removed = install("--remove");
  const again = install("--remove");

  expect(removed.stdout).toContain("Kept: the data in /var/lib/weft");
  expect(again).toMatchObject({ status: 0, stdout: expect.stringContaining("There is no ") });
  expect(await readdir(join(root, "etc/systemd/system"), { recursive: true })).toEqual([]);
  expect(await readFile(join(root, "var/lib/weft/rows"), "utf8")).toBe("data");
  expect(await readFile(join(root, "etc/passwd"), "utf8")).toContain("weft:");
});

test("what cannot work is refused, and nothing is changed", async () => {
  const closed = ["sh", "-c", 'chmod 700 /srv && exec "$@"', "sh", ...command, "--root", root];
  await mkdir(join(root, "var/lib/weft"), { recursive: true });
  await writeFile(join(root, "var/lib/weft/rows"), "of root");
  const refusals = {
    "--now starts the service of this machine": install("--now"),
    "no folder etc": run(...command, "--root", join(root, "etc")),
    "Run this command as root": run(...ordinaryAccount().launcher, ...command, "--root", root),
    "may not enter /srv": run(...closed),
    "has data of another account (user id 0)": install(),
    "The unit cannot name": install("--data-dir", "data"),
  };

  for (const [reason, refusal] of Object.entries(refusals)) {
    expect(refusal).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining(reason) });
  }
  expect((await readdir(root, { recursive: true })).sort()).toEqual([
    "etc",
    "var",
    "var/lib",
    "var/lib/weft",
    "var/lib/weft/rows",
  ]);
});

/** In a mount namespace of its own: a system that systemd seems to run, whose systemctl writes what it is asked. */
const machine = `mount -t tmpfs tmpfs /run && mkdir -p /run/systemd/system /run/bin
cp -a /etc /run/etc && mount --bind /run/etc /etc && mount -t tmpfs tmpfs /var/lib
printf '#!/bin/sh\necho "$@" >> /run/calls\ntest "$1" != is-active\n' > /run/bin/systemctl && chmod +x /run/bin/systemctl
PATH=/run/bin:$PATH
"$@" --now && "$@" --now --data-dir /var/lib/other && "$@" --data-dir /var/lib/third && "$@" --remove && cat /run/calls && ls -d /etc/systemd/system/weft.service /etc/weft /var/lib/weft`;

test("on the machine itself it reloads systemd, and starts, restarts and stops the service", () => {
  const { stdout } = run("sh", "-c", machine, "sh", ...command);
  const lines = stdout.split("\n");

  expect(lines.filter((line) => /^(enable|restart|disable|daemon-reload)/.test(line))).toEqual([
    "daemon-reload",
    "enable --now weft",
    "daemon-reload",
    "enable weft",
    "restart weft",
    "daemon-reload",
    "disable --now weft",
    "daemon-reload",
  ]);
  expect(lines).toContain("- Start the service with the new unit: systemctl restart weft");
  expect(lines.filter((line) => line.startsWith("/"))).toEqual(["/etc/weft", "/var/lib/weft"]);
});

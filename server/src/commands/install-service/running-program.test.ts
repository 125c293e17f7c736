import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findRunningProgram, requireReachable } from "./running-program.ts";

let root: string;
let archive: string;
const script = "lib/node_modules/@weft/cli/bin/weft.mjs";
const self = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
const other = { uid: self.uid + 1, gid: self.gid + 1 };

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "weft-program-")));
  archive = join(root, "opt/weft-1.0");
  for (const file of ["bin/weft", "node/bin/node", script]) {
    await mkdir(join(archive, file, ".."), { recursive: true });
    await writeFile(join(archive, file), "");
    await chmod(join(archive, file), 0o755);
  }
  await symlink("weft-1.0", join(root, "opt/weft"));
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

const programOf = (folder: string) => findRunningProgram(join(folder, script), join(folder, "node/bin/node"));

test("an archive is started by its own command, through the link that it was started by", async () => {
  const { command } = await programOf(join(root, "opt/weft"));

  expect(command).toEqual([join(root, "opt/weft/bin/weft")]);
});

test("another installation is started by its Node", async () => {
  const { command } = await findRunningProgram("/usr/bin/weft", "/usr/bin/node");

  expect(command).toEqual(["/usr/bin/node", "/usr/bin/weft"]);
});

test("a folder that is closed to the account is named, also behind a link", async () => {
  await chmod(archive, 0o700);
  const program = await programOf(join(root, "opt/weft"));

  const refused = { message: expect.stringContaining(`the account weft may not enter ${root}/opt/weft.`) };
  await expect(requireReachable(program, root)).rejects.toMatchObject(refused);
  await expect(requireReachable(program, root, other)).rejects.toMatchObject(refused);
  await expect(requireReachable(program, root, self)).resolves.toBeUndefined();
});

test("a file that the account may not read is named", async () => {
  await chmod(join(archive, script), 0o600);
  const program = await programOf(archive);

  await expect(requireReachable(program, root, other)).rejects.toMatchObject({
    message: expect.stringContaining(`cannot use ${join(archive, script)}: the account weft may not read it`),
  });
});

test("folders that the unit hides are refused", async () => {
  await mkdir(join(root, "home"));
  await symlink("../opt/weft", join(root, "home/weft"));

  await expect(requireReachable(await programOf(join(root, "home/weft")), root)).rejects.toMatchObject({
    message: expect.stringContaining("the unit hides /home from it"),
  });
});

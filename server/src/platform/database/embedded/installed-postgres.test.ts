import { chmod, copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findInstalled, probePostgres } from "./installed-postgres.ts";
import { choosePostgresAccount } from "./postgres-account.ts";
import { selectPostgres } from "./select-postgres.ts";

const account = choosePostgresAccount();
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-programs-"));
  await chmod(folder, 0o755);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** A folder of programs, each a copy of a file or a script. */
async function makeFolder(name: string, programs: Readonly<Record<string, string>>): Promise<string> {
  const made = join(folder, name);
  await mkdir(made, { recursive: true });
  for (const [program, content] of Object.entries(programs)) {
    const path = join(made, program);
    await (content.startsWith("/") ? copyFile(content, path) : writeFile(path, content));
    await chmod(path, 0o755);
  }
  return made;
}

const script = "#!/bin/sh\nexec asdf exec postgres\n";

test("a folder without the programs of a server is refused", async () => {
  const client = await makeFolder("client", { psql: "/bin/echo" });
  const parent = join(folder, "17");
  await makeFolder("17/bin", { postgres: "/bin/echo", initdb: "/bin/echo" });

  expect(await probePostgres(client, account)).toMatch(/client has no postgres and no initdb\. It must be the folder/);
  expect(await probePostgres(join(folder, "none"), account)).toMatch(/none has no postgres and no initdb/);
  expect(await probePostgres(parent, account)).toBe(
    `${parent} has no postgres and no initdb. Did you mean ${parent}/bin?`,
  );
});

test("a script that chooses a version by the user's environment is refused", async () => {
  const shims = await makeFolder("shims", { postgres: script, initdb: script });

  expect(await probePostgres(shims, account)).toMatch(/postgres is a script that starts another PostgreSQL/);
});

test("a program of another product, or one that does not start, is refused", async () => {
  const other = await makeFolder("other", { postgres: "/bin/echo", initdb: "/bin/echo" });
  const broken = await makeFolder("broken", { postgres: "no program", initdb: "/bin/echo" });

  expect(await probePostgres(other, account)).toMatch(/postgres is not PostgreSQL: it calls itself -V/);
  expect(await probePostgres(broken, account)).toMatch(/cannot run .*broken\/postgres: .*Make the folder/);
});

test.skipIf(!account.runsAsRoot)("a program that PostgreSQL's account may not run is refused", async () => {
  const closed = await makeFolder("closed", { postgres: "/bin/echo", initdb: "/bin/echo" });
  await chmod(closed, 0o700);

  expect(await probePostgres(closed, account)).toMatch(new RegExp(`The account ${account.name} cannot run .*closed`));
});

test("installed ones are found in the PATH and in the places of packages, each once", async () => {
  const { folder: real } = await selectPostgres({ setting: "bundled", account, folder }, undefined);
  await mkdir(join(folder, "lib/18"), { recursive: true });
  await symlink(real, join(folder, "lib/18/bin"));
  await mkdir(join(folder, "links"));
  await symlink(join(real, "postgres"), join(folder, "links/postgres"));
  await makeFolder("shims", { postgres: script, initdb: script });
  const path = [join(folder, "links"), "relative", join(folder, "shims"), join(folder, "none")].join(delimiter);

  const found = await findInstalled(account, { path, patterns: [join(folder, "lib/*/bin"), "/no/such/*/bin"] });

  expect(found).toEqual([{ folder: real, version: expect.objectContaining({ major: 18 }), isIncluded: false }]);
});

import { spawnSync } from "node:child_process";
import { chown, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { choosePostgresAccount } from "./postgres-account.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./start-embedded-postgres.ts";

let folder: string;
let postgres: EmbeddedPostgres;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-rules-"));
  postgres = await startEmbeddedPostgres({ folder });
});

afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

async function readAccessRules(): Promise<unknown> {
  const client = new pg.Client({ connectionString: postgres.connectionString("postgres") });
  await client.connect();
  try {
    return (await client.query("select type, auth_method, options from pg_hba_file_rules order by rule_number")).rows;
  } finally {
    await client.end();
  }
}

/** The code that PostgreSQL returns when a process of its own account connects as superuser. */
function connectAsPostgresAccount(): string {
  const { pathname: socketFolder } = new URL(postgres.connectionString("postgres"));
  const program = `
    const socket = require("net").connect("${socketFolder}/.s.PGSQL.5432");
    const body = Buffer.from("\\0\\x03\\0\\0user\\0postgres\\0database\\0postgres\\0\\0", "latin1");
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length + 4);
    socket.on("connect", () => socket.write(Buffer.concat([length, body])));
    socket.on("data", (answer) => { console.log(answer.toString("latin1")); process.exit(0); });
    socket.on("error", (error) => { console.log(error.code); process.exit(0); });`;
  const { stdout } = spawnSync(process.execPath, ["-e", program], {
    ...choosePostgresAccount().spawnAs,
    cwd: "/",
    encoding: "latin1",
  });
  return /C28000/.test(stdout) ? "28000" : stdout.charAt(0);
}

const peerOnly = [
  { type: "local", auth_method: "peer", options: ["map=weft"] },
  { type: "local", auth_method: "peer", options: ["map=weft"] },
];

test("only the service's own account and root may connect", async () => {
  expect(await readAccessRules()).toEqual(peerOnly);
  // R: the connection is accepted. Without root both are the same account.
  expect(connectAsPostgresAccount()).toBe(choosePostgresAccount().runsAsRoot ? "28000" : "R");
});

test("a database of an earlier release, which trusts every process, is restricted at the next start", async () => {
  await postgres.stop();
  const rules = join(folder, "postgres", "pg_hba.conf");
  const { uid, gid } = await stat(rules);
  await writeFile(rules, "local all all trust\nlocal replication all trust\n");
  await chown(rules, uid, gid);

  postgres = await startEmbeddedPostgres({ folder });

  expect(await readAccessRules()).toEqual(peerOnly);
});

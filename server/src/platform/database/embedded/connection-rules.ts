import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import type { Account } from "./postgres-account.ts";

const accessRules = `# Written by Weft at each start. The kernel names the account of a connecting process; pg_ident.conf lists who may connect.
local all all peer map=weft
local replication all peer map=weft
`;

/**
 * Allows only the service's own account and root to connect. Without a rule, every process of PostgreSQL's account
 * could: when root starts the service, that account is shared with other programs.
 */
export async function writeConnectionRules(dataFolder: string, account: Account): Promise<void> {
  const names = new Set([userInfo().username, ...namesOfRoot()]);
  const identities = [...names].map((name) => `weft "${name.replaceAll('"', '""')}" all\n`);
  await replaceFile(
    join(dataFolder, "pg_ident.conf"),
    `# Written by Weft at each start.\n${identities.join("")}`,
    account,
  );
  await replaceFile(join(dataFolder, "pg_hba.conf"), accessRules, account);
}

function namesOfRoot(): string[] {
  const entries = readFileSync("/etc/passwd", "utf8").split("\n");
  return entries.flatMap((entry) => /^([^:#]+):[^:]*:0:/.exec(entry)?.[1] ?? []);
}

/** The folder belongs to the other account, so the new file is created exclusively and never through a link. */
async function replaceFile(path: string, text: string, { uid, gid }: Account): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`;
  const file = await open(unfinished, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.chown(uid, gid);
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}

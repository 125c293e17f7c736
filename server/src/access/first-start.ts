import { rm, writeFile } from "node:fs/promises";
import type { PostgresDatabase, Transaction } from "../platform/database/database.ts";
import { createApp } from "./keys/change-app.ts";
import { issueApiKey } from "./keys/issue-api-key.ts";
import { createOrg } from "./orgs/create-org.ts";
import { hasAnyOrg, lockFirstStart } from "./orgs/org-store.ts";
import { randomText } from "./secret.ts";
import { createUser } from "./users/create-user.ts";
import type { Passwords } from "./users/passwords.ts";

export interface FirstCredentials {
  readonly baseUrl: string;
  readonly orgSlug: string;
  readonly apiKey: string;
  readonly email: string;
  readonly password: string;
}

export interface FirstStartOptions {
  readonly db: PostgresDatabase;
  readonly passwords: Passwords;
  readonly orgSlug: string;
  readonly baseUrl: string;
  readonly credentialsFile: string;
}

/** On an empty database: an org, its owner, and a key with all rights. Nothing on any later start. */
export async function makeFirstStart(options: FirstStartOptions): Promise<FirstCredentials | undefined> {
  const { db, credentialsFile } = options;
  if (await hasAnyOrg(db)) {
    return undefined;
  }
  const password = randomText(20);
  const passwordHash = await options.passwords.hash(password);
  let isWritten = false;
  try {
    return await db.transaction(async (tx) => {
      await lockFirstStart(tx);
      if (await hasAnyOrg(tx)) {
        return undefined;
      }
      const credentials = await createFirstOrg(tx, options, { password, passwordHash });
      // Before the commit: credentials that nobody was told would lock everybody out.
      await writeSecretFile(credentialsFile, `${JSON.stringify(credentials, undefined, 2)}\n`);
      isWritten = true;
      return credentials;
    });
  } catch (error) {
    if (isWritten) {
      await rm(credentialsFile, { force: true });
    }
    throw error;
  }
}

/** A file that was left behind goes first: it would keep its own mode. */
async function writeSecretFile(path: string, text: string): Promise<void> {
  await rm(path, { force: true });
  await writeFile(path, text, { mode: 0o600, flag: "wx" });
}

async function createFirstOrg(
  tx: Transaction,
  { orgSlug, baseUrl }: FirstStartOptions,
  { password, passwordHash }: { readonly password: string; readonly passwordHash: string },
): Promise<FirstCredentials> {
  const email = `owner@${orgSlug}.example`;
  const org = await createOrg(tx, { slug: orgSlug, name: orgSlug });
  await createUser(tx, org.id, { email, name: "Owner", role: "owner", passwordHash, ssoSubject: null });
  const app = await createApp(tx, org.id, { name: "first-app", description: "Made on the first start." });
  const { apiKey } = await issueApiKey(tx, org.id, {
    owner: { type: "app", id: app.id },
    label: "first-key",
    preset: "admin",
    rights: undefined,
    ratePerSecond: undefined,
    expiresOn: undefined,
    issuer: { type: "operator" },
  });
  return { baseUrl, orgSlug, apiKey, email, password };
}

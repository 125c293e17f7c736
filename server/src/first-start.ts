import { rm, writeFile } from "node:fs/promises";
import { type AuditLog, systemAct } from "./access/audit/audit-log.ts";
import { orgCreated, userCreated } from "./access/audit-notes.ts";
import { createApp } from "./access/keys/app-kind.ts";
import { issueApiKey } from "./access/keys/change-api-key.ts";
import { apiKeyCreated, appCreated } from "./access/keys/credential-notes.ts";
import { hasAnyOrg, lockFirstStart } from "./access/org-store.ts";
import { createOrg } from "./access/orgs/change-org.ts";
import type { Passwords } from "./access/passwords.ts";
import { randomText } from "./access/secret.ts";
import { createUser } from "./access/users/change-user.ts";
import type { PostgresDatabase, Transaction } from "./platform/database/database.ts";

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
  readonly audit: AuditLog;
  readonly orgSlug: string;
  readonly baseUrl: string;
  readonly credentialsFile: string;
  /** Whether the caller can show credentials on a terminal. */
  readonly hasTerminal: boolean;
}

export type FirstStart =
  | { readonly kind: "made"; readonly credentials: FirstCredentials; readonly isKept: boolean }
  /** Credentials could be neither shown nor stored, so none were created. */
  | { readonly kind: "withheld"; readonly orgSlug: string }
  /** An org already exists. */
  | { readonly kind: "later" };

/** On an empty database: creates an org, its owner, and a key with all rights. Does nothing on later starts. */
export async function makeFirstStart(options: FirstStartOptions): Promise<FirstStart> {
  const { db, credentialsFile } = options;
  if (await hasAnyOrg(db)) {
    return { kind: "later" };
  }
  const password = randomText(20);
  const passwordHash = await options.passwords.hash(password);
  let isKept = false;
  try {
    return await db.transaction(async (tx) => {
      await lockFirstStart(tx);
      if (await hasAnyOrg(tx)) {
        return { kind: "later" };
      }
      const credentials = await createFirstOrg(tx, options, { password, passwordHash });
      // Before the commit: credentials that no one can read would lock everyone out.
      isKept = await tryToKeep(credentialsFile, `${JSON.stringify(credentials, undefined, 2)}\n`);
      if (!isKept && !options.hasTerminal) {
        throw new UnkeptCredentialsError();
      }
      return { kind: "made", credentials, isKept };
    });
  } catch (error) {
    if (isKept) {
      await rm(credentialsFile, { force: true });
    }
    if (error instanceof UnkeptCredentialsError) {
      return { kind: "withheld", orgSlug: options.orgSlug };
    }
    throw error;
  }
}

/** Rolls the first org back. */
class UnkeptCredentialsError extends Error {}

async function tryToKeep(path: string, text: string): Promise<boolean> {
  try {
    // Removes an existing file first: it would keep its own mode.
    await rm(path, { force: true });
    await writeFile(path, text, { mode: 0o600, flag: "wx" });
    return true;
  } catch {
    return false;
  }
}

/** An org with an owner and a key with all rights. */
export async function createFirstOrg(
  tx: Transaction,
  { orgSlug, baseUrl, audit }: Pick<FirstStartOptions, "orgSlug" | "baseUrl" | "audit">,
  { password, passwordHash }: { readonly password: string; readonly passwordHash: string },
): Promise<FirstCredentials> {
  const email = `owner@${orgSlug}.example`;
  const org = await createOrg(tx, { slug: orgSlug, name: orgSlug });
  const trail = await audit.open(tx, org.id, systemAct);
  const draft = { email, name: "Owner", role: "owner", passwordHash, ssoSubject: null };
  const user = await createUser(tx, org.id, draft);
  const app = await createApp(tx, org.id, { name: "first-app", description: "Created on first start." });
  const { apiKey, row } = await issueApiKey(tx, org.id, {
    owner: { type: "app", id: app.id },
    label: "first-key",
    preset: "admin",
    rights: undefined,
    ratePerSecond: undefined,
    allowedAddresses: [],
    expiresOn: undefined,
    issuer: { type: "operator" },
  });
  for (const note of [orgCreated(org), userCreated(user), appCreated(app), apiKeyCreated(row)]) {
    await trail.record(note);
  }
  return { baseUrl, orgSlug, apiKey, email, password };
}

import { emailSchema, presetSchema, slugSchema } from "@weft/contract";
import type { z } from "zod";
import { changeAccess } from "../access/administration.ts";
import { lockApiKey, saveApiKey } from "../access/keys/api-key-store.ts";
import { findOrCreateApp } from "../access/keys/change-app.ts";
import { issueAccessToken } from "../access/keys/issue-access-token.ts";
import { issueApiKey } from "../access/keys/issue-api-key.ts";
import { createOrg } from "../access/orgs/create-org.ts";
import { findOrgBySlug, type OrgRow } from "../access/orgs/org-store.ts";
import { randomText } from "../access/secret.ts";
import { createUser } from "../access/users/create-user.ts";
import { Passwords } from "../access/users/passwords.ts";
import { setPassword } from "../access/users/update-user.ts";
import { findUserByEmail } from "../access/users/user-store.ts";
import { loadConfig } from "../config.ts";
import { notFound } from "../errors.ts";
import { migrateDatabase } from "../migrate-database.ts";
import { joinDatabase } from "../open-database.ts";
import { PostgresDatabase, type Transaction } from "../platform/database/database.ts";
import { WakeUpBus } from "../platform/database/wake-up-bus.ts";
import { Problem } from "../platform/problem.ts";

const passwordLength = 20;

export async function createOrgBySlug(slug: string, options: { readonly name?: string }): Promise<void> {
  const draft = { slug: check(slugSchema, slug), name: options.name ?? slug };
  const org = await inAccess((tx) => createOrg(tx, draft));
  console.log(`Created the organization ${org.slug} (${org.id}).`);
}

interface UserOptions {
  readonly org: string;
  readonly name?: string;
  readonly role: string;
}

export async function createUserWithPassword(address: string, options: UserOptions): Promise<void> {
  const email = check(emailSchema, address);
  const password = randomText(passwordLength);
  const passwordHash = await new Passwords().hash(password);
  await inAccess(async (tx) => {
    const org = await requireOrg(tx, options.org);
    await createUser(tx, org.id, { email, name: options.name, role: options.role, passwordHash, ssoSubject: null });
  });
  console.log(`Created ${email} in ${options.org} as ${options.role}.\npassword  ${password}`);
}

export async function resetPassword(address: string, options: { readonly org: string }): Promise<void> {
  const email = check(emailSchema, address);
  const password = randomText(passwordLength);
  const passwordHash = await new Passwords().hash(password);
  await inAccess(async (tx) => {
    const org = await requireOrg(tx, options.org);
    const user = await findUserByEmail(tx, org.id, email);
    if (user === undefined) {
      throw notFound("user", email);
    }
    await setPassword(tx, org.id, user, passwordHash);
  });
  console.log(`${email} in ${options.org} has a new password, and all its sessions have ended.\npassword  ${password}`);
}

interface KeyOptions {
  readonly org: string;
  readonly app: string;
  readonly preset: string;
  readonly label: string;
  readonly rate?: number;
  readonly expires?: string;
}

export async function createKeyOfApp(options: KeyOptions): Promise<void> {
  const { apiKey, row } = await inAccess(async (tx) => {
    const org = await requireOrg(tx, options.org);
    const app = await findOrCreateApp(tx, org.id, options.app);
    return issueApiKey(tx, org.id, {
      owner: { type: "app", id: app.id },
      label: options.label,
      preset: check(presetSchema, options.preset),
      rights: undefined,
      ratePerSecond: checkRate(options.rate),
      expiresOn: checkDate(options.expires),
      issuer: { type: "operator" },
    });
  });
  console.log(`Created the key ${row.id} of ${options.app} with the preset ${options.preset}.\napi key  ${apiKey}`);
}

export async function revokeKey(id: string, options: { readonly org: string }): Promise<void> {
  await inAccess(async (tx) => {
    const org = await requireOrg(tx, options.org);
    const key = await lockApiKey(tx, org.id, id);
    if (key === undefined) {
      throw notFound("api-key", id);
    }
    await saveApiKey(tx, org.id, { ...key, revoked_on: key.revoked_on ?? new Date() });
  });
  console.log(`Revoked the key ${id}.`);
}

interface TokenOptions {
  readonly org: string;
  readonly app: string;
  readonly preset: string;
  readonly label: string;
  readonly seconds: number;
}

export async function createTokenOfApp(options: TokenOptions): Promise<void> {
  const { accessToken, row } = await inAccess(async (tx) => {
    const org = await requireOrg(tx, options.org);
    const app = await findOrCreateApp(tx, org.id, options.app);
    return issueAccessToken(tx, org.id, {
      owner: { type: "app", id: app.id },
      label: options.label,
      preset: check(presetSchema, options.preset),
      rights: undefined,
      taskId: undefined,
      expiresInSeconds: checkSeconds(options.seconds),
      issuer: { type: "operator" },
    });
  });
  console.log(
    `Created the token ${row.id} of ${options.app}, good until ${row.expires_on.toISOString()}.\ntoken  ${accessToken}`,
  );
}

/** Runs the work in one transaction beside a running service, or on a database that is started for it. */
async function inAccess<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const database = await joinDatabase(loadConfig());
  const { connectionString } = database;
  try {
    await migrateDatabase(connectionString);
    const db = new PostgresDatabase({ connectionString, connectionsMax: 1, applicationName: "weft-admin" });
    const bus = new WakeUpBus(connectionString);
    try {
      return await changeAccess({ db, bus }, work);
    } finally {
      await bus.close();
      await db.close();
    }
  } finally {
    await database.close();
  }
}

async function requireOrg(tx: Transaction, slug: string): Promise<OrgRow> {
  const org = await findOrgBySlug(tx, slug);
  if (org === undefined) {
    throw new Problem("not-found", `There is no organization ${slug} here. Check --org, and DATA_DIR or DATABASE_URL.`);
  }
  return org;
}

function check<Schema extends z.ZodType>(schema: Schema, value: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    throw new Problem("invalid-request", `${value}: ${parsed.error.issues.map(({ message }) => message).join(" ")}`);
  }
  return parsed.data;
}

function checkDate(text: string | undefined): Date | undefined {
  if (text !== undefined && Number.isNaN(Date.parse(text))) {
    throw new Problem("invalid-request", `${text} is not a date: write it as 2027-01-31 or 2027-01-31T12:00:00Z.`);
  }
  return text === undefined ? undefined : new Date(text);
}

function checkRate(rate: number | undefined): number | undefined {
  if (rate !== undefined && !(rate > 0)) {
    throw new Problem("invalid-request", "--rate takes a number of requests per second above 0.");
  }
  return rate;
}

function checkSeconds(seconds: number): number {
  if (!Number.isInteger(seconds) || seconds < 1) {
    throw new Problem("invalid-request", "--seconds takes a whole number above 0.");
  }
  return seconds;
}

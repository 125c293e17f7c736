import { emailSchema, presetSchema, slugSchema } from "@weft/contract";
import type { z } from "zod";
import type { AuditTrail } from "../access/audit/audit-log.ts";
import { orgCreated, userCreated } from "../access/audit-notes.ts";
import { type ApiKeyRow, listApiKeysOfUser, lockApiKey, saveApiKey } from "../access/keys/api-key-store.ts";
import { createApp } from "../access/keys/app-kind.ts";
import { type AppRow, findAppByName } from "../access/keys/app-store.ts";
import { issueApiKey, revokeKeys } from "../access/keys/change-api-key.ts";
import { accessTokenCreated, apiKeyCreated, appCreated } from "../access/keys/credential-notes.ts";
import { issueAccessToken } from "../access/keys/issue-access-token.ts";
import { lockOrg, saveOrg } from "../access/org-store.ts";
import { createOrg } from "../access/orgs/change-org.ts";
import { Passwords } from "../access/passwords.ts";
import { randomText } from "../access/secret.ts";
import { recordEndedSessions } from "../access/sessions/sign-in.ts";
import { findSignOn, saveSignOn } from "../access/sign-on-store.ts";
import { findUserByEmail } from "../access/user-store.ts";
import { createUser, setPassword } from "../access/users/change-user.ts";
import type { Transaction } from "../platform/database/database.ts";
import { invalidRequest, notFound } from "../platform/errors.ts";
import { inAccess, requireOrg } from "./operator-act.ts";

const passwordLength = 20;

export async function createOrgBySlug(slug: string, options: { readonly name?: string }): Promise<void> {
  const draft = { slug: check(slugSchema, slug), name: options.name ?? slug };
  const org = await inAccess(async (tx, openTrail) => {
    const created = await createOrg(tx, draft);
    await (await openTrail(created.id)).record(orgCreated(created));
    return created;
  });
  console.log(
    `Created the organization ${org.slug} (${org.id}).\n` +
      `Create its owner next: weft admin users create <email> --org ${org.slug} --role owner`,
  );
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
  await inAccess(async (tx, openTrail) => {
    const org = await requireOrg(tx, options.org);
    const trail = await openTrail(org.id);
    const draft = { email, name: options.name, role: options.role, passwordHash, ssoSubject: null };
    await trail.record(userCreated(await createUser(tx, org.id, draft)));
  });
  console.log(`Created ${email} in ${options.org} as ${options.role}.\npassword  ${password}`);
}

interface ResetOptions {
  readonly org: string;
  readonly revokeKeys?: boolean;
}

export async function resetPassword(address: string, options: ResetOptions): Promise<void> {
  const email = check(emailSchema, address);
  const password = randomText(passwordLength);
  const passwordHash = await new Passwords().hash(password);
  const keys = await inAccess(async (tx, openTrail) => {
    const org = await requireOrg(tx, options.org);
    const trail = await openTrail(org.id);
    const user = await findUserByEmail(tx, org.id, email);
    if (user === undefined) {
      throw notFound("user", email);
    }
    await recordEndedSessions(tx, { orgId: org.id, userId: user.id, trail }, () =>
      setPassword(tx, org.id, user, passwordHash),
    );
    const after = { isActive: true, secretsChanged: ["password"] };
    const target = { type: "user", id: user.id };
    await trail.record({ action: "user.update", target, before: { isActive: user.is_active }, after });
    const live = (await listApiKeysOfUser(tx, org.id, user.id)).filter(isLive);
    if (options.revokeKeys === true) {
      await revokeKeys(tx, org.id, user.id, trail);
    }
    return live;
  });
  console.log(`${email} in ${options.org} has a new password. All sessions have ended.\npassword  ${password}`);
  printKeys(keys, options);
}

function isLive({ revoked_on, expires_on }: ApiKeyRow): boolean {
  return revoked_on === null && (expires_on === null || expires_on > new Date());
}

/** A person who knew the password may have created a key, so the keys are listed. */
function printKeys(keys: readonly ApiKeyRow[], { org, revokeKeys: areRevoked }: ResetOptions): void {
  if (keys.length === 0) {
    return;
  }
  console.log(areRevoked === true ? "Revoked the user's API keys:" : "The user's API keys are still valid:");
  for (const { id, label, secret_hint, created_on } of keys) {
    console.log(`  ${id}  ${secret_hint}  "${label}", created ${created_on.toISOString()}`);
  }
  if (areRevoked !== true) {
    console.log(
      `Run again with --revoke-keys to revoke all of them, or revoke one with: weft admin keys revoke <id> --org ${org}`,
    );
  }
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
  const { apiKey, row } = await inAccess(async (tx, openTrail) => {
    const org = await requireOrg(tx, options.org);
    const trail = await openTrail(org.id);
    const app = await requireApp(tx, org.id, options.app, trail);
    const issued = await issueApiKey(tx, org.id, {
      owner: { type: "app", id: app.id },
      label: options.label,
      preset: check(presetSchema, options.preset),
      rights: undefined,
      ratePerSecond: checkRate(options.rate),
      allowedAddresses: [],
      expiresOn: checkDate(options.expires),
      issuer: { type: "operator" },
    });
    await trail.record(apiKeyCreated(issued.row));
    return issued;
  });
  console.log(`Created the key ${row.id} of ${options.app} with the preset ${options.preset}.\napi key  ${apiKey}`);
}

export async function revokeKey(id: string, options: { readonly org: string }): Promise<void> {
  await inAccess(async (tx, openTrail) => {
    const org = await requireOrg(tx, options.org);
    const trail = await openTrail(org.id);
    const key = await lockApiKey(tx, org.id, id);
    if (key === undefined) {
      throw notFound("api-key", id);
    }
    await saveApiKey(tx, org.id, { ...key, revoked_on: key.revoked_on ?? new Date() });
    await trail.record({ action: "api-key.revoke", target: { type: "api-key", id } });
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
  const { accessToken, row } = await inAccess(async (tx, openTrail) => {
    const org = await requireOrg(tx, options.org);
    const trail = await openTrail(org.id);
    const app = await requireApp(tx, org.id, options.app, trail);
    const issued = await issueAccessToken(tx, org.id, {
      owner: { type: "app", id: app.id },
      label: options.label,
      preset: check(presetSchema, options.preset),
      rights: undefined,
      taskId: undefined,
      expiresInSeconds: checkSeconds(options.seconds),
      issuer: { type: "operator" },
    });
    await trail.record(accessTokenCreated(issued.row));
    return issued;
  });
  console.log(
    `Created the token ${row.id} of ${options.app}, valid until ${row.expires_on.toISOString()}.\ntoken  ${accessToken}`,
  );
}

/** The app with that name. If it has to be created, that is recorded. */
async function requireApp(tx: Transaction, orgId: string, name: string, trail: AuditTrail): Promise<AppRow> {
  const known = await findAppByName(tx, orgId, name);
  if (known !== undefined) {
    return known;
  }
  const created = await createApp(tx, orgId, { name, description: "" });
  await trail.record(appCreated(created));
  return created;
}

function check<Schema extends z.ZodType>(schema: Schema, value: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    throw invalidRequest(`${value}: ${parsed.error.issues.map(({ message }) => message).join(" ")}`);
  }
  return parsed.data;
}

function checkDate(text: string | undefined): Date | undefined {
  if (text !== undefined && Number.isNaN(Date.parse(text))) {
    throw invalidRequest(`${text} is not a date: write it as 2027-01-31 or 2027-01-31T12:00:00Z.`);
  }
  return text === undefined ? undefined : new Date(text);
}

function checkRate(rate: number | undefined): number | undefined {
  if (rate !== undefined && !(rate > 0)) {
    throw invalidRequest("--rate must be a number of requests per second above 0.");
  }
  return rate;
}

function checkSeconds(seconds: number): number {
  if (!Number.isInteger(seconds) || seconds < 1) {
    throw invalidRequest("--seconds must be a whole number above 0.");
  }
  return seconds;
}

/** Restores access if an org requires single sign-on and its provider does not work. */
export async function allowPasswords(slug: string): Promise<void> {
  const isChanged = await inAccess(async (tx, openTrail) => {
    const { id } = await requireOrg(tx, slug);
    const trail = await openTrail(id);
    const org = await lockOrg(tx, id);
    if (org === undefined) {
      throw notFound("org", slug);
    }
    const signOn = await findSignOn(tx, id);
    if (signOn?.is_required !== true) {
      return false;
    }
    await saveSignOn(tx, id, { ...signOn, is_required: false });
    // The settings are part of the org's document, so the change must increase its version.
    await saveOrg(tx, org);
    const [before, after] = [{ isRequired: true }, { isRequired: false }];
    await trail.record({ action: "sign-on.update", target: { type: "sign-on", id }, before, after });
    return true;
  });
  console.log(isChanged ? `${slug} accepts passwords again.` : `${slug} already accepts passwords.`);
}

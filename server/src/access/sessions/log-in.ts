import { createHash } from "node:crypto";
import type { Transaction } from "../../platform/database/database.ts";
import { networkOf } from "../../platform/network-address.ts";
import { Problem } from "../../platform/problem.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { AccessServices } from "../access-services.ts";
import { findOrgBySlug, type OrgRow } from "../org-store.ts";
import { randomText } from "../secret.ts";
import { findSignOn } from "../sign-on-store.ts";
import { requireNotSuspended, suspensionOf } from "../suspension.ts";
import { findUserByEmail, noteLogin, type UserRow } from "../user-store.ts";
import {
  clearFailures,
  countFailure,
  type FailureSubject,
  lockFailures,
  lockPace,
  savePace,
  undoFailure,
} from "./session-store.ts";

export interface LoginAttempt {
  readonly email: string;
  readonly password: string;
  readonly orgSlug: string;
  readonly address: string;
  /** Returns a cookie by name: one may prove that this device has signed in to the account before. */
  readonly cookie: (name: string) => string | undefined;
}

interface LoggedIn {
  readonly org: OrgRow;
  readonly user: UserRow;
  readonly deviceId: string | undefined;
}

// Per account and address, and per account and known device.
const freeFailuresOfPair = 5;
// Many people may share one address.
const freeFailuresOfAddress = 20;
const waitSecondsMax = 60;
/**
 * From all unknown devices together, an account allows 100 attempts at once and one every 9 seconds (100 in 15
 * minutes).
 */
const accountPace = { burst: 100, intervalMs: 9_000 };

/**
 * Checks email and password. Failures slow the address, and the account for that address; other addresses stay free, so
 * that a stranger cannot lock the account. A device that has signed in before has its own count.
 */
export async function logIn(services: AccessServices, attempt: LoginAttempt): Promise<LoggedIn> {
  const { db, passwords, secrets } = services;
  const org = await findOrgBySlug(db, attempt.orgSlug);
  if (org !== undefined && (await findSignOn(db, org.id))?.is_required === true) {
    // Before the password check: the response is the same for every account, so it reveals nothing.
    throw signOnRequired(attempt.orgSlug);
  }
  const scope = org?.id ?? `no org ${attempt.orgSlug}`;
  const account = { orgId: scope, email: attempt.email };
  const deviceId = findKnownDevice(secrets, account, attempt.cookie(deviceCookie(account)), Date.now());
  const subjects = subjectsOf(secrets, scope, attempt, deviceId);
  // Counted before the password check, so that concurrent attempts cannot bypass the limit.
  await db.transaction((tx) => countAttempt(tx, subjects));
  const user = org === undefined ? undefined : await findUserByEmail(db, org.id, attempt.email);
  const isRight = await passwords.isRight(attempt.password, user?.password_hash);
  if (!isRight || org === undefined || user === undefined || !user.is_active) {
    throw loginFailed();
  }
  await db.transaction((tx) => undoAttempt(tx, subjects));
  requireNotSuspended(suspensionOf(org));
  await db.transaction((tx) => noteLogin(tx, org.id, user.id));
  return { org, user, deviceId };
}

/** Names the organization as the caller did, and reveals nothing about the account. */
function signOnRequired(orgSlug: string): Problem {
  return new Problem(
    "sso-required",
    `${orgSlug} does not accept passwords. Sign in with single sign-on (weft login --sso --org ${orgSlug}).`,
  );
}

function loginFailed(): Problem {
  return new Problem("login-failed", "Invalid email address, password or organization.", {
    headers: { "www-authenticate": 'Bearer realm="weft"' },
  });
}

interface AttemptSubjects {
  /** The account, for the address or the known device. */
  readonly pair: FailureSubject;
  /** Absent for a known device: strangers at the same address, or on the account, do not slow it. */
  readonly shared: { readonly address: FailureSubject; readonly account: FailureSubject } | undefined;
}

function subjectsOf(
  secrets: SecretBox,
  scope: string,
  { email, address }: LoginAttempt,
  deviceId: string | undefined,
): AttemptSubjects {
  // An email address contains no space.
  return deviceId === undefined
    ? {
        pair: { scope, subject: `${email} ${networkOf(address)}` },
        shared: { address: failuresOfAddress(secrets, address), account: { scope, subject: email } },
      }
    : { pair: { scope, subject: `${email} device ${deviceId}` }, shared: undefined };
}

/**
 * The count is shared by all orgs, so the erasure of a user of one of them must not reset it: it is stored under a digest
 * of the address, which is not personal data.
 */
export function failuresOfAddress(secrets: SecretBox, address: string): FailureSubject {
  return { scope: "", subject: secrets.sign("failures of an address", networkOf(address)) };
}

async function countAttempt(tx: Transaction, { pair, shared }: AttemptSubjects): Promise<void> {
  await countUnlessSlowed(tx, pair, freeFailuresOfPair);
  if (shared !== undefined) {
    await countUnlessSlowed(tx, shared.address, freeFailuresOfAddress);
    await countInPace(tx, shared.account, new Date());
  }
}

/** The attempt counted beforehand succeeded. */
async function undoAttempt(tx: Transaction, { pair, shared }: AttemptSubjects): Promise<void> {
  await clearFailures(tx, pair);
  if (shared !== undefined) {
    // Not reset: an attacker with one valid account could otherwise try others without delay.
    await undoFailure(tx, shared.address);
    const dueMs = (await lockPace(tx, shared.account, new Date())).getTime();
    await savePace(tx, shared.account, new Date(dueMs - accountPace.intervalMs));
  }
}

async function countUnlessSlowed(tx: Transaction, subject: FailureSubject, free: number): Promise<void> {
  const { failures, secondsSince } = await lockFailures(tx, subject);
  const wait = waitSeconds(failures, free) - secondsSince;
  if (wait > 0) {
    throw loginSlowed(Math.ceil(wait));
  }
  await countFailure(tx, subject);
}

/** No delay for the first failures, then 1, 2, 4 … seconds from the latest one. */
export function waitSeconds(failures: number, free: number): number {
  return failures < free ? 0 : Math.min(waitSecondsMax, 2 ** (failures - free));
}

/** A leaky bucket: stores the time at which it will be empty. */
async function countInPace(tx: Transaction, account: FailureSubject, now: Date): Promise<void> {
  const emptyMs = Math.max(now.getTime(), (await lockPace(tx, account, now)).getTime());
  const waitMs = emptyMs - now.getTime() - (accountPace.burst - 1) * accountPace.intervalMs;
  if (waitMs > 0) {
    throw loginSlowed(Math.ceil(waitMs / 1000));
  }
  await savePace(tx, account, new Date(emptyMs + accountPace.intervalMs));
}

function loginSlowed(waitSeconds: number): Problem {
  return new Problem("login-slowed", `Too many failed sign-in attempts. Retry after ${waitSeconds} s.`, {
    headers: { "retry-after": String(waitSeconds) },
  });
}

/** The account that a device has signed in to. */
export interface Account {
  readonly orgId: string;
  readonly email: string;
}

export const deviceSeconds = 180 * 24 * 3600;
const devicePurpose = "known device";
const idLength = 22;
const valuePattern = /^([0-9A-Za-z]{22})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/;

/**
 * The id of a device that has signed in to this account before, from a signed cookie. It grants no access: it only
 * exempts the device from delays that strangers may have caused.
 */
function findKnownDevice(
  secrets: SecretBox,
  account: Account,
  cookie: string | undefined,
  nowMs: number,
): string | undefined {
  const [, id, issued, signature] = valuePattern.exec(cookie ?? "") ?? [];
  if (id === undefined || issued === undefined || signature === undefined) {
    return undefined;
  }
  const isCurrent = Number(issued) * 1000 + deviceSeconds * 1000 > nowMs;
  return isCurrent && secrets.verify(devicePurpose, deviceText(account, { id, issued }), signature) ? id : undefined;
}

/** Each sign-in restarts the lifetime, and keeps the id of a known device. */
export function formatDevice(secrets: SecretBox, account: Account, knownId: string | undefined): string {
  const id = knownId ?? randomText(idLength);
  const issued = String(Math.floor(Date.now() / 1000));
  return `${id}.${issued}.${secrets.sign(devicePurpose, deviceText(account, { id, issued }))}`;
}

/** One cookie per account, so that people who share a browser do not replace each other's. */
export function deviceCookie({ orgId, email }: Account): string {
  return `weft_device_${createHash("sha256").update(`${orgId}/${email}`).digest("hex").slice(0, 16)}`;
}

function deviceText(
  { orgId, email }: Account,
  { id, issued }: { readonly id: string; readonly issued: string },
): string {
  return `${orgId}\n${email}\n${id}\n${issued}`;
}

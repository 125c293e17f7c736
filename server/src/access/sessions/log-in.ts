import { loginFailed, loginSlowed } from "../../errors.ts";
import type { Transaction } from "../../platform/database/database.ts";
import type { AccessServices } from "../access-services.ts";
import { findOrgBySlug, type OrgRow } from "../orgs/org-store.ts";
import { findUserByEmail, noteLogin, type UserRow } from "../users/user-store.ts";
import {
  countFailure,
  type FailureSubject,
  forgetFailures,
  lockFailures,
  takeBackFailure,
} from "./login-failure-store.ts";

export interface LoginAttempt {
  readonly email: string;
  readonly password: string;
  readonly orgSlug: string;
  readonly address: string;
}

const freeFailuresOfAccount = 5;
// Many people may sit behind one address.
const freeFailuresOfAddress = 20;
const waitSecondsMax = 60;

/** Checks email and password. Failures slow the next attempts on that account, and from that address. */
export async function logIn(services: AccessServices, attempt: LoginAttempt): Promise<{ org: OrgRow; user: UserRow }> {
  const { db, passwords } = services;
  const org = await findOrgBySlug(db, attempt.orgSlug);
  const account = { scope: org?.id ?? `no org ${attempt.orgSlug}`, subject: attempt.email };
  const address = { scope: "", subject: attempt.address };
  // Counted before the password is looked at, so that attempts at the same moment do not slip through together.
  await db.transaction(async (tx) => {
    await countUnlessSlowed(tx, account, freeFailuresOfAccount);
    await countUnlessSlowed(tx, address, freeFailuresOfAddress);
  });
  const user = org === undefined ? undefined : await findUserByEmail(db, org.id, attempt.email);
  const isRight = await passwords.isRight(attempt.password, user?.password_hash);
  if (!isRight || org === undefined || user === undefined || !user.is_active) {
    throw loginFailed();
  }
  await db.transaction(async (tx) => {
    await forgetFailures(tx, account);
    // Not forgotten: whoever has one good account would else try others without being slowed.
    await takeBackFailure(tx, address);
    await noteLogin(tx, org.id, user.id);
  });
  return { org, user };
}

async function countUnlessSlowed(tx: Transaction, subject: FailureSubject, free: number): Promise<void> {
  const { failures, secondsSince } = await lockFailures(tx, subject);
  const wait = waitSeconds(failures, free) - secondsSince;
  if (wait > 0) {
    throw loginSlowed(Math.ceil(wait));
  }
  await countFailure(tx, subject);
}

/** Nothing for the first failures, then 1, 2, 4 … seconds from the latest one. */
export function waitSeconds(failures: number, free: number): number {
  return failures < free ? 0 : Math.min(waitSecondsMax, 2 ** (failures - free));
}

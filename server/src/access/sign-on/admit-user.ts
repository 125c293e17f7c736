import { emailSchema, labelSchema } from "@weft/contract";
import {
  type Configuration,
  fetchUserInfo,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from "openid-client";
import { z } from "zod";
import type { Transaction } from "../../platform/database/database.ts";
import { isViolationOf } from "../../platform/error-code.ts";
import { signOnFailed } from "../../platform/errors.ts";
import { Problem } from "../../platform/problem.ts";
import type { AuditTrail } from "../audit/audit-log.ts";
import { userCreated } from "../audit-notes.ts";
import type { OrgRow } from "../org-store.ts";
import type { SignedIn } from "../sessions/sign-in.ts";
import type { SignOnRow } from "../sign-on-store.ts";
import { requireNotSuspended, suspensionOf } from "../suspension.ts";
import { findUserByEmail, findUserBySubject, lockUser, noteLogin, saveUser, type UserRow } from "../user-store.ts";
import { createUser } from "../users/change-user.ts";
import { callProvider } from "./providers.ts";

/**
 * The user who has signed on: identified by subject, linked by a verified address, or new with the org's default role.
 */
async function admitUser(tx: Transaction, orgId: string, settings: SignOnRow, identity: Identity): Promise<UserRow> {
  const known = await findUserBySubject(tx, orgId, identity.subject);
  requireDomain(settings.email_domains, identity, known);
  const user = known ?? (await admitNewcomer(tx, orgId, settings, identity));
  requireActive(user);
  await noteLogin(tx, orgId, user.id);
  return user;
}

/**
 * Checks the address that the provider has verified now. Without one, a linked user counts by the address of the
 * account, which was verified when it was linked; others are rejected for the missing verification.
 */
function requireDomain(domains: readonly string[], identity: Identity, known: UserRow | undefined): void {
  const address = identity.isEmailVerified === true && identity.email !== undefined ? identity.email : known?.email;
  const domain = address?.slice(address.lastIndexOf("@") + 1).toLowerCase();
  if (domains.length > 0 && domain !== undefined && !domains.includes(domain)) {
    throw signOnFailed(
      `The organization does not admit accounts with email addresses at ${domain}. Sign in with another account, or ask an owner to add the domain.`,
    );
  }
}

async function admitNewcomer(
  tx: Transaction,
  orgId: string,
  settings: SignOnRow,
  identity: Identity,
): Promise<UserRow> {
  const { email, isEmailVerified } = identity;
  if (email === undefined) {
    throw signOnFailed("The identity provider did not send an email address. It must release the claim email.");
  }
  // A missing claim is not a verification: choosing an address at the provider must not give access to its account.
  if (isEmailVerified !== true) {
    throw signOnFailed(
      "The identity provider has not verified the email address of this account. It must send the claim email_verified as true.",
    );
  }
  const sameEmail = await findUserByEmail(tx, orgId, email);
  if (sameEmail !== undefined) {
    return linkUser(tx, orgId, sameEmail.id, identity);
  }
  if (settings.default_role === null) {
    throw noAccount();
  }
  return createLinkedUser(tx, orgId, { email, role: settings.default_role, identity });
}

async function linkUser(tx: Transaction, orgId: string, userId: string, identity: Identity): Promise<UserRow> {
  const user = await lockUser(tx, orgId, userId);
  if (user === undefined || user.sso_subject !== null) {
    throw noAccount();
  }
  requireActive(user);
  return refuseRace(() => saveUser(tx, orgId, { ...user, sso_subject: identity.subject }));
}

async function createLinkedUser(
  tx: Transaction,
  orgId: string,
  { email, role, identity }: { email: string; role: string; identity: Identity },
): Promise<UserRow> {
  const draft = { email, name: identity.name, role, passwordHash: null, ssoSubject: identity.subject };
  return refuseRace(() => createUser(tx, orgId, draft));
}

function requireActive(user: UserRow): void {
  if (!user.is_active) {
    throw signOnFailed("This account is deactivated. An administrator can activate it.");
  }
}

/** The same message for a missing account and for another user's account, so that it does not reveal which. */
function noAccount(): Problem {
  return signOnFailed(
    "No account matches this sign-in. Ask an administrator to create one with the email address that the identity provider verified, or to set a default role.",
  );
}

/** The same user may sign on twice concurrently, and the default role may have been deleted since it was set. */
async function refuseRace(write: () => Promise<UserRow>): Promise<UserRow> {
  try {
    return await write();
  } catch (error) {
    if (isViolationOf(error, "users_by_sso_subject") || (error instanceof Problem && error.code === "conflict")) {
      throw signOnFailed("The account was changed by another request. Start again.", error);
    }
    if (error instanceof Problem && error.code === "invalid-request") {
      throw signOnFailed("The organization's default role does not exist. Ask an administrator to set another.", error);
    }
    throw error;
  }
}

/** Admits the user like admitUser, and records an account that was created or linked. */
export async function admitAuditedUser(
  tx: Transaction,
  trail: AuditTrail,
  { org, settings }: { readonly org: OrgRow; readonly settings: SignOnRow },
  identity: Identity,
): Promise<SignedIn> {
  const known = await findUserBySubject(tx, org.id, identity.subject);
  const user = await admitUser(tx, org.id, settings, identity);
  requireNotSuspended(suspensionOf(org));
  const { id, name, email } = user;
  const trailOfUser = trail.as({ type: "user", id, name, email });
  if (known === undefined) {
    const linked = { action: "user.update", target: { type: "user", id }, after: { hasSignOn: true } } as const;
    await trailOfUser.record(user.version === 1 ? userCreated(user) : linked);
  }
  return { org, user, trail: trailOfUser, method: "sso" };
}

/** The identity that the provider asserts. */
export interface Identity {
  /** The issuer and its id for the user: the only claim that never changes. */
  readonly subject: string;
  readonly email: string | undefined;
  /** Undefined if the provider does not say. */
  readonly isEmailVerified: boolean | undefined;
  readonly name: string | undefined;
}

const subjectSchema = z.string().regex(/^[^\p{Cc}]{1,255}$/u);

// Some providers send booleans as text. An invalid claim counts as missing.
const claimsSchema = z.object({
  email: emailSchema.optional().catch(undefined),
  email_verified: z
    .union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")])
    .optional()
    .catch(undefined),
  name: labelSchema.optional().catch(undefined),
});

type Claims = z.infer<typeof claimsSchema>;

export async function readIdentity(
  configuration: Configuration,
  settings: SignOnRow,
  tokens: TokenEndpointResponse & TokenEndpointResponseHelpers,
): Promise<Identity> {
  const idToken = tokens.claims();
  const sub = subjectSchema.safeParse(idToken?.sub);
  if (idToken === undefined || !sub.success) {
    throw signOnFailed("The identity provider did not identify the user.", sub.error);
  }
  const reported = claimsSchema.parse(idToken);
  const isWhole = reported.email !== undefined && reported.email_verified !== undefined;
  const claims = isWhole
    ? reported
    : await askForClaims(configuration, tokens.access_token, { sub: sub.data, reported });
  return {
    // Uses the configured issuer, whose metadata this is: no other provider can assert its subjects.
    subject: `${new URL(settings.issuer).href}#${sub.data}`,
    email: claims.email,
    isEmailVerified: claims.email_verified,
    name: claims.name,
  };
}

/**
 * Many providers return the address only here. The two sources are never mixed, or one could verify the address of the
 * other.
 */
async function askForClaims(
  configuration: Configuration,
  accessToken: string,
  { sub, reported }: { sub: string; reported: Claims },
): Promise<Claims> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) {
    return reported;
  }
  const asked = claimsSchema.parse(await callProvider(() => fetchUserInfo(configuration, accessToken, sub)));
  return asked.email === undefined ? reported : asked;
}

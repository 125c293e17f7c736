import { Problem } from "../../platform/problem.ts";
import type { AccessServices } from "../access-services.ts";
import type { PersonalValue } from "../audit/audit-entry.ts";
import { originOf, type RequestOrigin } from "../audit/audit-log.ts";
import { recordBounded } from "../audit/bounded-audit.ts";
import { findOrgBySlug } from "../org-store.ts";
import { findUserByEmail } from "../user-store.ts";
import { type LoginAttempt, logIn } from "./log-in.ts";

/** Checks email and password like logIn; a failed attempt is in the audit log of the org that it named. */
export async function logInAudited(
  services: AccessServices,
  attempt: Omit<LoginAttempt, "address">,
  request: RequestOrigin,
): ReturnType<typeof logIn> {
  try {
    return await logIn(services, { ...attempt, address: request.address });
  } catch (error) {
    if (error instanceof Problem && refusals.has(error.code)) {
      await recordFailedLogin(services, attempt, request, error);
    }
    throw error;
  }
}

const refusals: ReadonlySet<string> = new Set(["login-failed", "login-slowed", "sso-required"]);

async function recordFailedLogin(
  services: AccessServices,
  { email, orgSlug }: Pick<LoginAttempt, "email" | "orgSlug">,
  request: RequestOrigin,
  { code }: Problem,
): Promise<void> {
  const org = await findOrgBySlug(services.db, orgSlug);
  if (org === undefined) {
    return;
  }
  const user = await findUserByEmail(services.db, org.id, email);
  // People type passwords into the wrong field: for an account that does not exist only the digest is stored.
  const account: PersonalValue = {
    place: "target.email",
    value: email,
    subjectId: user?.id,
    isDigestOnly: user === undefined,
  };
  await recordBounded(services, org.id, {
    act: { actor: { type: "unknown" }, origin: originOf(request) },
    note: {
      action: "session.sign-in-failed",
      outcome: "failure",
      target: { type: "user", id: user?.id },
      after: { method: "password", reason: code },
      personal: [account],
    },
    subject: [request.address, email],
  });
}

/** A sign-on rejected by the provider or by the rules of the service. */
export async function recordFailedSignOn(
  services: AccessServices,
  orgId: string,
  request: RequestOrigin,
  error: unknown,
): Promise<void> {
  if (!(error instanceof Problem) || error.code !== "sso-failed") {
    return;
  }
  await recordBounded(services, orgId, {
    act: { actor: { type: "unknown" }, origin: originOf(request) },
    note: {
      action: "session.sign-in-failed",
      outcome: "failure",
      target: { type: "user" },
      after: { method: "sso", reason: error.code },
    },
    subject: [request.address, "sso"],
  });
}

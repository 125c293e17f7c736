import { calculatePKCECodeChallenge } from "openid-client";
import { isSameText } from "../../platform/secret-box.ts";
import { originOf, type RequestOrigin } from "../audit/audit-act.ts";
import { findOrg } from "../orgs/org-store.ts";
import { grantToken } from "../sessions/sign-in.ts";
import { findUser } from "../users/user-store.ts";
import { attemptEnded, readHandle, takeAttempt } from "./sign-on-attempt.ts";
import type { SignOnServices } from "./sign-on-services.ts";

/** Exchanges the code of a loopback URL for an access token, once only and only for the program that started. */
export async function redeemCode(
  { db, secrets, audit }: SignOnServices,
  { code, codeVerifier }: { readonly code: string; readonly codeVerifier: string },
  request: RequestOrigin,
) {
  const { orgId, secret } = readHandle(code);
  const attempt = await db.transaction((tx) => takeAttempt(tx, secrets, orgId, { handle: secret, kinds: ["code"] }));
  // A wrong verifier also invalidates the code, so that verifiers cannot be guessed.
  const challenge = await calculatePKCECodeChallenge(codeVerifier);
  if (attempt?.kind !== "code" || !isSameText(challenge, attempt.codeChallenge)) {
    throw attemptEnded();
  }
  const { userId } = attempt;
  const act = { actor: { type: "unknown" }, origin: originOf(request) } as const;
  return audit.transaction(db, orgId, act, async (tx, trail) => {
    const org = await findOrg(tx, orgId);
    const user = await findUser(tx, orgId, userId);
    if (org === undefined || user === undefined || !user.is_active) {
      throw attemptEnded();
    }
    const { id, name, email } = user;
    return grantToken(tx, { org, user, trail: trail.as({ type: "user", id, name, email }), method: "sso" });
  });
}

import type { Transaction } from "../../platform/database/database.ts";
import type { AuditTrail } from "../audit/audit-log.ts";
import { userCreated } from "../audit/created-notes.ts";
import type { OrgRow } from "../orgs/org-store.ts";
import type { SignedIn } from "../sessions/sign-in.ts";
import { findUserBySubject } from "../users/user-store.ts";
import { admitUser } from "./admit-user.ts";
import type { Identity } from "./read-identity.ts";
import type { SignOnRow } from "./sign-on-store.ts";

/** Admits the user like admitUser, and records an account that was created or linked. */
export async function admitAuditedUser(
  tx: Transaction,
  trail: AuditTrail,
  { org, settings }: { readonly org: OrgRow; readonly settings: SignOnRow },
  identity: Identity,
): Promise<SignedIn> {
  const known = await findUserBySubject(tx, org.id, identity.subject);
  const user = await admitUser(tx, org.id, settings, identity);
  const { id, name, email } = user;
  const trailOfUser = trail.as({ type: "user", id, name, email });
  if (known === undefined) {
    const linked = { action: "user.update", target: { type: "user", id }, after: { hasSignOn: true } } as const;
    await trailOfUser.record(user.version === 1 ? userCreated(user) : linked);
  }
  return { org, user, trail: trailOfUser, method: "sso" };
}

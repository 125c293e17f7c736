import { notFound, signOnFailed } from "../../errors.ts";
import type { Database } from "../../platform/database/database.ts";
import { findOrg, findOrgBySlug, type OrgRow } from "../orgs/org-store.ts";
import { attemptEnded } from "./sign-on-attempt.ts";
import { findSignOn, type SignOnRow } from "./sign-on-store.ts";

export interface OrgSignOn {
  readonly org: OrgRow;
  readonly settings: SignOnRow;
}

/** The same error for an org that does not exist and one without single sign-on. */
export async function requireOrgSignOn(db: Database, orgSlug: string): Promise<OrgSignOn> {
  const org = await findOrgBySlug(db, orgSlug);
  const settings = org === undefined ? undefined : await findSignOn(db, org.id);
  if (org === undefined || settings === undefined) {
    throw notFound("single sign-on for", orgSlug);
  }
  return { org, settings };
}

/** The settings that an attempt was started with; rejected if they have changed. */
export async function requireSameSignOn(
  db: Database,
  orgId: string,
  begun: { readonly issuer: string; readonly clientId: string },
): Promise<OrgSignOn> {
  const org = await findOrg(db, orgId);
  const settings = await findSignOn(db, orgId);
  if (org === undefined || settings === undefined) {
    throw attemptEnded();
  }
  if (settings.issuer !== begun.issuer || settings.client_id !== begun.clientId) {
    throw signOnFailed("The organization's single sign-on settings were changed in the meantime. Start again.");
  }
  return { org, settings };
}

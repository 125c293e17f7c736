import { invalidField, notFound } from "../../errors.ts";
import type { Transaction } from "../../platform/database/database.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import { requireVersion } from "../administration.ts";
import { isBuiltInRole } from "../presets.ts";
import { sealClientSecret } from "../sign-on/client-secret.ts";
import { deleteSignOn, findSignOn, type SignOnRow, saveSignOn } from "../sign-on/sign-on-store.ts";
import { hasRole } from "../users/role-store.ts";
import { lockOrg, type OrgRow, saveOrg } from "./org-store.ts";

interface SignOnChange {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly defaultRole: string | null;
}

export interface OrgChange {
  readonly name?: string | undefined;
  readonly timeZone?: string | undefined;
  /** Null removes it, undefined leaves it as it is. */
  readonly sso?: SignOnChange | null | undefined;
  readonly expectedVersion: number | undefined;
}

export interface ChangedOrg {
  readonly org: OrgRow;
  readonly signOn: SignOnRow | undefined;
}

export async function updateOrg(
  tx: Transaction,
  secrets: SecretBox,
  orgId: string,
  change: OrgChange,
): Promise<ChangedOrg> {
  const org = await lockOrg(tx, orgId);
  if (org === undefined) {
    throw notFound("org", orgId);
  }
  requireVersion(change.expectedVersion, org.version);
  const signOn = await changeSignOn(tx, secrets, orgId, change.sso);
  const name = change.name ?? org.name;
  const time_zone = change.timeZone ?? org.time_zone;
  return { org: await saveOrg(tx, { ...org, name, time_zone }), signOn };
}

async function changeSignOn(
  tx: Transaction,
  secrets: SecretBox,
  orgId: string,
  change: SignOnChange | null | undefined,
): Promise<SignOnRow | undefined> {
  const current = await findSignOn(tx, orgId);
  if (change === undefined) {
    return current;
  }
  if (change === null) {
    await deleteSignOn(tx, orgId);
    return undefined;
  }
  await requireDefaultRole(tx, orgId, change.defaultRole);
  const next = nextSignOn(secrets, orgId, current, change);
  await saveSignOn(tx, orgId, next);
  return next;
}

function nextSignOn(
  secrets: SecretBox,
  orgId: string,
  current: SignOnRow | undefined,
  change: SignOnChange,
): SignOnRow {
  // A stored secret is for the client it was given for, and must not be sent to another provider.
  const isSameClient = current?.issuer === change.issuer && current.client_id === change.clientId;
  const kept = isSameClient ? current.client_secret : null;
  return {
    org_id: orgId,
    issuer: change.issuer,
    client_id: change.clientId,
    client_secret: change.clientSecret === undefined ? kept : sealClientSecret(secrets, orgId, change.clientSecret),
    default_role: change.defaultRole,
  };
}

/** Whoever the provider knows gets this role, so it is never the one that rules over the org. */
async function requireDefaultRole(tx: Transaction, orgId: string, role: string | null): Promise<void> {
  if (role === null) {
    return;
  }
  if (role === "owner") {
    throw invalidField("#/sso/defaultRole", "Nobody becomes an owner by signing on. Take another role.");
  }
  if (!isBuiltInRole(role) && !(await hasRole(tx, orgId, role))) {
    throw invalidField(
      "#/sso/defaultRole",
      `There is no role ${role}: take admin, editor, viewer, or one of GET /api/roles.`,
    );
  }
}

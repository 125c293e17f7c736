import type { RetainedData } from "@weft/contract";
import type { Transaction } from "../../platform/database/database.ts";
import { isViolationOf } from "../../platform/error-code.ts";
import { conflict, invalidField, notFound } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import type { Problem } from "../../platform/problem.ts";
import { isSameJson } from "../../platform/same-json.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { Caller } from "../caller.ts";
import { isBuiltInRole, requireGrantsOfRole, requireOwnerCaller } from "../grants.ts";
import {
  type DataRetention,
  findOrgBySlug,
  insertOrg,
  lockOrg,
  lockSlugs,
  type OrgRow,
  type Retention,
  saveOrg,
} from "../org-store.ts";
import { hasRole } from "../role-store.ts";
import { sealClientSecret } from "../sign-on/sign-on-settings.ts";
import { deleteSignOn, findSignOn, type SignOnRow, saveSignOn } from "../sign-on-store.ts";

interface SignOnChange {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly defaultRole: string | null;
  /** Undefined leaves this and the next field unchanged: a client that does not know them must not loosen the rules. */
  readonly emailDomains?: readonly string[] | undefined;
  readonly isRequired?: boolean | undefined;
}

interface OrgChange {
  readonly name?: string | undefined;
  readonly timeZone?: string | undefined;
  /** Null removes it, undefined leaves it unchanged. */
  readonly sso?: SignOnChange | null | undefined;
  /** Changes the given types; null removes one. An empty object or null keeps everything. */
  readonly retention?: Readonly<Record<string, number | null>> | null | undefined;
  /** Null sets it to the operator's default. */
  readonly auditRetentionDays?: number | null | undefined;
  /** Changes the named data; null restores the default of one, or of all. */
  readonly dataRetention?: Readonly<Partial<Record<RetainedData, number | null | undefined>>> | null | undefined;
  /** Null removes the limit. */
  readonly keyLifetimeDays?: number | null | undefined;
}

interface ChangedOrg {
  readonly org: OrgRow;
  readonly signOn: SignOnRow | undefined;
}

/** Undefined if nothing changed, and nothing was written. */
export async function updateOrg(
  tx: Transaction,
  secrets: SecretBox,
  caller: Caller,
  change: OrgChange,
): Promise<ChangedOrg | undefined> {
  const orgId = caller.org.id;
  const org = await lockOrg(tx, orgId);
  if (org === undefined) {
    throw notFound("org", orgId);
  }
  const name = change.name ?? org.name;
  const time_zone = change.timeZone ?? org.time_zone;
  const retention = nextRetention(org.retention, change.retention);
  const data_retention = nextDataRetention(org.data_retention, change.dataRetention);
  const audit_retention_days =
    change.auditRetentionDays === undefined ? org.audit_retention_days : change.auditRetentionDays;
  const key_lifetime_days = change.keyLifetimeDays === undefined ? org.key_lifetime_days : change.keyLifetimeDays;
  const isSameOrg =
    name === org.name &&
    time_zone === org.time_zone &&
    audit_retention_days === org.audit_retention_days &&
    key_lifetime_days === org.key_lifetime_days &&
    isSameJson({ ...retention }, { ...org.retention }) &&
    isSameJson({ ...data_retention }, { ...org.data_retention });
  const signOn = await findSignOn(tx, orgId);
  if (isSameOrg && isSameSignOn(signOn, change.sso)) {
    return undefined;
  }
  const nextSignOn = await changeSignOn(tx, secrets, { caller, signOn }, change.sso);
  const saved = { ...org, name, time_zone, retention, data_retention, audit_retention_days, key_lifetime_days };
  return { org: await saveOrg(tx, saved), signOn: nextSignOn };
}

function isSameSignOn(current: SignOnRow | undefined, change: OrgChange["sso"]): boolean {
  if (change === undefined || change === null) {
    return change === undefined || current === undefined;
  }
  return (
    change.clientSecret === undefined &&
    change.issuer === current?.issuer &&
    change.clientId === current.client_id &&
    change.defaultRole === current.default_role &&
    isSameJson([...(change.emailDomains ?? current.email_domains)], [...current.email_domains]) &&
    (change.isRequired ?? current.is_required) === current.is_required
  );
}

function nextRetention(current: Retention, change: OrgChange["retention"]): Retention {
  if (change === undefined) {
    return current;
  }
  // An empty object disables all deletion: the safe interpretation, because deletions cannot be undone.
  const isCleared = change === null || Object.keys(change).length === 0;
  const next = isCleared ? [] : Object.entries({ ...current, ...change });
  return Object.fromEntries(next.flatMap(([type, days]) => (days === null ? [] : [[type, days]])));
}

function nextDataRetention(current: DataRetention, change: OrgChange["dataRetention"]): DataRetention {
  const next = change === null ? [] : Object.entries({ ...current, ...change });
  return Object.fromEntries(next.flatMap(([data, days]) => (typeof days === "number" ? [[data, days]] : [])));
}

async function changeSignOn(
  tx: Transaction,
  secrets: SecretBox,
  { caller, signOn }: { readonly caller: Caller; readonly signOn: SignOnRow | undefined },
  change: OrgChange["sso"],
): Promise<SignOnRow | undefined> {
  if (change === undefined || isSameSignOn(signOn, change)) {
    return signOn;
  }
  const orgId = caller.org.id;
  // The provider decides who signs in, so with another provider a caller could become any user, including owners.
  requireOwnerCaller(caller, "Changing single sign-on");
  if (change === null) {
    await deleteSignOn(tx, orgId);
    return undefined;
  }
  await requireDefaultRole(tx, caller, change.defaultRole);
  const next = nextSignOn(secrets, orgId, signOn, change);
  await saveSignOn(tx, orgId, next);
  return next;
}

function nextSignOn(
  secrets: SecretBox,
  orgId: string,
  current: SignOnRow | undefined,
  change: SignOnChange,
): SignOnRow {
  // A stored secret belongs to its client, and must not be sent to another provider.
  const isSameClient = current?.issuer === change.issuer && current.client_id === change.clientId;
  const kept = isSameClient ? current.client_secret : null;
  return {
    org_id: orgId,
    issuer: change.issuer,
    client_id: change.clientId,
    client_secret: change.clientSecret === undefined ? kept : sealClientSecret(secrets, orgId, change.clientSecret),
    default_role: change.defaultRole,
    email_domains: change.emailDomains ?? current?.email_domains ?? [],
    is_required: change.isRequired ?? current?.is_required ?? false,
  };
}

/** Every account of the provider gets this role, so it must not be an administrator. */
async function requireDefaultRole(tx: Transaction, caller: Caller, role: string | null): Promise<void> {
  if (role === null) {
    return;
  }
  if (role === "owner") {
    throw invalidField("#/sso/defaultRole", "Single sign-on cannot grant the role owner. Choose another role.");
  }
  if (!isBuiltInRole(role) && !(await hasRole(tx, caller.org.id, role))) {
    throw invalidField(
      "#/sso/defaultRole",
      `There is no role ${role}: use admin, editor, viewer, or one from GET /api/roles.`,
    );
  }
  await requireGrantsOfRole(tx, caller, role, `Making ${role} the default role`);
}

/** Path segments below /api/sso that a slug would conflict with. */
const reservedSlugs = new Set(["callback", "token", "device"]);

export async function createOrg(tx: Transaction, draft: { slug: string; name: string }): Promise<OrgRow> {
  await requireFreeSlug(tx, draft.slug, undefined);
  try {
    return await insertOrg(tx, { id: newId(), ...draft });
  } catch (error) {
    throw isViolationOf(error, "orgs_slug_key") ? slugTaken(draft.slug) : error;
  }
}

/** Until the transaction ends, no other org can take the slug. An org may return to a former slug of its own. */
export async function requireFreeSlug(tx: Transaction, slug: string, orgId: string | undefined): Promise<void> {
  if (reservedSlugs.has(slug)) {
    throw invalidField("#/slug", `The slug ${slug} is reserved. Choose another.`);
  }
  await lockSlugs(tx);
  const owner = await findOrgBySlug(tx, slug);
  if (owner !== undefined && owner.id !== orgId) {
    throw owner.slug === slug
      ? slugTaken(slug)
      : conflict(`The slug ${slug} is a former slug of ${owner.slug}. Choose another, or give it up there first.`);
  }
}

function slugTaken(slug: string): Problem {
  return conflict(`The organization ${slug} already exists.`);
}

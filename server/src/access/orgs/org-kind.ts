import type { updateOrg as updateOrgOperation } from "@weft/contract";
import type { z } from "zod";
import type { ChangeableKind } from "../../kinds/entity-kind.ts";
import type { Database } from "../../platform/database/database.ts";
import type { SignOnServices } from "../access-services.ts";
import { announceAccess } from "../administration.ts";
import type { Caller } from "../caller.ts";
import { requireRight } from "../decide.ts";
import { findOrg, lockOrg, type OrgRow } from "../org-store.ts";
import { checkIssuer } from "../sign-on/sign-on-settings.ts";
import { findSignOn, type SignOnRow } from "../sign-on-store.ts";
import { updateOrg } from "./change-org.ts";

export interface OutboundAddresses {
  /** The source addresses that the operator bound outbound calls to. */
  readonly egressAddresses: readonly string[];
}

type Update = z.output<typeof updateOrgOperation.body>;

/** The org of the caller: every caller may read it, administrators change it. */
export function orgKind(
  services: Pick<SignOnServices, "bus" | "secrets" | "outboundAllowedRanges"> & OutboundAddresses,
): ChangeableKind<Update> {
  const { bus, secrets, outboundAllowedRanges, egressAddresses } = services;
  const presented = (org: OrgRow, signOn: SignOnRow | undefined) => ({ ...presentOrg(org, signOn), egressAddresses });
  const presentFound = async (db: Database, caller: Caller, org: OrgRow | undefined) =>
    org && presented(org, caller.isAdministrator ? await findSignOn(db, org.id) : undefined);
  return {
    name: "org",
    hasHistory: true,
    audit: { as: "org", secretFields: ["sso.clientSecret"], separately: { sso: "sign-on.update" } },
    shapesWrites: false,
    requireRight: (caller, verb, id) => void requireRight(caller, verb, { typePath: "org" }, id),
    find: async (db, caller, id) => presentFound(db, caller, await findOrg(db, id)),
    lock: async (tx, caller, id) => presentFound(tx, caller, await lockOrg(tx, id)),
    async prepareUpdate(body) {
      if (body.sso !== undefined && body.sso !== null) {
        await checkIssuer(body.sso.issuer, outboundAllowedRanges);
      }
      return body;
    },
    async update(tx, caller, { before, body }) {
      const changed = await updateOrg(tx, secrets, caller, body);
      return changed === undefined ? before : presented(changed.org, changed.signOn);
    },
    announce: () => announceAccess(bus),
  };
}

function presentOrg(org: OrgRow, signOn: SignOnRow | undefined) {
  return {
    id: org.id,
    entityType: "org",
    slug: org.slug,
    name: org.name,
    timeZone: org.time_zone,
    sso: signOn === undefined ? null : presentSignOn(signOn),
    retention: org.retention,
    auditRetentionDays: org.audit_retention_days,
    dataRetention: org.data_retention,
    keyLifetimeDays: org.key_lifetime_days,
    createdOn: org.created_on.toISOString(),
    updatedOn: org.updated_on.toISOString(),
    version: org.version,
  };
}

function presentSignOn(signOn: SignOnRow) {
  return {
    issuer: signOn.issuer,
    clientId: signOn.client_id,
    hasClientSecret: signOn.client_secret !== null,
    defaultRole: signOn.default_role,
    emailDomains: [...signOn.email_domains],
    isRequired: signOn.is_required,
  };
}

import type { updateOrg as updateOrgOperation } from "@weft/contract";
import type { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import { announceAccess } from "../administration.ts";
import type { Caller } from "../caller.ts";
import { requireRight } from "../decide.ts";
import type { ChangeableKind } from "../entity-kind.ts";
import { checkIssuer } from "../sign-on/check-issuer.ts";
import type { SignOnServices } from "../sign-on/sign-on-services.ts";
import { findSignOn, type SignOnRow } from "../sign-on/sign-on-store.ts";
import { findOrg, lockOrg, type OrgRow } from "./org-store.ts";
import { updateOrg } from "./update-org.ts";

type Update = z.output<typeof updateOrgOperation.body>;

/** The org of the caller: everybody may read it, administrators change it. */
export function orgKind(
  services: Pick<SignOnServices, "bus" | "secrets" | "outboundAllowedRanges">,
): ChangeableKind<Update> {
  const { bus, secrets, outboundAllowedRanges } = services;
  return {
    name: "org",
    hasHistory: true,
    shapesEntities: false,
    requireRight: (caller, verb, id) => void requireRight(caller, verb, { typePath: "org" }, id),
    find: async (db, caller, id) => presentFound(db, caller, await findOrg(db, id)),
    lock: async (tx, caller, id) => presentFound(tx, caller, await lockOrg(tx, id)),
    async prepareUpdate(body) {
      if (body.sso !== undefined && body.sso !== null) {
        await checkIssuer(body.sso.issuer, outboundAllowedRanges);
      }
      return body;
    },
    async update(tx, _caller, { before, body }) {
      const changed = await updateOrg(tx, secrets, before.id, body);
      return changed === undefined ? before : presentOrg(changed.org, changed.signOn);
    },
    announce: () => announceAccess(bus),
  };
}

async function presentFound(db: Database, caller: Caller, org: OrgRow | undefined) {
  if (org === undefined) {
    return undefined;
  }
  return presentOrg(org, caller.isAdministrator ? await findSignOn(db, org.id) : undefined);
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
  };
}

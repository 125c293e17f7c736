import { getOrg, updateOrg as updateOrgOperation } from "@weft/contract";
import { notFound } from "../../errors.ts";
import { type Route, routesFor } from "../../platform/http/route.ts";
import { changeAccess, entityTag, expectedVersion } from "../administration.ts";
import type { Caller } from "../caller.ts";
import { requireRight } from "../decide.ts";
import { checkIssuer } from "../sign-on/check-issuer.ts";
import type { SignOnServices } from "../sign-on/sign-on-services.ts";
import { findSignOn, type SignOnRow } from "../sign-on/sign-on-store.ts";
import { findOrg, type OrgRow } from "./org-store.ts";
import { updateOrg } from "./update-org.ts";

const route = routesFor<Caller>();
const target = { typePath: "org" };

export function orgRoutes(services: SignOnServices): Route[] {
  const { db, secrets, outboundAllowedRanges } = services;
  return [
    route(getOrg, async ({ caller }) => {
      requireRight(caller, "read", target, caller.org.id);
      const org = await findOrg(db, caller.org.id);
      if (org === undefined) {
        throw notFound("org", caller.org.id);
      }
      const signOn = caller.isAdministrator ? await findSignOn(db, org.id) : undefined;
      return { status: 200, headers: entityTag(org.version), body: presentOrg(org, signOn) };
    }),
    route(updateOrgOperation, async ({ caller, body, request }) => {
      requireRight(caller, "update", target, caller.org.id);
      if (body.sso !== undefined && body.sso !== null) {
        await checkIssuer(body.sso.issuer, outboundAllowedRanges);
      }
      const change = { ...body, expectedVersion: expectedVersion(request.headers) };
      const { org, signOn } = await changeAccess(services, (tx) => updateOrg(tx, secrets, caller.org.id, change));
      return { status: 200, headers: entityTag(org.version), body: presentOrg(org, signOn) };
    }),
  ];
}

function presentOrg(org: OrgRow, signOn: SignOnRow | undefined) {
  return {
    id: org.id,
    entityType: "org" as const,
    slug: org.slug,
    name: org.name,
    timeZone: org.time_zone,
    sso: signOn === undefined ? null : presentSignOn(signOn),
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

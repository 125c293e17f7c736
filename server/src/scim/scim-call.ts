import type { AccessServices } from "../access/access-services.ts";
import { originOf, type RequestOrigin } from "../access/audit/audit-log.ts";
import type { Caller } from "../access/caller.ts";
import { decide } from "../access/decide.ts";
import { isBuiltInRole } from "../access/grants.ts";
import { hasRole } from "../access/role-store.ts";
import { findSignOn } from "../access/sign-on-store.ts";
import { writerOfCaller } from "../entities/model/write-request.ts";
import type { KindCall, KindServices } from "../kinds/kind-verbs.ts";
import { forbidden } from "../platform/errors.ts";

export type ScimServices = KindServices & AccessServices;

/** A request after the gatekeeper, with its parts as sent. */
export interface ScimCall {
  readonly caller: Caller;
  readonly request: RequestOrigin;
  /** The base URL of resources, such as https://weft.example/api/scim/v2. */
  readonly baseUrl: string;
  readonly id: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
}

/** Rejected before any lookup: a client that may not provision learns only that, and nothing about users. */
export function requireProvisioner(caller: Caller): void {
  const isAllowed = ["user", "role"].every((typePath) => decide(caller, "read", { typePath }).isAllowed);
  if (!isAllowed) {
    throw forbidden(
      "SCIM requires a credential with administrator permissions, such as a token with the preset admin.",
    );
  }
}

/** For the operations on users and roles, which check rights, record and notify as for every other caller. */
export function kindCallOf({ caller, request }: ScimCall, isDryRun = false): KindCall {
  const writer = writerOfCaller(caller, request);
  return { caller, writer, origin: originOf(request), isForced: false, isDryRun, expectedVersion: undefined };
}

/** The role of users who are created without one. */
export const defaultRole = "viewer";

/** The role of a user who is in no group. */
export async function fallbackRole({ db }: ScimServices, orgId: string): Promise<string> {
  const role = (await findSignOn(db, orgId))?.default_role ?? defaultRole;
  // It may have been deleted since it was set.
  return isBuiltInRole(role) || (await hasRole(db, orgId, role)) ? role : defaultRole;
}

import type { Database } from "../platform/database/database.ts";
import { Problem } from "../platform/problem.ts";
import { findOrg, type OrgRow } from "./org-store.ts";

/** Why the operator has suspended an org, and since when. */
export interface Suspension {
  readonly since: Date;
  readonly reason: string;
}

export function suspensionOf(org: Pick<OrgRow, "suspended_on" | "suspension_reason">): Suspension | undefined {
  return org.suspended_on === null ? undefined : { since: org.suspended_on, reason: org.suspension_reason ?? "" };
}

/** Only for callers who have proven that they belong to the org: others must not learn that it is suspended. */
export function requireNotSuspended(suspension: Suspension | undefined): void {
  if (suspension !== undefined) {
    const suspendedOn = suspension.since.toISOString();
    throw new Problem(
      "org-suspended",
      `The operator suspended this organization on ${suspendedOn}. Ask the operator to resume it. Reason: ${suspension.reason}`,
      { members: { reason: suspension.reason, suspendedOn } },
    );
  }
}

/** For requests that prove themselves otherwise than with a credential: with the secret of a webhook, or a signed link. */
export async function requireActiveOrg(
  db: Database,
  orgId: string,
  identify: (org: Pick<OrgRow, "slug">) => void,
): Promise<void> {
  const org = await findOrg(db, orgId);
  if (org !== undefined) {
    identify(org);
    requireNotSuspended(suspensionOf(org));
  }
}

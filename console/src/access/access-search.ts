import { type QuickRange, timesOf } from "../changes/change-filters.ts";
import type { KeyFilter } from "./key-status.ts";

export interface KeysSearch {
  readonly view?: "apps" | "users" | "tokens" | undefined;
  readonly show?: KeyFilter | undefined;
  readonly q?: string | undefined;
}

export interface UsersSearch {
  readonly q?: string | undefined;
  /** Only users with this role. */
  readonly role?: string | undefined;
}

export interface RolesSearch {
  readonly q?: string | undefined;
}

export interface LimitsSearch {
  readonly days?: "1" | "7" | "30" | "90" | undefined;
}

/** The address parameters of the page. */
export interface AuditSearchParams {
  readonly action?: string | undefined;
  readonly outcome?: string | undefined;
  readonly actorId?: string | undefined;
  readonly targetId?: string | undefined;
  readonly range?: QuickRange | undefined;
}

const endOfTime = "9999-12-31";

/** The filters as the service accepts them. */
export function auditCriteria({ range, ...filters }: AuditSearchParams, nowMs: number): Record<string, string> {
  const { from } = timesOf({ range }, nowMs);
  const all = { ...filters, createdOn: from === undefined ? undefined : `BETWEEN ${from} and ${endOfTime}` };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

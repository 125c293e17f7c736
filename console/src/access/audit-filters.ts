import { type QuickRange, timesOf } from "../changes/change-times.ts";

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

import { auditRetentionDaysMin, dataRetentionLimits, getRetention, type RetainedData } from "@weft/contract";
import type { Caller } from "../access/caller.ts";
import { requireRight } from "../access/decide.ts";
import { findOrg, type OrgRow } from "../access/org-store.ts";
import type { Database } from "../platform/database/database.ts";
import { dayMs } from "../platform/durations.ts";
import { notFound } from "../platform/errors.ts";
import { type Route, routesFor } from "../platform/http/route.ts";
import { findNextRuns } from "../platform/jobs/job-store.ts";
import { oldLoadsTask, unusedFilesTask } from "./retention-jobs.ts";

const route = routesFor<Caller>();

interface RetentionServices {
  readonly db: Database;
  /** The operator's default. */
  readonly auditRetentionDays: number;
}

const tasks = {
  "change-history": "forget-changes",
  "audit-log": "expire-audit-logs",
  runs: "forget-processes",
  deliveries: "forget-old-deliveries",
  loads: oldLoadsTask,
  "unused-files": unusedFilesTask,
} as const;

interface Kept {
  readonly data: keyof typeof tasks;
  readonly entityType?: string;
  readonly days: number | null;
  readonly isDefault: boolean;
  readonly minDays: number;
  readonly setting: string;
}

/** How long the data of the caller's org is kept. Readable for all of its callers, as the org is. */
export function retentionRoutes({ db, auditRetentionDays }: RetentionServices): Route[] {
  return [
    route(getRetention, async ({ caller }) => {
      requireRight(caller, "read", { typePath: "org" }, caller.org.id);
      const org = await findOrg(db, caller.org.id);
      if (org === undefined) {
        throw notFound("org", caller.org.id);
      }
      const nextRuns = await findNextRuns(db, Object.values(tasks));
      const results = retentionOf(org, auditRetentionDays).map((kept) => ({
        ...kept,
        expiresBefore: kept.days === null ? null : new Date(Date.now() - kept.days * dayMs).toISOString(),
        nextRunOn: nextRuns.get(tasks[kept.data])?.toISOString() ?? null,
      }));
      return { status: 200, body: { results } };
    }),
  ];
}

function retentionOf(org: OrgRow, auditDefault: number): Kept[] {
  const history = { data: "change-history", minDays: 1, setting: "retention" } as const;
  const ofTypes = Object.entries(org.retention).map(
    ([entityType, days]): Kept => ({ ...history, entityType, days, isDefault: false }),
  );
  return [
    ...ofTypes,
    { ...history, days: null, isDefault: true },
    {
      data: "audit-log",
      days: org.audit_retention_days ?? auditDefault,
      isDefault: org.audit_retention_days === null,
      minDays: auditRetentionDaysMin,
      setting: "auditRetentionDays",
    },
    dataOf(org, "runs", "runs"),
    dataOf(org, "deliveries", "deliveries"),
    dataOf(org, "loads", "loads"),
    dataOf(org, "unused-files", "unusedFiles"),
  ];
}

function dataOf({ data_retention }: OrgRow, data: Kept["data"], name: RetainedData): Kept {
  const { minDays, defaultDays } = dataRetentionLimits[name];
  const own = data_retention[name];
  return { data, days: own ?? defaultDays, isDefault: own === undefined, minDays, setting: `dataRetention.${name}` };
}

import type { OperationAnswer, Org, OrgUpdate } from "@weft/client";
import { dayMs } from "../ui/durations.ts";

/** How long one kind of data is kept, as the service reports it. */
export type KeptData = OperationAnswer<"get-retention">["results"][number];

/** The retention of change records by type, as edited. */
export interface RetentionRow {
  readonly entityType: string;
  readonly days: number | string;
}

/** The kinds of data with their own number of days, by the field of the organization that sets it. */
export const keptFields = ["auditRetentionDays", "runs", "deliveries", "loads", "unusedFiles"] as const;
export type KeptField = (typeof keptFields)[number];

/** An empty text means the default. */
export interface RetentionValues extends Readonly<Record<KeptField, number | string>> {
  readonly types: readonly RetentionRow[];
}

export const keptLabels: Readonly<Record<KeptField, string>> = {
  auditRetentionDays: "Audit log",
  runs: "Runs that have ended",
  deliveries: "Webhook deliveries",
  loads: "Loads that have ended",
  unusedFiles: "Unused files",
};

/** null: kept forever. Undefined: the operator sets it. */
const defaultDays: Readonly<Record<KeptField, number | null | undefined>> = {
  auditRetentionDays: undefined,
  runs: 90,
  deliveries: 30,
  loads: null,
  unusedFiles: null,
};

const dataOfField: Readonly<Record<KeptField, KeptData["data"]>> = {
  auditRetentionDays: "audit-log",
  runs: "runs",
  deliveries: "deliveries",
  loads: "loads",
  unusedFiles: "unused-files",
};

const daysMax = 36_500;

type RetentionOfOrg = Pick<Org, "retention" | "auditRetentionDays" | "dataRetention">;

export function retentionValues({ retention, auditRetentionDays, dataRetention }: RetentionOfOrg): RetentionValues {
  const { runs = "", deliveries = "", loads = "", unusedFiles = "" } = dataRetention;
  return {
    types: Object.entries(retention).map(([entityType, days]) => ({ entityType, days })),
    auditRetentionDays: auditRetentionDays ?? "",
    ...{ runs, deliveries, loads, unusedFiles },
  };
}

/** The update to send: missing types are removed, and no types at all keeps everything forever. */
export function retentionUpdate(
  before: RetentionOfOrg,
  { types, auditRetentionDays, runs, deliveries, loads, unusedFiles }: RetentionValues,
): OrgUpdate {
  const removed = Object.keys(before.retention).map((entityType) => [entityType, null] as const);
  const kept = types.map(({ entityType, days }) => [entityType, Number(days)] as const);
  return {
    retention: types.length === 0 ? null : Object.fromEntries([...removed, ...kept]),
    auditRetentionDays: daysOrDefault(auditRetentionDays),
    dataRetention: {
      runs: daysOrDefault(runs),
      deliveries: daysOrDefault(deliveries),
      loads: daysOrDefault(loads),
      unusedFiles: daysOrDefault(unusedFiles),
    },
  };
}

function daysOrDefault(value: number | string): number | null {
  return value === "" ? null : Number(value);
}

export function findRetentionError(rows: readonly RetentionRow[]): string | undefined {
  const types = rows.map(({ entityType }) => entityType);
  const twice = types.find((entityType, place) => types.indexOf(entityType) !== place);
  if (types.includes("")) return "Select a type in every row.";
  if (twice !== undefined) return `${twice} is listed twice.`;
  return rows.some(({ days }) => !isWithin(days, 1)) ? "Enter whole days from 1 to 36,500." : undefined;
}

/** The minimum is that of the service. */
export function findDaysError(value: number | string, minDays: number): string | undefined {
  return value === "" || isWithin(value, minDays) ? undefined : `Enter whole days from ${minDays} to 36,500.`;
}

function isWithin(days: number | string, minDays: number): boolean {
  return Number.isInteger(days) && Number(days) >= minDays && Number(days) <= daysMax;
}

/** null: kept forever. Undefined: the operator's default, while the service does not report it. */
export function effectiveDays(
  field: KeptField,
  value: number | string,
  row: KeptData | undefined,
): number | null | undefined {
  if (value !== "") return Number(value);
  return row?.isDefault === true ? row.days : defaultDays[field];
}

export function keptDataOf(field: KeptField, results: readonly KeptData[]): KeptData | undefined {
  return results.find(({ data }) => data === dataOfField[field]);
}

/** What the next run of a job deletes because of the new values. */
export interface ExpiringData {
  readonly label: string;
  /** Undefined: only the service knows. */
  readonly expiresBefore: Date | undefined;
  readonly nextRunOn: string | null;
}

/** The data whose retention becomes shorter. */
export function findExpiring(results: readonly KeptData[], values: RetentionValues, now: number): ExpiringData[] {
  const changes = results.filter(({ data }) => data === "change-history");
  const nextRunOn = changes[0]?.nextRunOn ?? null;
  const ofTypes = values.types
    .map(({ entityType, days }) => ({ entityType, days: Number(days) }))
    .filter(({ entityType, days }) => {
      const before = changes.find((row) => row.entityType === entityType)?.days ?? null;
      return before === null || days < before;
    })
    .map(({ entityType, days }) => ({
      label: `Changes: ${entityType}`,
      expiresBefore: new Date(now - days * dayMs),
      nextRunOn,
    }));
  const ofFields = keptFields.flatMap((field) => {
    const row = keptDataOf(field, results);
    const days = effectiveDays(field, values[field], row);
    return row === undefined || !isShorter(days, row)
      ? []
      : [
          {
            label: keptLabels[field],
            expiresBefore: typeof days === "number" ? new Date(now - days * dayMs) : undefined,
            nextRunOn: row.nextRunOn,
          },
        ];
  });
  return [...ofTypes, ...ofFields];
}

function isShorter(days: number | null | undefined, before: KeptData): boolean {
  // The operator's default may be.
  if (days === undefined) return true;
  return days !== null && (before.days === null || days < before.days);
}

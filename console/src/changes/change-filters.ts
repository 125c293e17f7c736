import { readChoice, readText } from "../ui/read-search.ts";
import { type QuickRange, quickRanges, timesOf } from "./change-times.ts";

export const changeActions = ["create", "update", "delete"] as const;
export const changeSources = ["api", "console", "loader", "workflow", "cli", "mcp"] as const;

export type ChangeAction = (typeof changeActions)[number];
export type ChangeSource = (typeof changeSources)[number];

/** The filters, as they are in the address. */
export interface ChangeFilters {
  /** A kind such as item, or a type path such as item:product with its subtypes. */
  readonly entityType?: string | undefined;
  readonly entityReference?: string | undefined;
  readonly action?: ChangeAction | undefined;
  /** The slug of a property that was changed. */
  readonly changed?: string | undefined;
  readonly createdById?: string | undefined;
  readonly source?: ChangeSource | undefined;
  readonly changeSetId?: string | undefined;
  readonly range?: QuickRange | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly live?: true | undefined;
}

export function readChangeFilters(search: Record<string, unknown>): ChangeFilters {
  return {
    entityType: readText(search["entityType"]),
    entityReference: readText(search["entityReference"]),
    action: readChoice(search["action"], changeActions),
    changed: readText(search["changed"]),
    createdById: readText(search["createdById"]),
    source: readChoice(search["source"], changeSources),
    changeSetId: readText(search["changeSetId"]),
    range: readChoice(search["range"], quickRanges),
    from: readText(search["from"]),
    to: readText(search["to"]),
    live: search["live"] === true ? true : undefined,
  };
}

/** The criteria of a search. The source is not among them: the service cannot filter by it, so the page does. */
export function criteriaOf(filters: ChangeFilters, nowMs: number): Record<string, string> {
  const { from, to } = timesOf(filters, nowMs);
  const hasTimes = from !== undefined || to !== undefined;
  return {
    ...criteriaWithoutTimes(filters),
    ...(hasTimes ? { createdOn: `BETWEEN ${from ?? beginning} and ${to ?? endOfTime}` } : {}),
  };
}

const beginning = "1970-01-01T00:00:00.000Z";
const endOfTime = "9999-12-31T23:59:59.999Z";

/** For live mode, whose changes are always within the times. */
export function criteriaWithoutTimes(filters: ChangeFilters): Record<string, string> {
  const { entityType, entityReference, action, changed, createdById, changeSetId } = filters;
  const given = {
    ...(entityType?.includes(":") === true ? { typePath: entityType } : { entityType }),
    ...{ entityReference, action, changed, createdById, changeSetId },
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

/** The number of active filters, shown while they are collapsed. */
export function countFilters({ live: _, from, to, ...filters }: ChangeFilters): number {
  const isExact = from !== undefined || to !== undefined;
  return Object.values(filters).filter((value) => value !== undefined).length + (isExact ? 1 : 0);
}

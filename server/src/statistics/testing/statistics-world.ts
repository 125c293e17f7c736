import type { OrgRow } from "../../access/org-store.ts";
import { sql } from "../../platform/database/sql.ts";
import { type BuiltKey, buildKey, buildOrg, type KeyInput } from "../../testing/builders.ts";
import type { TestAnswer, TestService } from "../../testing/test-service.ts";

type Query = Readonly<Record<string, string>>;

/** A separate org whose charts are tested. */
export interface StatisticsWorld {
  readonly org: OrgRow;
  readonly key: BuiltKey;
  readonly chart: (name: string, query?: Query, key?: BuiltKey) => Promise<TestAnswer>;
  readonly keyWith: (input: KeyInput) => Promise<BuiltKey>;
}

export async function buildStatisticsWorld(service: TestService, timeZone = "UTC"): Promise<StatisticsWorld> {
  const org = await buildOrg(service);
  await service.database.db.query(sql`update orgs set time_zone = ${timeZone} where id = ${org.id}`);
  const key = await buildKey(service, org);
  return {
    org,
    key,
    chart: (name, query = {}, by = key) =>
      service.call("GET", `/statistics/${name}?${new URLSearchParams(query)}`, { headers: by.headers }),
    keyWith: (input) => buildKey(service, org, input),
  };
}

/** The values of a chart by series key. */
export function valuesOf({ body }: TestAnswer): Record<string, (number | null)[]> {
  const series: { key: string; points: { value: number | null }[] }[] = body.series;
  return Object.fromEntries(series.map(({ key, points }) => [key, points.map(({ value }) => value)]));
}

/** The times of a chart, which all of its series share. */
export function timesOf({ body }: TestAnswer): string[] {
  const series: { points: { at: string }[] }[] = body.series;
  const times = series.map(({ points }) => points.map(({ at }) => at));
  const [first = []] = times;
  if (times.some((other) => other.join() !== first.join())) {
    throw new Error("The series of a chart have different times.");
  }
  return first;
}

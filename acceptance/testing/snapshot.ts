import { sql } from "../../server/src/platform/database/sql.ts";
import type { TestDatabase } from "../../server/src/testing/test-database.ts";
import type { LoadClient } from "./load-client.ts";

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests check.
type Json = any;

const plurals = ["projects", "workspaces", "assortments", "colors", "size-range-templates", "items"] as const;
const pairPlurals = ["project-items", "assortment-items"] as const;
const ofTheMoment = new Set(["createdOn", "updatedOn", "createdById", "updatedById"]);

/**
 * Everything that loads created in an org, in a form that can be compared between orgs: names instead of ids, and no
 * times.
 */
export async function snapshot(client: LoadClient): Promise<Json> {
  const names = new Map<string, string>();
  const found: Record<string, Json[]> = {};
  for (const plural of plurals) {
    found[plural] = await client.all(plural);
    for (const { id, federatedId, identifier, name } of found[plural] ?? []) {
      names.set(id, `${plural}/${federatedId ?? identifier ?? name}`);
    }
  }
  for (const plural of pairPlurals) {
    found[plural] = await client.all(plural);
    for (const { id, itemId, assortmentId = "" } of found[plural] ?? []) {
      names.set(id, `${plural}/${names.get(assortmentId)}/${names.get(itemId)}`);
    }
  }
  const histories = await Promise.all((found["assortments"] ?? []).map(({ id }) => historyOf(client, id)));
  const reported = Object.entries(found).map(([plural, entities]) => [plural, describeAll(entities, names)]);
  return { ...Object.fromEntries(reported), histories: histories.sort() };
}

function describeAll(entities: readonly Json[], names: ReadonlyMap<string, string>): string[] {
  return entities.map((entity) => JSON.stringify(reportedOf(entity, names))).sort();
}

function reportedOf(value: Json, names: ReadonlyMap<string, string>): Json {
  if (Array.isArray(value)) {
    return value.map((one) => reportedOf(one, names));
  }
  if (typeof value !== "object" || value === null) {
    return names.get(value) ?? value;
  }
  const entries = Object.entries(value).filter(([key]) => !ofTheMoment.has(key));
  return Object.fromEntries(entries.sort().map(([key, one]) => [key, reportedOf(one, names)]));
}

async function historyOf(client: LoadClient, assortmentId: string): Promise<string> {
  const { name } = await client.call("GET", `/assortments/${assortmentId}`);
  const { results } = await client.call("GET", `/assortments/${assortmentId}/history`);
  const steps = results.map(({ adds, updates, deletes }: Record<string, number>) => [adds, updates, deletes]);
  return `${name} ${JSON.stringify(steps)}`;
}

export interface RecordedChanges {
  readonly entityType: string;
  readonly action: string;
  readonly changes: number;
  readonly entities: number;
}

/** The changes that a load recorded. If the numbers of changes and entities are equal, nothing was written twice. */
export function recordedBy({ db }: TestDatabase, changeSetId: string): Promise<RecordedChanges[]> {
  return db.query<RecordedChanges>(sql`
    select entity_type as "entityType", action, count(*) as changes, count(distinct entity_id) as entities
    from changes where change_set_id = ${changeSetId} group by 1, 2 order by 1, 2`);
}

import type { OrgRow } from "../../access/org-store.ts";
import { insertSeenTypes } from "../../entity-types/entity-type-store.ts";
import { type BuiltKey, buildKey, buildOrg, type KeyInput } from "../../testing/builders.ts";
import type { TestAnswer, TestService } from "../../testing/test-service.ts";
import { type BuiltChange, buildChanges, buildManyChanges, type ChangeInput } from "./change-builder.ts";

export type HistoryQuery = Readonly<Record<string, string | number | object>>;

/** An org with its own key, whose log is filled by tests. */
export interface ChangeWorld {
  readonly org: OrgRow;
  readonly key: BuiltKey;
  /** Requests the history. Objects are sent as JSON. */
  readonly history: (query?: HistoryQuery, key?: BuiltKey) => Promise<TestAnswer>;
  readonly add: (...inputs: ChangeInput[]) => Promise<BuiltChange[]>;
  readonly addMany: (count: number, from: string, entityType?: string) => Promise<void>;
  readonly keyWith: (input: KeyInput) => Promise<BuiltKey>;
}

export async function buildChangeWorld(service: TestService, input: KeyInput = {}): Promise<ChangeWorld> {
  const org = await buildOrg(service);
  const key = await buildKey(service, org, input);
  const { db } = service.database;
  // The type of the records that tests add, unless they say otherwise.
  await db.transaction((tx) => insertSeenTypes(tx, org.id, ["item:product"], key.id));
  return {
    org,
    key,
    history: (query = {}, by = key) =>
      service.call("GET", `/change-history?${toSearch(query)}`, { headers: by.headers }),
    add: (...inputs) => buildChanges(db, org.id, inputs),
    addMany: (count, from, entityType = "item") => buildManyChanges(db, org.id, count, { from, entityType }),
    keyWith: (other) => buildKey(service, org, other),
  };
}

export function toSearch(query: HistoryQuery): string {
  const entries = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    typeof value === "object" ? JSON.stringify(value) : String(value),
  ]);
  return new URLSearchParams(entries).toString();
}

/** The ids of the records in a response. */
export function idsOf(answer: TestAnswer): string[] {
  return answer.body.results.map(({ id }: { id: string }) => id);
}

export function cursorsOf(changes: readonly BuiltChange[]): string[] {
  return changes.map(({ cursor }) => cursor);
}

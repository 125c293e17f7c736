import { changeConsumerOperations } from "@weft/contract";
import type { Caller } from "../access/caller.ts";
import { findNamedActors } from "../access/user-store.ts";
import type { Database, PostgresDatabase } from "../platform/database/database.ts";
import { notFound } from "../platform/errors.ts";
import { type Route, routesFor } from "../platform/http/route.ts";
import { decodeTextKey, encodeTextKey } from "../platform/lists/page-key.ts";
import { consumerScopeOf, moveChangeConsumer } from "./change-consumer.ts";
import {
  type ChangeConsumerRow,
  deleteChangeConsumer,
  findChangeConsumer,
  listChangeConsumers,
} from "./change-consumer-store.ts";
import { encodeCursor, type Position, parseStart, recordsBetween } from "./change-cursor.ts";
import { findLogEnd } from "./change-history-store.ts";

const route = routesFor<Caller>();

export function changeConsumerRoutes(shared: PostgresDatabase): Route[] {
  return [
    route(changeConsumerOperations.list, async ({ caller, query }) => {
      const db = shared.ofOrg(caller.org.id);
      const scope = consumerScopeOf(caller);
      const after = nameAfter(query.nextPageKey);
      const rows = await listChangeConsumers(db, caller.org.id, scope, { after, limit: query.limit + 1 });
      const end = await findLogEnd(db, caller.org.id);
      const page = rows.slice(0, query.limit);
      const last = page.at(-1);
      const paging =
        rows.length > page.length && last !== undefined
          ? { nextPageKey: encodeTextKey(`${namePrefix}${last.name}`) }
          : {};
      return { status: 200, body: { results: await presentConsumers(db, caller.org.id, page, end), ...paging } };
    }),
    route(changeConsumerOperations.get, async ({ caller, params }) => {
      const db = shared.ofOrg(caller.org.id);
      const row = await findChangeConsumer(db, caller.org.id, consumerScopeOf(caller), params.name);
      if (row === undefined) {
        throw notFound("change consumer", params.name);
      }
      return { status: 200, body: await presentConsumer(db, caller.org.id, row, await findLogEnd(db, caller.org.id)) };
    }),
    route(changeConsumerOperations.put, async ({ caller, params, body }) => {
      const db = shared.ofOrg(caller.org.id);
      const cursor = body.cursor === undefined ? undefined : parseStart("#/cursor", body.cursor);
      const change = { name: params.name, cursor, ownerId: body.ownerId };
      const { row, end } = await db.transaction((tx) => moveChangeConsumer(tx, caller, change));
      return { status: 200, body: await presentConsumer(db, caller.org.id, row, end) };
    }),
    route(changeConsumerOperations.remove, async ({ caller, params: { name } }) => {
      const scope = consumerScopeOf(caller);
      const db = shared.ofOrg(caller.org.id);
      if (!(await db.transaction((tx) => deleteChangeConsumer(tx, caller.org.id, scope, name)))) {
        throw notFound("change consumer", name);
      }
      return { status: 204 };
    }),
  ];
}

async function presentConsumer(db: Database, orgId: string, row: ChangeConsumerRow, end: Position) {
  return presentRow(row, end, await ownerNames(db, orgId, [row]));
}

async function presentConsumers(db: Database, orgId: string, rows: readonly ChangeConsumerRow[], end: Position) {
  const names = await ownerNames(db, orgId, rows);
  return rows.map((row) => presentRow(row, end, names));
}

async function ownerNames(
  db: Database,
  orgId: string,
  rows: readonly ChangeConsumerRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(rows.flatMap(({ owner_id }) => (owner_id === null ? [] : [owner_id])));
  const actors = ids.size === 0 ? [] : await findNamedActors(db, orgId, [...ids]);
  return new Map(actors.map(({ id, name }) => [id, name]));
}

function presentRow(row: ChangeConsumerRow, end: Position, names: ReadonlyMap<string, string>) {
  const place = { sequence: row.sequence, stamp: row.stamp.getTime() };
  const ownerName = names.get(row.owner_id ?? "");
  return {
    name: row.name,
    cursor: encodeCursor(place),
    cursorTime: row.stamp.toISOString(),
    lag: Math.max(recordsBetween(row.sequence, end.sequence), 0),
    updatedOn: row.updated_on.toISOString(),
    ...(row.updated_by_id === null ? {} : { updatedById: row.updated_by_id }),
    ...(row.owner_id === null ? {} : { ownerId: row.owner_id }),
    ...(ownerName === undefined ? {} : { ownerName }),
  };
}

const namePrefix = "name:";

/** The name after which a page starts; empty for the first page. */
function nameAfter(key: string | undefined): string {
  return decodeTextKey(key, /^name:[A-Za-z0-9._-]{1,100}$/)?.slice(namePrefix.length) ?? "";
}

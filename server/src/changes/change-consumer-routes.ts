import { changeConsumerOperations } from "@weft/contract";
import type { Caller } from "../access/caller.ts";
import { notFound } from "../errors.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import { type Route, routesFor } from "../platform/http/route.ts";
import {
  type ChangeConsumerRow,
  deleteChangeConsumer,
  findChangeConsumer,
  listChangeConsumers,
} from "./change-consumer-store.ts";
import { encodeCursor, type Position, parseStart } from "./change-cursor.ts";
import { findLogEnd } from "./change-history-store.ts";
import { decodeNameKey, encodeNameKey } from "./consumer-page-key.ts";
import { moveChangeConsumer } from "./move-change-consumer.ts";

const route = routesFor<Caller>();

export function changeConsumerRoutes(db: PostgresDatabase): Route[] {
  return [
    route(changeConsumerOperations.list, async ({ caller, query }) => {
      requireFollower(caller, "list");
      const after = decodeNameKey(query.nextPageKey);
      const rows = await listChangeConsumers(db, caller.org.id, after, query.limit + 1);
      const end = await findLogEnd(db, caller.org.id);
      const page = rows.slice(0, query.limit);
      const last = page.at(-1);
      const paging = rows.length > page.length && last !== undefined ? { nextPageKey: encodeNameKey(last.name) } : {};
      return { status: 200, body: { results: page.map((row) => presentConsumer(row, end)), ...paging } };
    }),
    route(changeConsumerOperations.get, async ({ caller, params }) => {
      requireFollower(caller, params.name);
      const row = await findChangeConsumer(db, caller.org.id, params.name);
      if (row === undefined) {
        throw notFound("change consumer", params.name);
      }
      return { status: 200, body: presentConsumer(row, await findLogEnd(db, caller.org.id)) };
    }),
    route(changeConsumerOperations.put, async ({ caller, params, body }) => {
      requireFollower(caller, params.name);
      const cursor = parseStart("#/cursor", body.cursor);
      const change = { name: params.name, cursor, updatedById: caller.actor.id };
      const { row, end } = await db.transaction((tx) => moveChangeConsumer(tx, caller.org.id, change));
      return { status: 200, body: presentConsumer(row, end) };
    }),
    route(changeConsumerOperations.remove, async ({ caller, params }) => {
      requireFollower(caller, params.name);
      if (!(await db.transaction((tx) => deleteChangeConsumer(tx, caller.org.id, params.name)))) {
        throw notFound("change consumer", params.name);
      }
      return { status: 204 };
    }),
  ];
}

/** A token for one task's callbacks follows nothing. */
function requireFollower(caller: Caller, name: string): void {
  if (caller.taskId !== undefined) {
    throw notFound("change consumer", name);
  }
}

function presentConsumer(row: ChangeConsumerRow, end: Position) {
  const place = { sequence: row.sequence, stamp: row.stamp.getTime() };
  return {
    name: row.name,
    cursor: encodeCursor(place),
    cursorTime: row.stamp.toISOString(),
    lag: Math.max(end.sequence - row.sequence, 0),
    updatedOn: row.updated_on.toISOString(),
    ...(row.updated_by_id === null ? {} : { updatedById: row.updated_by_id }),
  };
}

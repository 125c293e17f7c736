import { setTimeout as delay } from "node:timers/promises";
import type { DatabaseAccess } from "../config/open-database.ts";
import { type Closure, closeForWrites, noteClosure } from "../platform/database/closure-store.ts";
import { PostgresDatabase } from "../platform/database/database.ts";
import { StartError } from "../platform/start-error.ts";
import { asNotOwned, whileClosed } from "./fill-database.ts";
import * as sessions from "./session-store.ts";

type Urls = Pick<DatabaseAccess, "connectionString" | "ownerConnectionString">;

/**
 * From the return on, no session of a node can write to the database. A run that continues ends no sessions: those of
 * nodes can only read, and clients would notice.
 */
export async function closeDatabase(urls: Urls, owner: PostgresDatabase, closure: Closure): Promise<void> {
  if (closure.isQuiet) {
    return;
  }
  try {
    await whileClosed(owner, (tx) => closeForWrites(tx, closure));
  } catch (error) {
    throw asNotOwned(error);
  }
  await endFormerSessions(urls, owner);
  await whileClosed(owner, (tx) => noteClosure(tx, { ...closure, isQuiet: true }));
}

const pollMs = 100;
/** For requests in progress. */
const graceMs = 5_000;
const patienceMs = 30_000;

/** Ends the sessions that still have the former setting: idle ones at once, others when they have had time to end. */
export async function endFormerSessions(urls: Urls, owner: PostgresDatabase): Promise<void> {
  const before = await sessions.readClock(owner);
  const began = Date.now();
  for (;;) {
    const isIdle = Date.now() - began < graceMs;
    await sessions.endSessions(owner, { before, isIdle });
    if (urls.connectionString !== urls.ownerConnectionString) {
      await endAsRole(urls.connectionString, { before, isIdle });
    }
    const left = await sessions.listSessions(owner, before);
    if (left.length === 0) {
      return;
    }
    if (Date.now() - began > patienceMs) {
      const names = left.map(({ pid, name }) => `${pid} (${name})`).join(", ");
      throw new StartError(`Sessions that may write cannot be ended: ${names}. End them, and run the command again.`);
    }
    await delay(pollMs);
  }
}

/** A role may end only its own sessions. */
async function endAsRole(connectionString: string, which: { before: string; isIdle: boolean }): Promise<void> {
  const db = new PostgresDatabase({ connectionString, connectionsMax: 1, applicationName: "weft-move" });
  try {
    await sessions.endSessions(db, which);
  } finally {
    await db.close();
  }
}

import { setTimeout as delay } from "node:timers/promises";
import type { DatabaseAccess } from "../config/open-database.ts";
import { type Closure, closeForWrites, noteClosure, openForWrites } from "../platform/database/closure-store.ts";
import { PostgresDatabase } from "../platform/database/database.ts";
import { newId } from "../platform/ids.ts";
import { StartError } from "../platform/start-error.ts";
import { asNotOwned, whileClosed } from "./fill-database.ts";
import * as sessions from "./session-store.ts";

type Urls = Pick<DatabaseAccess, "connectionString" | "ownerConnectionString">;

/**
 * From the return on, no session of a node can write to the database. A run that continues ends no sessions: those of
 * nodes can only read, and clients would notice.
 */
export async function closeToWriters(urls: Urls, owner: PostgresDatabase, closure: Closure): Promise<void> {
  if (closure.isQuiet) {
    return;
  }
  try {
    await whileClosed(owner, (tx) => closeForWrites(tx, closure));
    await setDefaults(owner, { isReadOnly: true });
  } catch (error) {
    throw asNotOwned(error);
  }
  await endFormerSessions(urls, owner);
  await whileClosed(owner, (tx) => noteClosure(tx, { ...closure, isQuiet: true }));
}

/** Lets nodes write again. */
export async function openToWriters(urls: Urls, owner: PostgresDatabase, closure: Closure): Promise<void> {
  // Also if this is interrupted, what was copied is out of date.
  const outdated = { ...closure, attemptId: newId(), isQuiet: false };
  await whileClosed(owner, async (tx) => {
    await noteClosure(tx, outdated);
    await openForWrites(tx);
  });
  await setDefaults(owner, { isReadOnly: false });
  await whileClosed(owner, (tx) => noteClosure(tx, { ...outdated, reason: null }));
  await endFormerSessions(urls, owner);
}

/** Citus copies the default of a database to the workers, unless it was made from a template. */
async function setDefaults(owner: PostgresDatabase, { isReadOnly }: { readonly isReadOnly: boolean }): Promise<void> {
  for (const server of await sessions.listServers(owner)) {
    if ((await sessions.isReadOnlyByDefault(owner, server)) !== isReadOnly) {
      await sessions.setDefaultOfWorker(owner, server, isReadOnly);
    }
    if ((await sessions.isReadOnlyByDefault(owner, server)) !== isReadOnly) {
      throw new StartError(
        `A worker has not received the default of the database. Run on each server: alter database … ${isReadOnly ? "set default_transaction_read_only = on" : "reset default_transaction_read_only"}. Then run the command again.`,
      );
    }
  }
}

/** Ends the sessions on all servers that still have the former setting. Each role sees and ends only its own. */
async function endFormerSessions(urls: Urls, owner: PostgresDatabase): Promise<void> {
  const { connectionString } = urls;
  const role = new PostgresDatabase({ connectionString, connectionsMax: 1, applicationName: sessions.moverName });
  try {
    for (const server of await sessions.listServers(owner)) {
      await endSessionsOf(server, [owner, role]);
    }
  } finally {
    await role.close();
  }
}

const pollMs = 100;
/** For requests in progress. */
const graceMs = 5_000;
const patienceMs = 30_000;

/** Ends idle sessions at once, and others when they have had time to end. */
async function endSessionsOf(
  server: sessions.Server,
  roles: readonly [PostgresDatabase, ...PostgresDatabase[]],
): Promise<void> {
  const before = await sessions.readClock(roles[0], server);
  const began = Date.now();
  for (;;) {
    const isIdle = Date.now() - began < graceMs;
    const left: string[] = [];
    for (const role of roles) {
      await sessions.endSessions(role, server, { before, isIdle });
      left.push(await sessions.listSessions(role, server, before));
    }
    const names = left.filter((name) => name !== "").join(", ");
    if (names === "") {
      return;
    }
    if (Date.now() - began > patienceMs) {
      throw new StartError(`Sessions that may write cannot be ended: ${names}. End them, and run the command again.`);
    }
    await delay(pollMs);
  }
}

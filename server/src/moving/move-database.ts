import { randomInt } from "node:crypto";
import { type DatabaseAccess, migrationsFolder } from "../config/open-database.ts";
import { type Closure, findClosure, noteClosure } from "../platform/database/closure-store.ts";
import { type Database, PostgresDatabase, type Transaction } from "../platform/database/database.ts";
import { listMigrations, newestOf } from "../platform/database/migration-files.ts";
import { newId } from "../platform/ids.ts";
import { maskUrl } from "../platform/parse-url.ts";
import { StartError } from "../platform/start-error.ts";
import { closeToWriters, openToWriters } from "./close-database.ts";
import { compareAll, copyAll, type MoveStep } from "./copy-all.ts";
import { requireKnownTables } from "./copy-tables.ts";
import { beginFilling, endFilling, prepareSchemaOf, readSchemaNumber, whileClosed } from "./fill-database.ts";
import { moverName, readEncoding, releaseLock, takeLock } from "./session-store.ts";

export interface MoveOptions {
  readonly source: Pick<DatabaseAccess, "connectionString" | "ownerConnectionString">;
  readonly targetUrl: string;
  /** Called once everything is checked, before the source is closed. */
  readonly onBegin: () => Promise<void>;
  readonly onStep: (step: MoveStep) => void;
}

/**
 * Copies all rows to another database and compares them, while the nodes on the source serve reads. After an
 * interruption it continues when it is run again.
 */
export async function moveDatabase(options: MoveOptions): Promise<void> {
  const { source, targetUrl, onStep } = options;
  await withSession(source.ownerConnectionString, (from) =>
    withSession(targetUrl, async (to) => {
      const closure = await closeBoth(options, from, to);
      await copyAll(from, to, onStep);
      await compareAll(from, to, onStep);
      await whileClosed(from, async (tx) => {
        await requireStillClosed(tx, closure);
        await noteClosure(tx, { ...closure, reason: "moved", isQuiet: true });
      });
      await endFilling(to);
    }),
  );
}

/** Lets nodes write to the source again. Returns whether the move had ended, so that the target is complete. */
export async function cancelMove(
  source: MoveOptions["source"],
  { evenIfMoved }: { readonly evenIfMoved: boolean },
): Promise<boolean> {
  return withSession(source.ownerConnectionString, async (from) => {
    if (!(await takeLock(from, moveLock))) {
      throw new StartError("The move is running. Stop that command first, and then cancel the move.");
    }
    const closure = await findClosure(from);
    if (closure?.reason !== "moving" && closure?.reason !== "moved") {
      throw new StartError("This database is not being moved. Nothing was changed.");
    }
    if (closure.reason === "moved" && !evenIfMoved) {
      throw new StartError(
        `The service has moved to ${closure.place}. What was written there is not in this database. To use this one again, stop all nodes on the other one, and add --yes.`,
      );
    }
    await openToWriters(source, from, closure);
    return closure.reason === "moved";
  });
}

/** A single connection, so that its locks last as long as it does. */
async function withSession<Result>(url: string, work: (db: PostgresDatabase) => Promise<Result>): Promise<Result> {
  const db = new PostgresDatabase({ connectionString: url, connectionsMax: 1, applicationName: moverName });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Checks everything first: a target that cannot be used must not stop writes. */
async function closeBoth(options: MoveOptions, from: PostgresDatabase, to: PostgresDatabase): Promise<Closure> {
  const { source, targetUrl, onBegin, onStep } = options;
  await requireTurn(from, to);
  await requireEncoding(to);
  const before = await findClosure(from);
  const schema = await requireSource(from, before);
  const isResumed = before?.reason === "moving" || before?.reason === "moved";
  const closure: Closure = {
    reason: "moving",
    moveId: before?.moveId ?? newId(),
    attemptId: isResumed ? before.attemptId : newId(),
    place: maskUrl(targetUrl),
    isQuiet: isResumed && before.isQuiet,
  };
  if (before?.reason === "moved" && (await findClosure(to))?.attemptId !== before.attemptId) {
    throw new StartError(
      `The service has moved to ${before.place} already. To use this database again, run: weft admin move --cancel --yes`,
    );
  }
  await beginFilling(to, {
    purpose: { ...closure, reason: "incomplete", place: maskUrl(source.connectionString) },
    prepareSchema: () => prepareSchemaOf(to, targetUrl, schema),
  });
  if (!isResumed) {
    await onBegin();
  }
  await closeToWriters(source, from, closure);
  onStep({ kind: "closed" });
  return closure;
}

// Any number, as long as every run uses the same.
export const moveLock = 7_461_003;

/** Locks are of one database: a lock of the source that is taken in the target means that both are the same. */
async function requireTurn(from: PostgresDatabase, to: PostgresDatabase): Promise<void> {
  const probe = randomInt(1_000_000_000, 2_000_000_000);
  await takeLock(from, probe);
  if (!(await takeLock(to, probe))) {
    throw new StartError("The target is the database that is to be moved. Name another one.");
  }
  await releaseLock(to, probe);
  if (!(await takeLock(from, moveLock)) || !(await takeLock(to, moveLock))) {
    throw new StartError("Another weft admin move is running on one of the databases. Wait for it to end.");
  }
}

/** The lock and the closure are lost if an operator ends the session, and cancels the move or starts another. */
async function requireStillClosed(from: Transaction, { attemptId }: Closure): Promise<void> {
  const now = await findClosure(from);
  if (!(await takeLock(from, moveLock)) || now?.reason == null || now.attemptId !== attemptId) {
    throw new StartError("The move was canceled meanwhile. The copy is incomplete: drop it.");
  }
}

async function requireEncoding(to: Database): Promise<void> {
  const encoding = await readEncoding(to);
  if (encoding !== "UTF8") {
    throw new StartError(
      `The target has the encoding ${encoding}. Nothing was changed. Create a database with: create database <name> encoding 'UTF8' template template0`,
    );
  }
}

async function requireSource(from: PostgresDatabase, closure: Closure | undefined): Promise<number> {
  if (closure?.reason === "incomplete") {
    throw new StartError("This database is incomplete itself: a move or a restore to it has not ended.");
  }
  const schema = await readSchemaNumber(from);
  const own = newestOf(await listMigrations(migrationsFolder));
  if (schema === 0) {
    throw new StartError("This database has no schema: there is nothing to move. Check DATA_DIR or DATABASE_URL.");
  }
  if (schema > own) {
    throw new StartError(
      `This database has schema version ${schema}, and this release supports ${own}. Use the release of the nodes.`,
    );
  }
  // Found before writes are refused.
  await requireKnownTables(from);
  return schema;
}

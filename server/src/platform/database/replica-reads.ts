import { setTimeout as delay } from "node:timers/promises";
import type { Budget } from "../budgets/budget.ts";
import { errorCodeOf } from "../error-code.ts";
import { Problem } from "../problem.ts";
import type { BoundedDatabase, Database, PostgresDatabase, Transaction } from "./database.ts";
import { oneRow, type SqlStatement, sql } from "./sql.ts";
import { isStatementTimeout } from "./unavailable.ts";

/** What reads need: a single statement, or several in one snapshot. */
export interface ReadingDatabase extends BoundedDatabase {
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
}

/** Chooses where to read the rows of an organization, by the maximum age of a result. */
export interface Reads {
  forAge(orgId: string, ageMsMax: number): ReadingDatabase;
  /** The maximum age of the replica's results; undefined without a replica. */
  ageMs(): number | undefined;
  close(): Promise<void>;
}

/** Without a replica everything is read from the primary. */
export function primaryReads(primary: PostgresDatabase): Reads {
  return { forAge: (orgId) => primary.ofOrg(orgId), ageMs: () => undefined, close: async () => {} };
}

const measureEveryMs = 250;
const marksMax = 1_000;

/**
 * Reads from a replica while it is known to be fresh enough. Its freshness is measured: the end of the primary's WAL at
 * a point in time, and whether the replica has replayed that far. So a replica that hangs becomes stale automatically.
 */
export class ReplicaReads implements Reads {
  readonly #primary: PostgresDatabase;
  readonly #replica: PostgresDatabase;
  readonly #stopping = new AbortController();
  readonly #measuring: Promise<void>;
  #marks: { readonly at: number; readonly position: number }[] = [];
  /** The replica has everything written until then. */
  #freshUntil = Number.NEGATIVE_INFINITY;

  constructor(primary: PostgresDatabase, replica: PostgresDatabase) {
    this.#primary = primary;
    this.#replica = replica;
    this.#measuring = this.#keepMeasuring();
  }

  forAge(orgId: string, ageMsMax: number): ReadingDatabase {
    return this.ageMs() <= ageMsMax ? this.#orPrimary : this.#primary.ofOrg(orgId);
  }

  ageMs(): number {
    return performance.now() - this.#freshUntil;
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#measuring;
    await this.#replica.close();
  }

  readonly #orPrimary: ReadingDatabase = {
    query: <Row extends object>(statement: SqlStatement) => this.#read((db) => db.query<Row>(statement)),
    queryWithin: <Row extends object>(statement: SqlStatement, budget: Budget) => {
      const before = budget.spent;
      return this.#read((db) => {
        budget.rewind(before);
        return db.queryWithin<Row>(statement, budget);
      });
    },
    transaction: <Result>(work: (tx: Transaction) => Promise<Result>) => this.#read((db) => db.transaction(work)),
  };

  /** Reading twice is harmless, so the primary handles what the replica cannot. */
  async #read<Result>(read: (db: PostgresDatabase) => Promise<Result>): Promise<Result> {
    try {
      return await read(this.#replica);
    } catch (error) {
      if (!isReplicaError(error)) throw error;
      this.#freshUntil = Number.NEGATIVE_INFINITY;
      return read(this.#primary);
    }
  }

  async #keepMeasuring(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      // A failed measurement adds nothing, and the last result ages.
      await this.#measure().catch(() => {});
      await delay(measureEveryMs, undefined, { signal }).catch(() => {});
    }
  }

  async #measure(): Promise<void> {
    const at = performance.now();
    this.#marks.push({ at, position: await readEnd(this.#primary) });
    this.#marks = this.#marks.slice(-marksMax);
    const replayed = await readReplayed(this.#replica);
    const reached = this.#marks.findLast(({ position }) => position <= replayed);
    if (reached !== undefined) {
      this.#freshUntil = reached.at;
      this.#marks = this.#marks.filter(({ at: later }) => later > reached.at);
    }
  }
}

async function readEnd(primary: Database): Promise<number> {
  const rows = await primary.query<{ position: number }>(
    sql`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as position`,
  );
  return oneRow(rows).position;
}

/** A server that replays nothing is not a replica, and never fresh. */
export async function readReplayed(replica: Database): Promise<number> {
  const rows = await replica.query<{ position: number | null }>(
    sql`select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint as position`,
  );
  return oneRow(rows).position ?? Number.NEGATIVE_INFINITY;
}

// Replay on a replica may remove rows that a statement reads (40001, 40P01).
const conflictStates = new Set(["40001", "40P01"]);

function isReplicaError(error: unknown): boolean {
  if (error instanceof Problem) return error.code === "unavailable" && !isStatementTimeout(error);
  return conflictStates.has(errorCodeOf(error));
}

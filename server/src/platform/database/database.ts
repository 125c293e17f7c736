import assert from "node:assert";
import type pg from "pg";
import { type Budget, MemoryShortError } from "../budgets/budget.ts";
import { Problem } from "../problem.ts";
import type { Tracer } from "../tracing/tracer.ts";
import { BoundedQuery, type BoundedRows } from "./bounded-query.ts";
import { type DatabaseOptions, openPool } from "./open-pool.ts";
import type { SqlStatement } from "./sql.ts";
import { asUnavailable, endsConnection, isOutage, isRejectedCommit, isStalePlan } from "./unavailable.ts";

/** Reads. */
export interface Database {
  query<Row extends object>(statement: SqlStatement): Promise<Row[]>;
}

/** Reads of unknown size. */
export interface BoundedDatabase extends Database {
  /**
   * The first rows that fit the budget. In a transaction it must be the last statement: if it stops early the
   * connection is closed, so that PostgreSQL stops as well.
   */
  queryWithin<Row extends object>(statement: SqlStatement, budget: Budget): Promise<BoundedRows<Row>>;
}

/** Writes happen in a transaction, which also supports reads. */
export interface Transaction extends BoundedDatabase {
  /** Distinguishes a transaction from a pool in the type system: there is no optional transaction. */
  readonly kind: "transaction";
  /**
   * Sends statements that do not need each other's results in one round trip. They run in the given order; after one
   * that fails, the others fail too.
   */
  queryAll<Row extends object>(statements: readonly SqlStatement[]): Promise<Row[][]>;
  /** Called once the writes are visible to others, and never after a rollback. */
  afterCommit(callback: () => void): void;
}

/** Where the rows of organizations are, if they are not all on the server of the pool. */
export interface OrgRoutes {
  /** The server of the organization's rows; undefined if it is not known, or cannot be reached. */
  databaseOf(orgId: string): PostgresDatabase | undefined;
}

interface RoutedOptions extends DatabaseOptions {
  /** Of a distributed database. */
  readonly routes?: OrgRoutes | undefined;
}

const longerFactor = 20;

/** A pool of connections to a PostgreSQL: if its URL names several hosts, to the one that accepts writes. */
export class PostgresDatabase implements BoundedDatabase {
  readonly pool: pg.Pool;
  readonly #options: RoutedOptions;
  /** The statements that begin a transaction, in one message. */
  readonly #begin: string;

  constructor(options: RoutedOptions, longWorkOn?: pg.Pool) {
    this.pool = longWorkOn ?? openPool(options);
    this.#options = options;
    const longMs = (options.statementTimeoutMs ?? 0) * longerFactor;
    this.#begin = longWorkOn === undefined ? "begin" : beginLong(longMs);
  }

  /**
   * For statements on rows of one organization, and on the tables that every server has (orgs, former_slugs, nodes). On a
   * distributed database they run on the server that holds the rows. Everything else must not be used with it.
   */
  ofOrg(orgId: string): PostgresDatabase {
    const home = this.#options.routes?.databaseOf(orgId);
    if (home === undefined) return this;
    return this.#begin === "begin" ? home : home.forLongWork();
  }

  /** The same connections for work that may take longer, such as jobs: all of its statements run in transactions. */
  forLongWork(): PostgresDatabase {
    return new PostgresDatabase(this.#options, this.pool);
  }

  async query<Row extends object>(statement: SqlStatement): Promise<Row[]> {
    if (this.#begin !== "begin") {
      return this.transaction((tx) => tx.query<Row>(statement));
    }
    const ask = (asked: SqlStatement) =>
      traced(this.#options.tracer, asked, () => answered(this.pool.query<Row>(queryConfig(asked)), this.#options));
    const { text, values } = statement;
    const repeat = (error: unknown) => (isStalePlan(error) ? ask({ text, values }) : Promise.reject(error));
    return (await ask(statement).catch(repeat)).rows;
  }

  async queryWithin<Row extends object>(statement: SqlStatement, budget: Budget): Promise<BoundedRows<Row>> {
    if (this.#begin !== "begin") {
      return this.transaction((tx) => tx.queryWithin<Row>(statement, budget));
    }
    const client = await answered(this.pool.connect(), this.#options);
    let isWhole = false;
    try {
      const found = await askWithin<Row>(client, statement, budget, this.#options);
      isWhole = !found.isCut;
      return found;
    } finally {
      client.release(!isWhole);
    }
  }

  /** Runs the work in one transaction: committed when it returns, rolled back when it throws. */
  async transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const state = newTransactionState();
    const result = await this.#inTransaction(state, async (client) => {
      const done = await work(transactionOn(client, state, this.#options));
      if (state.isStopped) {
        assert(state.callbacks.length === 0, "a transaction that writes has read within a budget");
        return done;
      }
      if (state.loss !== undefined) {
        // The work has caught it; a commit would hide that nothing was written.
        throw state.loss;
      }
      const { command } = await committed(client.query("commit"), this.#options);
      // PostgreSQL responds with ROLLBACK after a failed statement, even if the work has caught its error.
      assert(command === "COMMIT", "a transaction with a failed statement was asked to commit");
      return done;
    });
    for (const callback of state.callbacks) {
      callback();
    }
    return result;
  }

  /** Runs the work and rolls back everything it has written. */
  async planOnly<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const state = newTransactionState();
    return this.#inTransaction(state, async (client) => {
      const result = await work(transactionOn(client, state, this.#options));
      await answered(client.query("rollback"), this.#options);
      return result;
    });
  }

  async #inTransaction<Result>(
    state: TransactionState,
    run: (client: pg.PoolClient) => Promise<Result>,
  ): Promise<Result> {
    const client = await answered(this.pool.connect(), this.#options);
    let broken: Error | undefined;
    try {
      await answered(client.query(this.#begin), this.#options);
      return await run(client);
    } catch (error) {
      if (!state.isStopped) {
        await client.query("rollback").catch((cause: Error) => {
          broken = cause;
        });
      }
      throw error;
    } finally {
      client.release(broken ?? (state.isStopped || endsConnection(state.loss)));
    }
  }

  async answers(): Promise<boolean> {
    try {
      await this.pool.query("select 1");
      return true;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

/** Also between its statements work may take longer, for example to plan a large batch. */
function beginLong(limitMs: number): string {
  return `begin; set local statement_timeout = ${limitMs}; set local idle_in_transaction_session_timeout = ${limitMs}`;
}

type Observers = Pick<DatabaseOptions, "tracer" | "onOutage">;

async function answered<Result>(asked: Promise<Result>, { onOutage }: Observers): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    const failure = asUnavailable(error);
    if (failure !== error && isOutage(failure)) {
      onOutage?.(failure);
    }
    throw failure;
  }
}

/** A commit that was sent without a response may or may not be committed. */
async function committed<Result>(asked: Promise<Result>, observers: Observers): Promise<Result> {
  try {
    return await answered(asked, observers);
  } catch (failure) {
    if (!(failure instanceof Problem) || isRejectedCommit(failure.cause)) {
      throw failure;
    }
    const detail = "Connection lost during commit. Check whether the write was applied before retrying.";
    throw new Problem("outcome-unknown", detail, { cause: failure.cause });
  }
}

interface TransactionState {
  readonly callbacks: (() => void)[];
  /** Why the connection, and everything written on it, is lost. */
  loss: Problem | undefined;
  /** A statement was stopped midway: the connection cannot be reused. */
  isStopped: boolean;
}

function newTransactionState(): TransactionState {
  return { callbacks: [], loss: undefined, isStopped: false };
}

function transactionOn(client: pg.PoolClient, state: TransactionState, observers: Observers): Transaction {
  const query = async <Row extends object>(statement: SqlStatement): Promise<Row[]> => {
    assert(!state.isStopped, "a statement after one that was stopped");
    try {
      const result = await traced(observers.tracer, statement, () =>
        answered(client.query<Row>(queryConfig(statement)), observers),
      );
      return result.rows;
    } catch (error) {
      state.loss ??= error instanceof Problem ? error : undefined;
      throw error;
    }
  };
  return {
    kind: "transaction",
    afterCommit: (callback) => void state.callbacks.push(callback),
    query,
    queryAll: <Row extends object>(statements: readonly SqlStatement[]) =>
      pipelined(client, () => statements.map((statement) => query<Row>(statement))),
    async queryWithin<Row extends object>(statement: SqlStatement, budget: Budget): Promise<BoundedRows<Row>> {
      try {
        const found = await askWithin<Row>(client, statement, budget, observers);
        state.isStopped = found.isCut;
        return found;
      } catch (error) {
        state.loss ??= error instanceof Problem ? error : undefined;
        state.isStopped = error instanceof MemoryShortError;
        throw error;
      }
    },
  };
}

/** Waits for all results, so that the connection is free again. Reports the first failure, which causes the others. */
async function pipelined<Row>(client: pg.PoolClient, ask: () => Promise<Row>[]): Promise<Row[]> {
  setPipelining(client, true);
  const asked = ask();
  await Promise.allSettled(asked);
  setPipelining(client, false);
  return Promise.all(asked);
}

/** While it is on, pg sends each statement without waiting for the response to the one before. Not part of its types. */
function setPipelining(client: pg.PoolClient, isOn: boolean): void {
  assert(Reflect.has(client, "pipeline"), "pg has no pipelining");
  Reflect.set(client, "pipeline", isOn);
}

function askWithin<Row extends object>(
  client: pg.PoolClient,
  statement: SqlStatement,
  budget: Budget,
  observers: Observers,
): Promise<BoundedRows<Row>> {
  return traced(observers.tracer, statement, () => {
    const query = new BoundedQuery<Row>(queryConfig(statement), budget);
    client.query(query);
    return answered(query.result, observers);
  });
}

/** The statement, never its values. */
function traced<Result>(
  tracer: Tracer | undefined,
  { text }: SqlStatement,
  ask: () => Promise<Result>,
): Promise<Result> {
  if (tracer === undefined) return ask();
  const name = /\b(select|insert|update|delete)\b/i.exec(text)?.[1]?.toLowerCase() ?? "statement";
  const attributes = { "db.system.name": "postgresql", "db.query.text": text.replace(/\s+/g, " ").trim() };
  return tracer.trace({ name, kind: "client", attributes }, ask);
}

function queryConfig(statement: SqlStatement): pg.QueryConfig {
  const { text, values, name } = statement;
  return name === undefined ? { text, values: [...values] } : { text, values: [...values], name };
}

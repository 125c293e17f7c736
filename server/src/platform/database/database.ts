import assert from "node:assert";
import type pg from "pg";
import { type Budget, MemoryShortError } from "../budgets/budget.ts";
import { Problem } from "../problem.ts";
import type { BoundedRows } from "./bounded-query.ts";
import { type DatabaseOptions, openPool } from "./open-pool.ts";
import { answered, ask, askWithin, committed, type Observers, pipelined, resultOf } from "./send-statements.ts";
import type { SqlStatement } from "./sql.ts";
import { endsConnection, isStalePlan } from "./unavailable.ts";

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
  /**
   * Runs works beside each other. Their statements are sent without waiting for the responses to those of the others. After
   * one that fails, the others fail too.
   */
  sideBySide<Result>(works: readonly (() => Promise<Result>)[]): Promise<PromiseSettledResult<Result>[]>;
  /** Called once the writes are visible to others, and never after a rollback. */
  afterCommit(callback: () => void): void;
}

/** Where the rows of organizations are, if they are not all on the server of the pool. */
export interface OrgRoutes {
  /** The server of the organization's rows; undefined if it is not known, or cannot be reached. */
  databaseOf(orgId: string): PostgresDatabase | undefined;
}

interface TransactionOptions {
  /** A statement that waits longer for a lock fails. Default: it waits as long as a statement may take. */
  readonly lockTimeoutMs?: number;
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
    const askPool = (asked: SqlStatement) => ask<Row>(this.pool, asked, this.#options);
    const { text, values } = statement;
    const repeat = (error: unknown) => (isStalePlan(error) ? askPool({ text, values }) : Promise.reject(error));
    return (await askPool(statement).catch(repeat)).rows;
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
  async transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    { lockTimeoutMs }: TransactionOptions = {},
  ): Promise<Result> {
    const limit = lockTimeoutMs === undefined ? "" : `; set local lock_timeout = ${lockTimeoutMs}`;
    const state = newTransactionState(`${this.#begin}${limit}`);
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
      if (state.begin === undefined) {
        const { command } = await committed(client.query("commit"), this.#options);
        // PostgreSQL responds with ROLLBACK after a failed statement, even if the work has caught its error.
        assert(command === "COMMIT", "a transaction with a failed statement was asked to commit");
      }
      return done;
    });
    for (const callback of state.callbacks) {
      callback();
    }
    return result;
  }

  /** Runs the work and rolls back everything it has written. */
  async planOnly<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const state = newTransactionState(this.#begin);
    return this.#inTransaction(state, async (client) => {
      const result = await work(transactionOn(client, state, this.#options));
      if (state.begin === undefined) {
        await answered(client.query("rollback"), this.#options);
      }
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
      return await run(client);
    } catch (error) {
      if (!state.isStopped && state.begin === undefined) {
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

interface TransactionState {
  /** Sent with the first statement, in one round trip; undefined afterwards. */
  begin: string | undefined;
  readonly callbacks: (() => void)[];
  /** Why the connection, and everything written on it, is lost. */
  loss: Problem | undefined;
  /** A statement was stopped midway: the connection cannot be reused. */
  isStopped: boolean;
}

function newTransactionState(begin: string): TransactionState {
  return { begin, callbacks: [], loss: undefined, isStopped: false };
}

function transactionOn(client: pg.PoolClient, state: TransactionState, observers: Observers): Transaction {
  const query = async <Row extends object>(statement: SqlStatement): Promise<Row[]> => {
    assert(!state.isStopped, "a statement after one that was stopped");
    try {
      return (await begun(client, state, observers, () => ask<Row>(client, statement, observers))).rows;
    } catch (error) {
      state.loss ??= error instanceof Problem ? error : undefined;
      throw error;
    }
  };
  return {
    kind: "transaction",
    afterCommit: (callback) => void state.callbacks.push(callback),
    query,
    queryAll: async <Row extends object>(statements: readonly SqlStatement[]) => {
      const settled = await pipelined(client, () => statements.map((statement) => query<Row>(statement)));
      return settled.map(resultOf);
    },
    sideBySide: (works) => pipelined(client, () => works.map((work) => work())),
    async queryWithin<Row extends object>(statement: SqlStatement, budget: Budget): Promise<BoundedRows<Row>> {
      try {
        const found = await begun(client, state, observers, () => askWithin<Row>(client, statement, budget, observers));
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

/** Sends the statement, and before the first one what begins the transaction, in one round trip. */
async function begun<Result>(
  client: pg.PoolClient,
  state: TransactionState,
  observers: Observers,
  send: () => Promise<Result>,
): Promise<Result> {
  const { begin } = state;
  if (begin === undefined) {
    return send();
  }
  state.begin = undefined;
  const [beginning, sent] = await pipelined(client, (): [Promise<unknown>, Promise<Result>] => [
    answered(client.query(begin), observers),
    send(),
  ]);
  resultOf(beginning);
  return resultOf(sent);
}

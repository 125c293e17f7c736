import assert from "node:assert";
import pg from "pg";
import { type Budget, MemoryShortError } from "../budgets/budget.ts";

/** The rows that fit the budget. */
export interface BoundedRows<Row> {
  readonly rows: Row[];
  /** True if the statement had more rows than fit. */
  readonly isCut: boolean;
}

/** A row as received; length is that of the whole message. */
interface DataRow {
  readonly length: number;
  readonly fields: readonly unknown[];
}

// The client calls it for each row received. It is not part of pg's types.
const keepRow: unknown = Reflect.get(pg.Query.prototype, "handleDataRow");
assert(typeof keepRow === "function", "pg.Query has no handleDataRow");
const keep = keepRow;

/**
 * A statement whose rows are kept only while they fit the budget. For small results it costs nothing: the protocol
 * contains the length of each row. Beyond the budget nothing is kept, and the caller closes the connection, which stops
 * PostgreSQL.
 */
export class BoundedQuery<Row extends pg.QueryResultRow> extends pg.Query<Row> {
  readonly result: Promise<BoundedRows<Row>>;
  readonly #budget: Budget;
  readonly #rows: Row[] = [];
  #isOver = false;
  #settle: (outcome: BoundedRows<Row> | Error) => void = () => {};

  constructor(config: pg.QueryConfig, budget: Budget) {
    super(config);
    this.#budget = budget;
    this.result = new Promise((resolve, reject) => {
      this.#settle = (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome));
    });
    this.on("row", (row) => void this.#rows.push(row));
    this.on("end", () => this.#settle({ rows: this.#rows, isCut: false }));
    this.on("error", (error) => this.#settle(error));
  }

  handleDataRow(message: DataRow): void {
    if (this.#isOver) {
      return;
    }
    const verdict = this.#budget.spend(message.length);
    if (verdict === "fits") {
      Reflect.apply(keep, this, [message]);
      return;
    }
    this.#isOver = true;
    this.#settle(verdict === "full" ? { rows: this.#rows, isCut: true } : new MemoryShortError());
  }
}

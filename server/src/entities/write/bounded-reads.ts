import type { Budget } from "../../platform/budgets/budget.ts";
import type { Transaction } from "../../platform/database/database.ts";
import type { SqlStatement } from "../../platform/database/sql.ts";
import { Problem } from "../../platform/problem.ts";

/** A small request may touch thousands of large entities. */
export class WriteTooLargeError extends Problem {
  constructor(bytesMax: number) {
    super("body-too-large", `The entities that this write reads are larger than ${bytesMax} bytes. Split the request.`);
  }
}

/** The transaction for the reads of one plan. Exceeding the budget ends the plan with nothing written. */
export function boundedReads(tx: Transaction, budget: Budget): Transaction {
  budget.rewind(0);
  return {
    ...tx,
    async query<Row extends object>(statement: SqlStatement): Promise<Row[]> {
      const { rows, isCut } = await tx.queryWithin<Row>(statement, budget);
      if (isCut) {
        throw new WriteTooLargeError(budget.bytesMax);
      }
      return rows;
    },
  };
}

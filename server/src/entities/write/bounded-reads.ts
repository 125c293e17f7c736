import { getHeapStatistics } from "node:v8";
import { Budget } from "../../platform/budgets/budget.ts";
import { ByteQuota } from "../../platform/budgets/byte-quota.ts";
import type { Transaction } from "../../platform/database/database.ts";
import type { SqlStatement } from "../../platform/database/sql.ts";
import { Problem } from "../../platform/problem.ts";

const waitMsMax = 10_000;

/** How much entity data the plans of this thread may hold. Each byte takes several in memory. */
export function createWriteQuota(): ByteQuota {
  const bytesMax = Math.floor(getHeapStatistics().heap_size_limit / 8);
  return new ByteQuota({ bytesMax, waitMsMax, purpose: "other large writes" });
}

export function openWriteBudget(quota: ByteQuota, orgId: string): Budget {
  return new Budget({ bytesMax: quota.bytesMaxOfTenant, quota, tenant: orgId });
}

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
    kind: tx.kind,
    afterCommit: (callback) => tx.afterCommit(callback),
    queryWithin: (statement, other) => tx.queryWithin(statement, other),
    async query<Row extends object>(statement: SqlStatement): Promise<Row[]> {
      const { rows, isCut } = await tx.queryWithin<Row>(statement, budget);
      if (isCut) {
        throw new WriteTooLargeError(budget.bytesMax);
      }
      return rows;
    },
  };
}

import { Budget } from "../platform/budgets/budget.ts";
import { ByteQuota } from "../platform/budgets/byte-quota.ts";

/** A budget that is not shared. */
export function testBudget(bytesMax = 67_108_864): Budget {
  const quota = new ByteQuota({ bytesMax: 2 * bytesMax, waitMsMax: 10_000, purpose: "the test" });
  return new Budget({ bytesMax, quota, tenant: "test" });
}

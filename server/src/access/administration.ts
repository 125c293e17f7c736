import type { PostgresDatabase, Transaction } from "../platform/database/database.ts";
import type { WakeUpBus } from "../platform/database/wake-up-bus.ts";
import { accessTopic } from "./authenticator.ts";

/** Changes data that credentials depend on; afterwards every node invalidates its cached credentials. */
export async function changeAccess<Result>(
  services: { readonly db: PostgresDatabase; readonly bus: WakeUpBus },
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const result = await services.db.transaction(work);
  announceAccess(services.bus);
  return result;
}

/** Makes every node invalidate its cached credentials. */
export function announceAccess(bus: WakeUpBus): void {
  bus.publish(accessTopic, "");
}

/** True for a violation of the unique index with this name. */
export function isTaken(error: unknown, index: string): boolean {
  return error instanceof Error && "constraint" in error && error.constraint === index;
}

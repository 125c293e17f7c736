import type { PostgresDatabase, Transaction } from "../platform/database/database.ts";
import type { WakeUpBus } from "../platform/database/wake-up-bus.ts";
import { type AuditLog, type AuditTrail, actOfCaller, type RequestOrigin } from "./audit/audit-log.ts";
import { accessTopic } from "./authenticator.ts";
import type { Caller } from "./caller.ts";

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

/** An audited change of data that credentials depend on; afterwards every node invalidates its cached credentials. */
export async function changeAudited<Result>(
  { db, bus, audit }: { readonly db: PostgresDatabase; readonly bus: WakeUpBus; readonly audit: AuditLog },
  caller: Caller,
  request: RequestOrigin,
  work: (tx: Transaction, trail: AuditTrail) => Promise<Result>,
): Promise<Result> {
  const result = await audit.transaction(db, caller.org.id, actOfCaller(caller, request), work);
  announceAccess(bus);
  return result;
}

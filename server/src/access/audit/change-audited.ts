import type { PostgresDatabase, Transaction } from "../../platform/database/database.ts";
import type { WakeUpBus } from "../../platform/database/wake-up-bus.ts";
import { announceAccess } from "../administration.ts";
import type { Caller } from "../caller.ts";
import { actOfCaller, type RequestOrigin } from "./audit-act.ts";
import type { AuditLog, AuditTrail } from "./audit-log.ts";

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

import type { Transaction } from "../../platform/database/database.ts";
import type { AuditTrail } from "../audit/audit-log.ts";
import { countSignIns } from "./session-store.ts";

interface UserChange {
  readonly orgId: string;
  readonly userId: string;
  /** Undefined in a dry run. */
  readonly trail: AuditTrail | undefined;
}

/** Runs the work, and records how many sessions and tokens of the user it ended. */
export async function recordEndedSessions<Result>(
  tx: Transaction,
  { orgId, userId, trail }: UserChange,
  work: () => Promise<Result>,
): Promise<Result> {
  if (trail === undefined) {
    return work();
  }
  const before = await countSignIns(tx, orgId, userId);
  const result = await work();
  const after = await countSignIns(tx, orgId, userId);
  const ended = { sessions: before.sessions - after.sessions, tokens: before.tokens - after.tokens };
  if (ended.sessions > 0 || ended.tokens > 0) {
    await trail.record({ action: "session.end", target: { type: "user", id: userId }, after: ended });
  }
  return result;
}

import type { Transaction } from "../../platform/database/database.ts";
import type { AuditTrail } from "../audit/audit-log.ts";
import { revokeKeysOfUser } from "./api-key-store.ts";

/** Revokes all keys of a user, for example after a password was stolen. Each is in the audit log. */
export async function revokeKeys(
  tx: Transaction,
  orgId: string,
  userId: string,
  trail: AuditTrail | undefined,
): Promise<number> {
  const ids = await revokeKeysOfUser(tx, orgId, userId, new Date());
  for (const id of ids) {
    await trail?.record({ action: "api-key.revoke", target: { type: "api-key", id } });
  }
  return ids.length;
}

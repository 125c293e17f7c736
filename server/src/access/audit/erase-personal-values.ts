import type { Transaction } from "../../platform/database/database.ts";
import type { AuditTrail } from "./audit-log.ts";
import { erasePersonalValue, erasePersonalValuesOf } from "./audit-store.ts";

/** What to erase: all values about a user or app, or one value everywhere, such as an address. */
export type Erasure = { readonly subjectId: string } | { readonly value: string };

/** Erases personal values permanently. The entries keep their digests, so the chain still verifies. */
export async function erasePersonalValues(
  tx: Transaction,
  orgId: string,
  trail: AuditTrail,
  erasure: Erasure,
): Promise<number> {
  const values =
    "subjectId" in erasure
      ? await erasePersonalValuesOf(tx, orgId, erasure.subjectId)
      : await erasePersonalValue(tx, orgId, erasure.value);
  const target = { type: "audit-log", ...("subjectId" in erasure ? { id: erasure.subjectId } : {}) };
  await trail.record({ action: "audit-log.erase", target, after: { values } });
  return values;
}

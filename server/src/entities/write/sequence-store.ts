import type { Transaction } from "../../platform/database/database.ts";
import { oneRow } from "../../platform/database/one-row.ts";
import { prepared } from "../../platform/database/sql.ts";

export interface WantedNumbers {
  readonly entityType: string;
  readonly slug: string;
  readonly count: number;
}

/** Takes the next numbers of a sequence, and returns the last of them. */
export async function takeNumbers(
  tx: Transaction,
  orgId: string,
  { entityType, slug, count }: WantedNumbers,
): Promise<number> {
  const rows = await tx.query<{ last_number: number }>(prepared`
    insert into property_sequences (org_id, entity_type, slug, last_number)
    values (${orgId}, ${entityType}, ${slug}, ${count})
    on conflict (org_id, entity_type, slug)
    do update set last_number = property_sequences.last_number + excluded.last_number
    returning last_number`);
  return oneRow(rows).last_number;
}

import { findChangeIds } from "../changes/change-history-store.ts";
import type { Database } from "../platform/database/database.ts";
import type { ClaimedRow } from "./delivery-queue-store.ts";

/** An event for one webhook, ready to be sent. */
interface DeliveryMessage {
  /** The same on every attempt. */
  readonly id: string;
  readonly triggerKey: string;
  readonly occurredOn: Date;
  /** The event as JSON. */
  readonly document: string;
  readonly changeId: string | undefined;
  readonly orgSlug: string;
  /** Undefined for a test, which is about no entity. */
  readonly sequence: number | undefined;
}

/** The body, which is the same for every attempt. The event is already JSON and is inserted unchanged. */
export function messageBody(message: DeliveryMessage): string {
  const { id, triggerKey, occurredOn, orgSlug } = message;
  const head = JSON.stringify({ id, type: triggerKey, occurredOn: occurredOn.toISOString(), org: orgSlug });
  const counts = JSON.stringify(sequencesOf(message.sequence));
  return `${head.slice(0, -1)},"data":${withChangeId(message)},${counts.slice(1)}`;
}

/**
 * The sequence number of a message and of the previous one about the same entity: a receiver without that one has
 * missed a message.
 */
export function sequencesOf(sequence: number | undefined): {
  readonly sequence: number | null;
  readonly previousSequence: number | null;
} {
  const isLater = sequence !== undefined && sequence > 1;
  return { sequence: sequence ?? null, previousSequence: isLater ? sequence - 1 : null };
}

function withChangeId({ document, changeId }: DeliveryMessage): string {
  return changeId === undefined ? document : `${document.slice(0, -1)},"changeId":${JSON.stringify(changeId)}}`;
}

/** Their ids in the change history, in the same order. */
export async function changeIdsOf(
  db: Database,
  orgId: string,
  rows: readonly Pick<ClaimedRow, "entity_type" | "entity_id" | "entity_version" | "occurred_on">[],
): Promise<(string | undefined)[]> {
  const keys = rows.map(({ entity_type, entity_id, entity_version }) => ({
    entityType: entity_type ?? "",
    entityId: entity_id ?? "",
    version: entity_version ?? 0,
  }));
  const since = new Date(Math.min(...rows.map(({ occurred_on }) => occurred_on.getTime())));
  return keys.some(({ entityId }) => entityId !== "") ? findChangeIds(db, orgId, keys, since) : [];
}

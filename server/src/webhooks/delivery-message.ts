/** An event for one webhook, ready to be sent. */
export interface DeliveryMessage {
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

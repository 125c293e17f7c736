import type { JsonValue, Time } from "../contract/schemas.ts";

/** The message of a webhook. */
export interface WebhookMessage {
  /** The same on every attempt and replay: use it to detect duplicates. */
  id: string;
  /** The trigger key, such as item|update or assortment|publish; webhook|test for a test. */
  type: string;
  occurredOn: Time;
  /** The slug of the organization. */
  org: string;
  data: WebhookEvent;
  /** Sequence number of the messages about this entity, from 1 and without gaps; null without an entity. */
  sequence: number | null;
  /** Sequence number of the previous message: without it, a receiver has missed something; null for the first. */
  previousSequence: number | null;
}

/** The event. */
export interface WebhookEvent {
  triggerKey: string;
  occurredOn: Time;
  /** The entity, such as item:AP6U2ixwRrsIX9jN. */
  entityReference?: string;
  /** The current entity; absent after a deletion. */
  newData?: Record<string, unknown>;
  /** The previous entity; absent for a creation. */
  oldData?: Record<string, unknown>;
  /** By slug of the properties that an update changed. */
  propertyDiffs?: Record<string, { propertyName: string; oldValue: JsonValue; newValue: JsonValue }>;
  /** A cursor of the change history, to continue after this change. */
  changeId?: string;
  changeSetId?: string;
  /** Other data of the event. */
  [name: string]: unknown;
}

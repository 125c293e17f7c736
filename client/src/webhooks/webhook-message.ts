import type { Time } from "../contract/schemas.ts";

/** What a webhook is sent. */
export interface WebhookMessage {
  /** The same on every attempt and replay: who has seen it already has the event. */
  id: string;
  /** The trigger key, such as item|update or assortment|publish; webhook|test for a test. */
  type: string;
  occurredOn: Time;
  /** The slug of the organization. */
  org: string;
  data: WebhookEvent;
  /** Counts the messages about this entity, from 1 and without gaps; null for what is about none. */
  sequence: number | null;
  /** Who has not seen this one misses something; null for the first. */
  previousSequence: number | null;
}

/** What has happened. */
export interface WebhookEvent {
  triggerKey: string;
  occurredOn: Time;
  /** What it is about, such as item:AP6U2ixwRrsIX9jN. */
  entityReference?: string;
  /** The entity as it is now; left out after a deletion. */
  newData?: Record<string, unknown>;
  /** The entity as it was; left out of a creation. */
  oldData?: Record<string, unknown>;
  /** By the slug of the property that an update has changed. */
  propertyDiffs?: Record<string, { propertyName: string; oldValue: unknown; newValue: unknown }>;
  /** A cursor of the change history, which goes on behind it. */
  changeId?: string;
  changeSetId?: string;
  /** What else the kind of event tells. */
  [name: string]: unknown;
}

import type { Target } from "../access/decide.ts";
import type { Author } from "../changes/change-draft.ts";
import type { TypeTree } from "../entity-types/type-tree.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import type { JsonValue } from "../platform/json-value.ts";
import type { Entity } from "./entity.ts";

/** An event that workflows and webhooks may listen for. */
export type WeftEvent =
  | {
      readonly kind: "created" | "updated" | "deleted";
      readonly before: Entity | undefined;
      readonly after: Entity | undefined;
      readonly author: Author;
    }
  | {
      /** Such as assortment|publish, or the outcome of a load. */
      readonly kind: "named";
      readonly name: string;
      /** The entity that the event is about. Absent for external events, whose data belongs to no entity. */
      readonly subject?: EventSubject;
      readonly payload: Readonly<Record<string, JsonValue>>;
      readonly author: Author;
    };

/** Readers of the target may receive the event. Readers of the cause as well may receive what resulted from it. */
interface EventSubject {
  readonly entityType: string;
  readonly id: string;
  readonly target: Target;
  readonly cause?: readonly Target[];
}

/** The listeners of one module in an org, as of a version of the org's types. */
export interface OrgListener {
  /** Whether there is a listener for this key, such as item|update. */
  hears(triggerKey: string): boolean;
  /** Inserts the work that the events start, as a set, in the transaction that causes them. */
  rowsFor(tx: Transaction, events: readonly WeftEvent[], types: TypeTree): Promise<void>;
}

/**
 * A module that starts work on events. Adding or removing a listener in an org also changes the version of the org's
 * types, so that a write planned without it is planned again.
 */
export interface EventListener {
  /** Undefined for an org without listeners, so that its writes have no extra cost. */
  listenerOf(db: Database, orgId: string): Promise<OrgListener | undefined>;
}

const actionOfKind = { created: "create", updated: "update", deleted: "delete" } as const;

/** The key that listeners of such an event use. */
export function triggerKeyOf(event: WeftEvent): string {
  if (event.kind === "named") {
    return event.name;
  }
  return `${(event.after ?? event.before)?.entityType}|${actionOfKind[event.kind]}`;
}

/** The listeners of the org, not cached. */
export async function findListeners(
  db: Database,
  orgId: string,
  listeners: readonly EventListener[],
): Promise<OrgListener[]> {
  const found: OrgListener[] = [];
  for (const listener of listeners) {
    const ofOrg = await listener.listenerOf(db, orgId);
    if (ofOrg !== undefined) {
      found.push(ofOrg);
    }
  }
  return found;
}

/** Notifies every listener of the events that it listens for, one after the other. */
export async function raiseEvents(
  tx: Transaction,
  events: readonly WeftEvent[],
  { listeners, types }: { readonly listeners: readonly OrgListener[]; readonly types: TypeTree },
): Promise<void> {
  for (const listener of listeners) {
    const receivedEvents = events.filter((event) => listener.hears(triggerKeyOf(event)));
    if (receivedEvents.length > 0) {
      await listener.rowsFor(tx, receivedEvents, types);
    }
  }
}

import type { Target } from "../access/decide.ts";
import type { Author } from "../changes/change-draft.ts";
import type { TypeTree } from "../entity-types/type-tree.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import type { JsonValue } from "../platform/json-value.ts";
import type { Entity } from "./entity.ts";

/** Something that has happened and that others may wait for. */
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
      /** What it is about; left out for what comes from outside, whose data is of no entity. */
      readonly subject?: EventSubject;
      readonly payload: Readonly<Record<string, JsonValue>>;
      readonly author: Author;
    };

/** Who may read the target may be told of the event; who may read the cause as well, of what was made of it. */
interface EventSubject {
  readonly entityType: string;
  readonly id: string;
  readonly target: Target;
  readonly cause?: readonly Target[];
}

/** Those of one part of the product who listen in an org, as they were when the version of its types was. */
export interface OrgListener {
  /** Whether anybody listens for events by this key, such as item|update. */
  hears(triggerKey: string): boolean;
  /** Inserts the work that the events start, set-wise, in the transaction of what causes them. */
  rowsFor(tx: Transaction, events: readonly WeftEvent[], types: TypeTree): Promise<void>;
}

/**
 * A part of the product that starts work when something happens. Who begins or ceases to listen in an org also changes
 * the version of its types, so that a write that was planned without them is planned again.
 */
export interface EventListener {
  /** Nothing for an org in which nobody listens: its writes cost no more than without this part of the product. */
  listenerOf(db: Database, orgId: string): Promise<OrgListener | undefined>;
}

const actionOfKind = { created: "create", updated: "update", deleted: "delete" } as const;

/** The key by which others listen for such an event. */
export function triggerKeyOf(event: WeftEvent): string {
  if (event.kind === "named") {
    return event.name;
  }
  return `${(event.after ?? event.before)?.entityType}|${actionOfKind[event.kind]}`;
}

/** Who listens in the org, asked again. */
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

/** Tells every listener of what it listens for, one after the other. */
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

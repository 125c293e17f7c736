import { LRUCache } from "lru-cache";
import type { Target } from "../../access/decide.ts";
import type { Author } from "../../changes/change.ts";
import { type LabelOf, propertyLabels } from "../../changes/present-change.ts";
import type { TypeTree } from "../../entity-types/type-tree.ts";
import type { Database, PostgresDatabase, Transaction } from "../../platform/database/database.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { Entity } from "../model/entity.ts";
import { diffsOf } from "../model/entity.ts";
import { presentEntity } from "../model/present-entity.ts";

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

const orgsMax = 500;

interface Known {
  readonly typesVersion: number;
  readonly listeners: Promise<readonly OrgListener[]>;
}

/**
 * The listeners of the orgs, cached on this node. They are cached by the version of the org's types, which is read
 * before them and checked when a write is recorded, so a write with outdated listeners is never committed.
 */
export class ListenerCatalog {
  readonly #db: PostgresDatabase;
  readonly #listeners: readonly EventListener[];
  readonly #known = new LRUCache<string, Known>({ max: orgsMax });

  constructor(db: PostgresDatabase, listeners: readonly EventListener[]) {
    this.#db = db;
    this.#listeners = listeners;
  }

  listenersOf(orgId: string, typesVersion: number): Promise<readonly OrgListener[]> {
    const known = this.#known.get(orgId);
    if (known?.typesVersion === typesVersion) {
      return known.listeners;
    }
    const listeners = findListeners(this.#db.ofOrg(orgId), orgId, this.#listeners);
    this.#known.set(orgId, { typesVersion, listeners });
    listeners.catch(() => this.#known.delete(orgId));
    return listeners;
  }

  /** Read within the transaction, which may have changed them. */
  listenersWithin(db: Database, orgId: string): Promise<readonly OrgListener[]> {
    return findListeners(db, orgId, this.#listeners);
  }
}

/** An event as sent to workflows and webhooks: plain JSON. */
export type TriggerEvent = Readonly<Record<string, JsonValue>> & {
  readonly triggerKey: string;
  readonly occurredOn: string;
};

/** Converts events to documents. Types are looked up once for all of them. */
export function triggerEventMaker(types: TypeTree): (event: WeftEvent) => TriggerEvent {
  const labelOf = propertyLabels(types);
  const occurredOn = new Date().toISOString();
  return (event) => ({ triggerKey: triggerKeyOf(event), occurredOn, ...reportingOf(event, labelOf) });
}

/** The subject of an event, as named in the history. */
export function subjectOf(event: WeftEvent): string | undefined {
  if (event.kind === "named") {
    return event.subject && `${event.subject.entityType}:${event.subject.id}`;
  }
  const entity = event.after ?? event.before;
  return entity && `${entity.entityType}:${entity.id}`;
}

/** The version of an entity change in the history. Undefined for other events. */
export function versionOf(event: WeftEvent): number | undefined {
  if (event.kind === "named") {
    return undefined;
  }
  // A deletion has its own version.
  return event.after?.version ?? (event.before === undefined ? undefined : event.before.version + 1);
}

function reportingOf(event: WeftEvent, labelOf: LabelOf): Record<string, JsonValue> {
  const entityReference = subjectOf(event);
  const common = {
    ...(entityReference === undefined ? {} : { entityReference }),
    changeSetId: event.author.changeSetId,
  };
  if (event.kind === "named") {
    return { ...common, ...event.payload };
  }
  const { before, after } = event;
  return {
    ...common,
    ...(after === undefined ? {} : { newData: presentEntity(after, "all") }),
    ...(before === undefined ? {} : { oldData: presentEntity(before, "all") }),
    ...(before === undefined || after === undefined ? {} : { propertyDiffs: presentDiffs(before, after, labelOf) }),
  };
}

function presentDiffs(before: Entity, after: Entity, labelOf: LabelOf): Record<string, JsonValue> {
  return Object.fromEntries(
    Object.entries(diffsOf(before, after)).map(([slug, [oldValue, newValue]]) => [
      slug,
      { propertyName: labelOf(after.typePath, slug), oldValue, newValue },
    ]),
  );
}

import type { AuditRow } from "../access/audit/audit-entry.ts";
import type { AuditObserver } from "../access/audit/audit-log.ts";
import { presentWithoutValues } from "../access/audit/read-audit-log.ts";
import {
  type EventListener,
  type OrgListener,
  subjectOf,
  type TriggerEvent,
  triggerEventMaker,
  versionOf,
  type WeftEvent,
} from "../entities/write/event-listener.ts";
import { TypeTree } from "../entity-types/type-tree.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { WakeUpBus } from "../platform/database/wake-up-bus.ts";
import type { ExpressionEvaluator } from "../platform/expressions/offload/expression-evaluator.ts";
import type { PortableExpression } from "../platform/expressions/offload/portable-expression.ts";
import { newId } from "../platform/ids.ts";
import { insertDeliveries, type NewDelivery, type NewEvent } from "./delivery-store.ts";
import { filterExpression, matchesPattern } from "./event-patterns.ts";
import { type WebhookRow, webhooksTopic } from "./webhook.ts";
import { listListening } from "./webhook-store.ts";

interface WebhookListenerServices {
  readonly bus: Pick<WakeUpBus, "publish">;
  readonly expressions: ExpressionEvaluator;
}

/** Queues events for webhooks in the transaction that causes them. */
export function webhookListener(services: WebhookListenerServices): EventListener {
  return {
    async listenerOf(db, orgId) {
      const webhooks = await listListening(db, orgId);
      return webhooks.length === 0 ? undefined : new WebhookListener(services, orgId, webhooks);
    },
  };
}

interface Ear {
  readonly webhookId: string;
  readonly patterns: readonly string[];
  readonly filter: PortableExpression | undefined;
}

interface Wanted {
  readonly event: WeftEvent;
  readonly reported: TriggerEvent;
  readonly ears: readonly Ear[];
}

class WebhookListener implements OrgListener {
  readonly #services: WebhookListenerServices;
  readonly #orgId: string;
  readonly #ears: readonly Ear[];
  readonly #earsOfKey = new Map<string, readonly Ear[]>();

  constructor(
    services: WebhookListenerServices,
    orgId: string,
    webhooks: readonly Pick<WebhookRow, "id" | "events" | "filter">[],
  ) {
    this.#services = services;
    this.#orgId = orgId;
    this.#ears = webhooks.map(({ id, events, filter }) => ({
      webhookId: id,
      patterns: events,
      filter: filter === null ? undefined : filterExpression(filter),
    }));
  }

  hears(triggerKey: string): boolean {
    return this.#earsFor(triggerKey).length > 0;
  }

  async rowsFor(tx: Transaction, events: readonly WeftEvent[], types: TypeTree): Promise<void> {
    const report = triggerEventMaker(types);
    const receivedEvents = events.map((event) => {
      const reported = report(event);
      return { event, reported, ears: this.#earsFor(reported.triggerKey) };
    });
    const rows = rowsOf(await this.#filter(receivedEvents));
    if (rows.deliveries.length > 0) {
      await insertDeliveries(tx, this.#orgId, rows);
      tx.afterCommit(() => this.#services.bus.publish(webhooksTopic, this.#orgId));
    }
  }

  /**
   * Keeps the webhooks whose filter matches. A filter that cannot be evaluated matches: an event that is never sent is
   * lost.
   */
  async #filter(receivedEvents: readonly Wanted[]): Promise<Wanted[]> {
    const filtered = receivedEvents.flatMap(({ reported, ears }, group) =>
      ears.flatMap((ear) =>
        ear.filter === undefined
          ? []
          : [{ ear, reported, request: { expression: ear.filter, document: reported, group } }],
      ),
    );
    const outcomes = await this.#services.expressions.evaluate(
      this.#orgId,
      filtered.map(({ request }) => request),
    );
    const unwanted = new Map<TriggerEvent, Set<Ear>>();
    filtered.forEach(({ ear, reported }, index) => {
      const outcome = outcomes[index];
      if (outcome !== undefined && "value" in outcome && outcome.value !== true) {
        unwanted.set(reported, (unwanted.get(reported) ?? new Set()).add(ear));
      }
    });
    return receivedEvents.map((one) => ({
      ...one,
      ears: one.ears.filter((ear) => !unwanted.get(one.reported)?.has(ear)),
    }));
  }

  #earsFor(triggerKey: string): readonly Ear[] {
    const known = this.#earsOfKey.get(triggerKey);
    if (known !== undefined) {
      return known;
    }
    const ears = this.#ears.filter(({ patterns }) => patterns.some((pattern) => matchesPattern(pattern, triggerKey)));
    this.#earsOfKey.set(triggerKey, ears);
    return ears;
  }
}

function rowsOf(wanted: readonly Wanted[]): { events: NewEvent[]; deliveries: NewDelivery[] } {
  const rows: { events: NewEvent[]; deliveries: NewDelivery[] } = { events: [], deliveries: [] };
  for (const { event, reported, ears } of wanted.filter(({ ears }) => ears.length > 0)) {
    const { triggerKey } = reported;
    const eventId = newId();
    const line = subjectOf(event) ?? triggerKey;
    const deliveries = ears.map(({ webhookId }) => ({ id: newId(), webhookId, eventId, triggerKey, line }));
    rows.deliveries.push(...deliveries);
    rows.events.push({
      id: eventId,
      triggerKey,
      occurredOn: reported.occurredOn,
      entity: entityOf(event),
      document: JSON.stringify(reported),
      deliveryIds: deliveries.map(({ id }) => id),
    });
  }
  return rows;
}

/** The entity and version of the event's change record. */
function entityOf(event: WeftEvent): NewEvent["entity"] {
  const entity = event.kind === "named" ? undefined : (event.after ?? event.before);
  const version = versionOf(event);
  return entity === undefined || version === undefined
    ? undefined
    : { type: entity.entityType, id: entity.id, version };
}

// An audit entry does not depend on the types of the org.
const noTypes = new TypeTree(0, [], new Map());

/** Queues an audit entry for webhooks, in the transaction of the entry. Audit entries do not trigger workflows. */
export function webhookAuditObserver(services: WebhookListenerServices): AuditObserver {
  const listener = webhookListener(services);
  return async (tx, orgId, row) => {
    const event = eventOf(row);
    const ofOrg = await listener.listenerOf(tx, orgId);
    if (ofOrg?.hears(event.name) === true) {
      await ofOrg.rowsFor(tx, [event], noTypes);
    }
  };
}

/** Without personal values: deliveries are stored where an erasure does not reach. */
function eventOf(row: AuditRow): WeftEvent & { readonly kind: "named" } {
  return {
    kind: "named",
    name: `audit|${row.action}`,
    payload: { auditEntry: presentWithoutValues(row) },
    author: {
      actorId: row.actor_id ?? "",
      actorType: row.actor_type === "user" ? "user" : "app",
      actorName: row.actor_type,
      changeSetId: newId(),
      source: "api",
      sourceId: row.request_id,
    },
  };
}

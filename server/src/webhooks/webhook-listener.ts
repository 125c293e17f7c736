import type { EventListener, OrgListener, WeftEvent } from "../entities/event-listener.ts";
import { subjectOf, triggerEventMaker, versionOf } from "../entities/trigger-event.ts";
import type { TypeTree } from "../entity-types/type-tree.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { WakeUpBus } from "../platform/database/wake-up-bus.ts";
import { newId } from "../platform/ids.ts";
import { compileFilter } from "./compile-filter.ts";
import { matchesPattern } from "./event-patterns.ts";
import { insertDeliveries, type NewDelivery, type NewEvent } from "./new-delivery-store.ts";
import { type WebhookRow, webhooksTopic } from "./webhook.ts";
import { listListening } from "./webhook-store.ts";

/** Writes down what webhooks are to be told of, in the transaction of what happens. */
export function webhookListener(bus: Pick<WakeUpBus, "publish">): EventListener {
  return {
    async listenerOf(db, orgId) {
      const webhooks = await listListening(db, orgId);
      return webhooks.length === 0 ? undefined : new WebhookListener(bus, orgId, webhooks);
    },
  };
}

interface Ear {
  readonly webhookId: string;
  readonly patterns: readonly string[];
  readonly wants: ReturnType<typeof compileFilter>;
}

class WebhookListener implements OrgListener {
  readonly #bus: Pick<WakeUpBus, "publish">;
  readonly #orgId: string;
  readonly #ears: readonly Ear[];
  readonly #earsOfKey = new Map<string, readonly Ear[]>();

  constructor(
    bus: Pick<WakeUpBus, "publish">,
    orgId: string,
    webhooks: readonly Pick<WebhookRow, "id" | "events" | "filter">[],
  ) {
    this.#bus = bus;
    this.#orgId = orgId;
    this.#ears = webhooks.map(({ id, events, filter }) => ({
      webhookId: id,
      patterns: events,
      wants: filter === null ? () => true : compileFilter(filter),
    }));
  }

  hears(triggerKey: string): boolean {
    return this.#earsFor(triggerKey).length > 0;
  }

  async rowsFor(tx: Transaction, events: readonly WeftEvent[], types: TypeTree): Promise<void> {
    const rows = this.#rowsOf(events, types);
    if (rows.deliveries.length > 0) {
      await insertDeliveries(tx, this.#orgId, rows);
      tx.afterCommit(() => this.#bus.publish(webhooksTopic, this.#orgId));
    }
  }

  #rowsOf(events: readonly WeftEvent[], types: TypeTree): { events: NewEvent[]; deliveries: NewDelivery[] } {
    const tell = triggerEventMaker(types);
    const rows: { events: NewEvent[]; deliveries: NewDelivery[] } = { events: [], deliveries: [] };
    for (const event of events) {
      const told = tell(event);
      const { triggerKey } = told;
      const wanting = this.#earsFor(triggerKey).filter(({ wants }) => wants(told));
      if (wanting.length > 0) {
        const eventId = newId();
        const line = subjectOf(event) ?? triggerKey;
        const deliveries = wanting.map(({ webhookId }) => ({ id: newId(), webhookId, eventId, triggerKey, line }));
        rows.deliveries.push(...deliveries);
        rows.events.push({
          id: eventId,
          triggerKey,
          occurredOn: told.occurredOn,
          entity: entityOf(event),
          document: JSON.stringify(told),
          deliveryIds: deliveries.map(({ id }) => id),
        });
      }
    }
    return rows;
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

/** The entity and the version that the history has a record of. */
function entityOf(event: WeftEvent): NewEvent["entity"] {
  const entity = event.kind === "named" ? undefined : (event.after ?? event.before);
  const version = versionOf(event);
  return entity === undefined || version === undefined
    ? undefined
    : { type: entity.entityType, id: entity.id, version };
}

import { setTimeout as delay } from "node:timers/promises";
import { Drainer } from "../platform/jobs/drainer.ts";
import { findDeadHolders, freeClaimsOf } from "./delivery-claim-store.ts";
import { findWaitingWebhooks } from "./delivery-queue-store.ts";
import { NodeFlights } from "./lane-pace.ts";
import { type WebhookServices, webhooksTopic } from "./webhook.ts";
import { WebhookLane } from "./webhook-lane.ts";

const gatherMs = 5;

/** Sends queued messages on this node until it is stopped. */
export class WebhookSender {
  readonly #services: WebhookServices;
  readonly #onError: (error: unknown) => void;
  readonly #lanes = new Map<string, WebhookLane>();
  readonly #flights = new NodeFlights();
  readonly #drainer: Drainer;

  constructor(services: WebhookServices, onError: (error: unknown) => void) {
    this.#services = services;
    this.#onError = onError;
    this.#drainer = new Drainer({
      bus: services.bus,
      topic: webhooksTopic,
      findDue: () => this.#findDue(),
      drain: (orgId) => this.#drain(orgId),
      onError,
    });
  }

  /** Claims no more messages. Those in progress continue. */
  drain(): void {
    void this.#drainer.stop();
    for (const lane of this.#lanes.values()) {
      lane.drain();
    }
  }

  async stop(): Promise<void> {
    await this.#drainer.stop();
    await Promise.all([...this.#lanes.values()].map((lane) => lane.stop()));
  }

  async #findDue(): Promise<readonly string[]> {
    const { db } = this.#services;
    const dead = await findDeadHolders(db);
    if (dead.length > 0) {
      await freeClaimsOf(db, dead);
    }
    const waiting = await findWaitingWebhooks(db, undefined);
    return [...new Set(waiting.map(({ org_id }) => org_id))];
  }

  async #drain(orgId: string): Promise<void> {
    for (const { id } of await findWaitingWebhooks(this.#services.db, orgId)) {
      this.#laneOf(orgId, id).poke();
    }
    // There may be thousands of commits per second, and one query finds the deliveries of all of them.
    await delay(gatherMs);
  }

  #laneOf(orgId: string, webhookId: string): WebhookLane {
    const key = `${orgId} ${webhookId}`;
    const known = this.#lanes.get(key);
    if (known !== undefined) {
      return known;
    }
    const lane = new WebhookLane({
      services: this.#services,
      orgId,
      webhookId,
      flights: this.#flights,
      onError: this.#onError,
      onIdle: () => this.#lanes.delete(key),
    });
    this.#lanes.set(key, lane);
    return lane;
  }
}

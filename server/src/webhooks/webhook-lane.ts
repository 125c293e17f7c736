import { setTimeout as delay } from "node:timers/promises";
import { releaseClaims } from "./delivery-claim-store.ts";
import type { LockedWebhook } from "./delivery-queue-store.ts";
import { disableWebhook } from "./disable-webhook.ts";
import { doRound, type EndedAttempt, type ReadyMessage, type RoundResult } from "./do-round.ts";
import { evaluateOutcome } from "./evaluate-outcome.ts";
import { LanePace, type NodeFlights } from "./lane-pace.ts";
import { type Attempt, failedAttempt, sendMessage } from "./send-message.ts";
import type { WebhookServices } from "./webhook.ts";
import { openAuth, SecretUnreadableError } from "./webhook-auth.ts";

export interface LaneOptions {
  readonly services: WebhookServices;
  readonly orgId: string;
  readonly webhookId: string;
  readonly flights: NodeFlights;
  readonly onError: (error: unknown) => void;
  /** There is nothing left to do for now. */
  readonly onIdle: () => void;
}

// Attempts that end while messages are still queued are recorded together.
const gatherMs = 10;
const retryRoundMs = 1_000;
const stopMsMax = 4_000;

/** Sends the messages of one webhook on this node. A slow receiver does not delay other webhooks. */
export class WebhookLane {
  readonly #options: LaneOptions;
  readonly #pace: LanePace;
  readonly #ready: ReadyMessage[] = [];
  readonly #inFlight = new Set<string>();
  readonly #stopping = new AbortController();
  #ended: EndedAttempt[] = [];
  #webhook: LockedWebhook | undefined;
  #isPoked = false;
  /** After an error it is unknown whether the round was committed. */
  #mayHaveStrays = false;
  #running: Promise<void> | undefined;
  #isDraining = false;
  #isStopped = false;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#pace = new LanePace(options.flights, options.orgId);
  }

  /** Signals that there may be messages to send. */
  poke(): void {
    this.#isPoked = true;
    void this.#run();
  }

  /** Claims no more messages. Those that are ready are still sent. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Waits a few seconds for messages in progress, and releases the rest. */
  async stop(): Promise<void> {
    this.#isDraining = true;
    this.#isStopped = true;
    const deadline = Date.now() + stopMsMax;
    while (this.#inFlight.size > 0 && Date.now() < deadline) {
      await delay(10);
    }
    this.#stopping.abort();
    while (this.#inFlight.size > 0) {
      await delay(10);
    }
    await this.#run();
    await this.#release(this.#ready.splice(0).map(({ row }) => row.id));
  }

  /** Runs one round at a time: new work goes into the next one. */
  async #run(): Promise<void> {
    this.#running ??= this.#doRounds().finally(() => {
      this.#running = undefined;
      if (this.#isIdle()) {
        this.#options.onIdle();
      }
    });
    await this.#running;
  }

  #isIdle(): boolean {
    const isEmpty = this.#ended.length === 0 && this.#ready.length === 0 && this.#inFlight.size === 0;
    return isEmpty && !this.#isPoked && this.#pace.isAtEase;
  }

  async #doRounds(): Promise<void> {
    while (this.#ended.length > 0 || (this.#isPoked && this.#room() > 0)) {
      if (this.#ready.length > 0 && !this.#isStopped) {
        await delay(gatherMs);
      }
      await this.#doRound();
    }
  }

  #room(): number {
    return this.#isDraining ? 0 : this.#pace.claimsMax - this.#ready.length - this.#inFlight.size;
  }

  async #doRound(): Promise<void> {
    const { services, orgId, webhookId } = this.#options;
    const ended = this.#ended;
    this.#ended = [];
    const room = this.#isPoked ? Math.max(this.#room(), 0) : 0;
    this.#isPoked &&= room === 0;
    const known = this.#mayHaveStrays ? this.#knownIds(ended) : undefined;
    const input = { orgId, webhookId, nodeId: services.heartbeat.id, ended, room, known };
    try {
      const result = await services.db.transaction((tx) => doRound(tx, input));
      this.#mayHaveStrays = false;
      await this.#continue(result, room);
    } catch (error) {
      this.#options.onError(error);
      this.#ended = [...ended, ...this.#ended];
      this.#isPoked = true;
      this.#mayHaveStrays = true;
      // Nothing can be done without the database. A node that stops leaves its claims to the others.
      await delay(retryRoundMs, undefined, { signal: this.#stopping.signal }).catch(() => {
        this.#ended = [];
      });
    }
  }

  #knownIds(ended: readonly EndedAttempt[]): string[] {
    return [...this.#inFlight, ...this.#ready.map(({ row }) => row.id), ...ended.map(({ deliveryId }) => deliveryId)];
  }

  async #continue(result: RoundResult | undefined, room: number): Promise<void> {
    const { services, orgId, webhookId, onError } = this.#options;
    if (result === undefined) {
      // The webhook was deleted together with its deliveries.
      this.#ready.length = 0;
      this.#isPoked = false;
      return;
    }
    const { webhook, messages, hasMore, disableFor } = result;
    this.#webhook = webhook;
    this.#isPoked ||= hasMore;
    this.#pace.noteClaims(messages.length, room);
    this.#ready.push(...messages);
    if (!webhook.is_active || webhook.is_suspended) {
      await this.#release(this.#ready.splice(0).map(({ row }) => row.id));
    }
    this.#pump();
    if (disableFor !== undefined) {
      await disableWebhook(services, orgId, webhookId, disableFor).catch(onError);
      this.#isPoked = true;
    }
  }

  #pump(): void {
    while (this.#ready.length > 0 && !this.#isStopped && this.#pace.mayStart()) {
      const message = this.#ready.shift();
      if (message !== undefined && this.#webhook !== undefined) {
        void this.#send(message, this.#webhook);
      }
    }
  }

  async #send({ row, body }: ReadyMessage, webhook: LockedWebhook): Promise<void> {
    this.#inFlight.add(row.id);
    this.#pace.begin();
    const { verdict, attempt } = await this.#attempt(row, body, webhook);
    this.#pace.end(verdict.kind === "delivered", attempt.durationMs);
    if (verdict.kind === "aborted") {
      await this.#release([row.id]);
    } else {
      this.#ended.push({ deliveryId: row.id, attempt, verdict });
    }
    this.#inFlight.delete(row.id);
    this.#pump();
    void this.#run();
  }

  async #attempt(row: ReadyMessage["row"], body: string, webhook: LockedWebhook) {
    const { services, orgId, webhookId, onError } = this.#options;
    const startedOn = new Date();
    try {
      const message = { id: row.id, body };
      const target = { webhook, auth: openAuth({ secrets: services.secrets, orgId, webhookId }, webhook) };
      const { outcome, attempt } = await sendMessage(services.outbound, target, message, this.#stopping.signal);
      return { verdict: evaluateOutcome(outcome, row.tries), attempt };
    } catch (error) {
      // An internal error must neither lose the message nor retry it in a tight loop.
      onError(error);
      const outcome = { kind: "failed", reason: "message", message: "", detail: "", durationMs: 0 } as const;
      const failure = error instanceof SecretUnreadableError ? error.message : "Internal error while sending.";
      const attempt: Attempt = failedAttempt(startedOn, failure);
      return { verdict: evaluateOutcome(outcome, row.tries), attempt };
    }
  }

  /** Claims that cannot be released are freed when this node is gone. */
  async #release(ids: readonly string[]): Promise<void> {
    const { services, orgId, onError } = this.#options;
    if (ids.length > 0) {
      await releaseClaims(services.db, orgId, services.heartbeat.id, ids).catch((error: unknown) => {
        this.#mayHaveStrays = true;
        onError(error);
      });
    }
  }
}

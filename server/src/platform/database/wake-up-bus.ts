import { AsyncResource } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { beginSession, DatabaseHosts } from "./database-hosts.ts";
import { asUnavailable, isNoResponse } from "./unavailable.ts";

type Listener = (message: string) => void;

const sendIntervalMs = 10;
const reconnectDelayMsMax = 2_000;
const connectTimeoutMs = 5_000;
const heartbeatMsDefault = 5_000;
const channel = "weft_wake_up";
// PostgreSQL allows up to 8,000 bytes per notification.
const payloadBytesMax = 7_000;

/**
 * Notifies all nodes that something has changed, as a hint to check: messages may be lost, so no code may rely on one.
 * After a broken connection every topic is woken, because what was missed is unknown. Messages are sent after the
 * commit they refer to, at most one notification in 10 ms: NOTIFY inside a transaction would serialize all commits of
 * the cluster.
 */
export class WakeUpBus {
  readonly #hosts: DatabaseHosts;
  readonly #onOutage: (failure: unknown) => void;
  readonly #heartbeatMs: number;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #pending = new Set<string>();
  readonly #running: Promise<void>;
  #client: pg.Client | undefined;
  #sending: NodeJS.Timeout | undefined;
  #isClosed = false;
  #endConnection: () => void = () => {};

  constructor(
    connectionString: string,
    onOutage: (failure: unknown) => void = () => {},
    heartbeatMs = heartbeatMsDefault,
  ) {
    this.#hosts = new DatabaseHosts(connectionString);
    this.#onOutage = onOutage;
    this.#heartbeatMs = heartbeatMs;
    this.#running = this.#keepListening();
  }

  /** Calls the listener for every message on the topic, and with an empty string when messages may have been missed. */
  subscribe(topic: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    // In the context of the listener: work that a request wakes is not part of that request's trace.
    const bound = AsyncResource.bind(listener);
    this.#listeners.set(topic, listeners.add(bound));
    return () => listeners.delete(bound);
  }

  /** Reaches this node at once and the others within milliseconds. */
  publish(topic: string, message: string): void {
    this.#deliver(topic, message);
    const entry = JSON.stringify([topic, message]);
    // A message that fits no notification becomes the hint that something was missed.
    this.#pending.add(Buffer.byteLength(entry) < payloadBytesMax ? entry : JSON.stringify([topic, ""]));
    this.#sending ??= setTimeout(() => this.#send(), sendIntervalMs);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#sending);
    this.#send();
    this.#endConnection();
    await this.#running;
  }

  async #keepListening(): Promise<void> {
    for (let waitMs = 50; !this.#isClosed; waitMs = Math.min(waitMs * 2, reconnectDelayMsMax)) {
      try {
        await this.#listenUntilBroken(() => {
          waitMs = 50;
        });
      } catch (error) {
        this.#onOutage(asUnavailable(error));
      }
      if (!this.#isClosed) {
        await delay(waitMs, undefined, { ref: false });
      }
    }
  }

  async #listenUntilBroken(onListening: () => void): Promise<void> {
    const client = await this.#hosts.connect({
      application_name: "weft-bus",
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: this.#heartbeatMs,
    });
    const broken = new Promise<void>((resolve) => {
      client.on("error", () => resolve());
      client.on("end", () => resolve());
      this.#endConnection = resolve;
      if (this.#isClosed) resolve();
    });
    // A connection that only listens does not notice that its server is gone.
    const heartbeat = setInterval(
      () => void client.query("select 1").catch(() => this.#endConnection()),
      this.#heartbeatMs,
    );
    client.on("notification", ({ payload }) => this.#receive(payload ?? "[]"));
    try {
      await client.query(`${beginSession}; listen ${channel}`);
      this.#client = client;
      onListening();
      this.#wakeAll();
      await broken;
    } finally {
      clearInterval(heartbeat);
      this.#client = undefined;
      await client.end().catch(() => {});
    }
  }

  /** One notification at a time: messages that arrive meanwhile go into the next. */
  #send(): void {
    const batch = this.#takeBatch();
    const sent =
      batch.length === 0
        ? undefined
        : this.#client?.query("select pg_notify($1, $2)", [channel, `[${batch.join(",")}]`]).catch((error) => {
            if (isNoResponse(error)) this.#endConnection();
          });
    void Promise.resolve(sent).then(() => {
      this.#sending = this.#pending.size > 0 ? setTimeout(() => this.#send(), sendIntervalMs) : undefined;
    });
  }

  #takeBatch(): string[] {
    const batch: string[] = [];
    let bytes = 0;
    for (const message of this.#pending) {
      bytes += Buffer.byteLength(message) + 1;
      if (bytes > payloadBytesMax) {
        break;
      }
      batch.push(message);
      this.#pending.delete(message);
    }
    return batch;
  }

  #receive(payload: string): void {
    const messages: unknown = JSON.parse(payload);
    for (const entry of Array.isArray(messages) ? messages : []) {
      if (Array.isArray(entry)) {
        this.#deliver(String(entry[0]), String(entry[1]));
      }
    }
  }

  #deliver(topic: string, message: string): void {
    for (const listener of this.#listeners.get(topic) ?? []) {
      listener(message);
    }
  }

  #wakeAll(): void {
    for (const topic of this.#listeners.keys()) {
      this.#deliver(topic, "");
    }
  }
}

/**
 * Resolves when a message for the key arrives or may have been missed, after the timeout, or when the caller has ended.
 */
export function nextHint(
  bus: WakeUpBus,
  { topic, key }: { readonly topic: string; readonly key: string },
  timeoutMs: number,
  ended: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      unsubscribe();
      ended.removeEventListener("abort", wake);
      resolve();
    };
    const unsubscribe = bus.subscribe(topic, (reported) => {
      if (reported === key || reported === "") {
        wake();
      }
    });
    const timer = setTimeout(wake, timeoutMs);
    ended.addEventListener("abort", wake);
  });
}

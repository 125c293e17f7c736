import assert from "node:assert";
import pg from "pg";
import { errorCodeOf } from "../error-code.ts";
import { detailOf } from "../outbound/outbound-error.ts";
import { parseUrl } from "../parse-url.ts";
import { type DatabaseUrl, parseDatabaseUrl, type SessionTarget } from "./database-url.ts";
import type { SqlStatement } from "./sql.ts";
import { isNoResponse, readOnlyState } from "./unavailable.ts";

/** One connection, as a database. */
interface Session {
  query<Row extends object>(statement: SqlStatement): Promise<Row[]>;
}

/** Prepares a session that can write before its first use; if it fails, the session is not used. */
export type Prepare = (session: Session) => Promise<void>;

export interface HostOptions {
  /** Whether "any" in the URL includes a standby, as for a URL that is only read. Default: it means the primary. */
  readonly acceptsStandby?: boolean | undefined;
  readonly prepare?: Prepare | undefined;
}

/**
 * The hosts of a URL, of which one is the primary at a time. Every connection is made here: to the host that was usable
 * last, and to the next ones if it does not respond or no longer is what the URL asks for. A rejected password ends the
 * search, as in libpq.
 */
export class DatabaseHosts {
  readonly #url: DatabaseUrl;
  readonly #acceptsStandby: boolean;
  readonly prepare: Prepare | undefined;
  /** The hosts that failed, by the errors of their connections. */
  readonly #failedHosts = new WeakMap<Error, string>();
  readonly #unconnected = new WeakSet<Error>();
  /** Its clients connect to the host that was usable last. */
  readonly Client = clientOf(this);
  #hostUrl: string;

  constructor(connectionString: string, { acceptsStandby = false, prepare }: HostOptions = {}) {
    this.#url = parseDatabaseUrl(connectionString);
    this.#acceptsStandby = acceptsStandby;
    this.prepare = prepare;
    this.#hostUrl = this.#url.hostUrls[0];
  }

  get hostUrl(): string {
    return this.#hostUrl;
  }

  get hasSeveral(): boolean {
    return this.#url.hostUrls.length > 1;
  }

  /** Not a standby, also without writes at first: when it is promoted, the session would write on another timeline. */
  get target(): SessionTarget {
    const { target } = this.#url;
    return target === "any" && !this.#acceptsStandby ? "primary" : target;
  }

  /** Connects a session outside of a pool. */
  connect(options: pg.ClientConfig): Promise<pg.Client> {
    return this.reach(() => new this.Client(options).connect());
  }

  /** Connects to one host after the other, until one is usable. */
  async reach<Connected>(connect: () => Promise<Connected>): Promise<Connected> {
    const failures: Error[] = [];
    for (;;) {
      try {
        return await connect();
      } catch (error) {
        const failure = this.#hostFailureOf(error);
        const { hostUrls } = this.#url;
        if (failure === undefined || hostUrls.length === 1) throw error;
        failures.push(failure);
        if (failures.length === hostUrls.length) {
          throw new NoHostError(failures, (one) => this.#failedHosts.get(one) ?? "");
        }
      }
    }
  }

  /** The next connection tries another host. Others may have moved on from this one before. */
  leave(hostUrl: string, failure: Error): void {
    this.#failedHosts.set(failure, nameOf(hostUrl));
    const { hostUrls } = this.#url;
    if (hostUrl === this.#hostUrl) {
      this.#hostUrl = hostUrls[(hostUrls.indexOf(hostUrl) + 1) % hostUrls.length] ?? hostUrl;
    }
  }

  #hostFailureOf(error: unknown): Error | undefined {
    return causesOf(error).find((one) => this.#failedHosts.has(one));
  }

  /** Remembers that a connection was not made, for whatever reason. */
  noteUnconnected(failure: Error): void {
    this.#unconnected.add(failure);
  }

  /** Whether no connection could be made, in contrast to a pool without a free one. */
  isUnconnected(error: unknown): boolean {
    return causesOf(error).some((one) => this.#unconnected.has(one));
  }
}

/** A pool reports a timeout with the error of its client as the cause. */
function causesOf(error: unknown): Error[] {
  return (error instanceof Error ? [error, error.cause] : []).filter((one) => one instanceof Error);
}

/**
 * Ends a session whose client is gone without a word, with its locks: by default PostgreSQL waits for two hours. Set by
 * statement, and not with the startup message, in which connection poolers reject it. Returns the server of the session
 * in the same round trip: servers behind one name have started at different times.
 */
export const beginSession = `
  select set_config('idle_in_transaction_session_timeout', '30s', false), set_config('tcp_user_timeout', '15s', false),
    set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false),
    set_config('tcp_keepalives_count', '5', false), extract(epoch from pg_postmaster_start_time())::text as server`;

/** A session on one host, whatever it is now. */
export async function connectHost(hostUrl: string, options: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...options, connectionString: hostUrl });
  client.on("error", () => {}); // The query in progress reports it.
  await client.connect();
  return client;
}

/** A session outside of a pool, on the host that the URL asks for. */
export function connectClient(connectionString: string, options: pg.ClientConfig): Promise<pg.Client> {
  return new DatabaseHosts(connectionString).connect(options);
}

interface HostPoolOptions extends HostOptions {
  readonly connectionString: string;
  readonly fallback?: pg.Pool | undefined;
  readonly onOutage?: ((failure: unknown) => void) | undefined;
}

/** A pool whose connections follow the primary. Another pool takes the place of a server that cannot be connected to. */
export class HostPool extends pg.Pool {
  readonly #hosts: DatabaseHosts;
  readonly #options: HostPoolOptions;

  constructor(hostOptions: HostPoolOptions, options: pg.PoolConfig) {
    const hosts = new DatabaseHosts(hostOptions.connectionString, hostOptions);
    super({ ...options, Client: hosts.Client });
    this.#hosts = hosts;
    this.#options = hostOptions;
  }

  /** Whether its connections are for writes, so that they lead to one server at a time. */
  get followsPrimary(): boolean {
    return isWritten(this.#hosts.target);
  }

  /** The host that a connection of the pool was made to. */
  hostUrlOf(client: pg.ClientBase): string {
    assert(client instanceof this.#hosts.Client, "a connection of another pool");
    return client.hostUrl;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: PoolCallback): void;
  override connect(callback?: PoolCallback): Promise<pg.PoolClient> | undefined {
    // Every query passes here, and a single host needs no search.
    if (!this.#hosts.hasSeveral && this.#options.fallback === undefined) {
      return callback === undefined ? super.connect() : void super.connect(callback);
    }
    const connected = this.#connectAnywhere();
    if (callback === undefined) return connected;
    connected.then(
      (client) => callback(undefined, client, (error) => client.release(error)),
      (error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  async #connectAnywhere(): Promise<pg.PoolClient> {
    const { fallback, onOutage } = this.#options;
    try {
      return await this.#hosts.reach(() => super.connect());
    } catch (error) {
      if (fallback === undefined || !this.#hosts.isUnconnected(error)) throw error;
      onOutage?.(error);
      return fallback.connect();
    }
  }
}

type PoolCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

const checkTimeoutMs = 5_000;

function clientOf(hosts: DatabaseHosts) {
  return class HostClient extends pg.Client {
    readonly hostUrl = hosts.hostUrl;

    constructor(options?: pg.ClientConfig) {
      // Detects a lost server while the connection is idle, after 15 s: Node probes ten times, once per second.
      const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 };
      super({ ...keepAlive, ...options, connectionString: hosts.hostUrl });
      this.on("error", () => {}); // The query in progress reports it.
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error | null) => void): void;
    override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | undefined {
      const connected = this.#connectChecked();
      if (callback === undefined) return connected;
      connected.then(() => callback(null), callback);
      return undefined;
    }

    async #connectChecked(): Promise<pg.Client> {
      try {
        await super.connect();
        await requireTarget(this, hosts.target);
        await hosts.prepare?.(databaseOn(this));
        return this;
      } catch (error) {
        void this.end().catch(() => {});
        if (error instanceof Error) hosts.noteUnconnected(error);
        if (error instanceof Error && (isNoResponse(error) || error instanceof WrongTargetError)) {
          hosts.leave(this.hostUrl, error);
        }
        throw error;
      }
    }
  };
}

export function databaseOn(client: pg.Client): Session {
  return {
    async query<Row extends object>({ text, values }: SqlStatement) {
      return (await client.query<Row>(text, [...values])).rows;
    },
  };
}

async function requireTarget(client: pg.Client, target: SessionTarget): Promise<void> {
  if (target === "any") return;
  const statement = {
    text: "select pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') = 'on' as is_read_only",
    query_timeout: checkTimeoutMs,
  };
  const { rows } = await client.query<{ is_standby: boolean; is_read_only: boolean }>(statement);
  const isStandby = rows[0]?.is_standby === true;
  const isReadOnly = rows[0]?.is_read_only === true;
  const fits = { "read-write": !isReadOnly, "read-only": isReadOnly, primary: !isStandby, standby: isStandby };
  if (!fits[target]) throw new WrongTargetError(target);
}

function isWritten(target: SessionTarget): boolean {
  return target === "read-write" || target === "primary";
}

const targetMessages: Readonly<Record<Exclude<SessionTarget, "any">, string>> = {
  "read-write": "it accepts no writes",
  "read-only": "it accepts writes",
  primary: "it is a standby, or is recovering",
  standby: "it is not a standby",
};

/** A server that responds, but is not what the URL asks for. */
class WrongTargetError extends Error {
  readonly code: string;

  constructor(target: Exclude<SessionTarget, "any">) {
    super(targetMessages[target]);
    this.name = "WrongTargetError";
    // As PostgreSQL rejects a write, or a session that it cannot accept now.
    this.code = isWritten(target) ? readOnlyState : "57P03";
  }
}

/** No host of the list can be used. */
class NoHostError extends Error {
  readonly code: string;

  constructor(failures: readonly Error[], hostOf: (failure: Error) => string) {
    super(failures.map((failure) => `${hostOf(failure)}: ${detailOf(failure)}`).join("; "));
    this.name = "NoHostError";
    // A server that responds says more about the list than one that does not.
    this.code = errorCodeOf(failures.find((failure) => failure instanceof WrongTargetError) ?? failures.at(-1));
  }
}

function nameOf(hostUrl: string): string {
  const host = parseUrl(hostUrl)?.host ?? "";
  return decodeURIComponent(host);
}

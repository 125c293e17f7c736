import { unbracketedHost } from "../network-address.ts";
import { isTimeout } from "./deadline.ts";
import type { ConnectionOpener, ConnectionTarget, OpenedConnection } from "./guarded-connector.ts";
import { CrossedCloseError, type ExchangeCall, type LocatedAnswer, OutboundConnection } from "./outbound-connection.ts";
import { OutboundError } from "./outbound-error.ts";
import type { OutboundRequest } from "./redirected-request.ts";

/** A lane for every origin that is called. */
export class OriginLanes {
  readonly #open: ConnectionOpener;
  readonly #lanes = new Map<string, OriginLane>();

  constructor(open: ConnectionOpener) {
    this.#open = open;
  }

  /** Resends once a request that met an idle connection just as the receiver closed it. */
  async exchange(request: OutboundRequest, call: ExchangeCall): Promise<LocatedAnswer> {
    try {
      return await this.#laneTo(request.url).exchange(request, call);
    } catch (error) {
      if (!(error instanceof CrossedCloseError)) throw error;
    }
    try {
      return await this.#laneTo(request.url).exchangeAnew(request, call);
    } catch (error) {
      throw error instanceof CrossedCloseError ? error.cause : error;
    }
  }

  close(): void {
    for (const lane of this.#lanes.values()) lane.close();
  }

  #laneTo(url: URL): OriginLane {
    const known = this.#lanes.get(url.origin);
    if (known !== undefined) return known;
    const lane = new OriginLane({
      url,
      open: (signal) => this.#open(targetOf(url), signal),
      onEmpty: () => this.#lanes.delete(url.origin),
    });
    this.#lanes.set(url.origin, lane);
    return lane;
  }
}

function targetOf({ hostname, host, protocol, port }: URL): ConnectionTarget {
  return { hostname: unbracketedHost(hostname), host, protocol, port };
}

const connectionsMax = 32;
const waitingMax = 1_024;

interface OriginLaneOptions {
  readonly url: URL;
  readonly open: (signal: AbortSignal) => Promise<OpenedConnection>;
  /** Called when the lane is empty. */
  readonly onEmpty: () => void;
}

interface Waiter {
  readonly isForUnused: boolean;
  readonly take: (connection: OutboundConnection) => void;
  readonly fail: (error: unknown) => void;
}

/** The connections to one origin. Each origin has its own, so that a slow receiver does not delay others. */
class OriginLane {
  readonly #options: OriginLaneOptions;
  readonly #closing = new AbortController();
  readonly #connections = new Set<OutboundConnection>();
  // The most recently used is reused first, so that surplus connections expire and close.
  readonly #idle: OutboundConnection[] = [];
  readonly #waiting = new Set<Waiter>();
  // An opened connection goes to the first waiter: the one that requested it may have given up.
  #openings = 0;

  constructor(options: OriginLaneOptions) {
    this.#options = options;
  }

  async exchange(request: OutboundRequest, call: ExchangeCall): Promise<LocatedAnswer> {
    const connection = this.#idle.pop() ?? (await this.#waitForOne(call.signal, false));
    return connection.exchange(request, call, () => this.#give(connection));
  }

  /** The same on a connection that has not been used yet. */
  async exchangeAnew(request: OutboundRequest, call: ExchangeCall): Promise<LocatedAnswer> {
    const connection = await this.#waitForOne(call.signal, true);
    return connection.exchange(request, call, () => this.#give(connection));
  }

  close(): void {
    this.#closing.abort(new Error("The sender was closed."));
    for (const connection of this.#connections) connection.destroy();
  }

  #waitForOne(signal: AbortSignal, isForUnused: boolean): Promise<OutboundConnection> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.size >= waitingMax) throw this.#busy();
      const leave = () => {
        this.#waiting.delete(waiter);
        reject(isTimeout(signal.reason) && this.#connections.size === connectionsMax ? this.#busy() : signal.reason);
      };
      const settleBy =
        <Value>(settle: (value: Value) => void) =>
        (value: Value) => {
          this.#waiting.delete(waiter);
          signal.removeEventListener("abort", leave);
          settle(value);
        };
      const waiter: Waiter = { isForUnused, take: settleBy(resolve), fail: settleBy(reject) };
      signal.addEventListener("abort", leave, { once: true });
      this.#waiting.add(waiter);
      this.#openForWaiting();
    });
  }

  #openForWaiting(): void {
    while (this.#openings < this.#waiting.size && this.#connections.size + this.#openings < connectionsMax) {
      this.#openings += 1;
      this.#options.open(this.#closing.signal).then(
        (opened) => {
          this.#openings -= 1;
          this.#give(this.#add(opened));
        },
        (error: unknown) => {
          this.#openings -= 1;
          const [first] = this.#waiting;
          first?.fail(error);
          this.#openForWaiting();
          this.#notifyIfEmpty();
        },
      );
    }
  }

  #add(opened: OpenedConnection): OutboundConnection {
    const connection = new OutboundConnection(this.#options.url.origin, opened, (closed) => this.#discardIdle(closed));
    this.#connections.add(connection);
    return connection;
  }

  #give(connection: OutboundConnection): void {
    const taker = connection.isOpen ? this.#takerOf(connection) : undefined;
    if (taker !== undefined) {
      taker.take(connection);
    } else if (connection.isOpen && this.#waiting.size === 0) {
      this.#idle.push(connection);
    } else {
      this.#discard(connection);
    }
  }

  #takerOf({ isUsed }: OutboundConnection): Waiter | undefined {
    for (const waiter of this.#waiting) {
      if (!(isUsed && waiter.isForUnused)) return waiter;
    }
    return undefined;
  }

  #discardIdle(connection: OutboundConnection): void {
    const place = this.#idle.indexOf(connection);
    if (place === -1) return;
    this.#idle.splice(place, 1);
    this.#discard(connection);
  }

  #discard(connection: OutboundConnection): void {
    this.#connections.delete(connection);
    connection.destroy();
    this.#openForWaiting();
    this.#notifyIfEmpty();
  }

  #notifyIfEmpty(): void {
    if (this.#connections.size + this.#openings + this.#waiting.size === 0) this.#options.onEmpty();
  }

  #busy(): OutboundError {
    return new OutboundError("busy", `No connection to the host ${this.#options.url.hostname} became free in time.`);
  }
}

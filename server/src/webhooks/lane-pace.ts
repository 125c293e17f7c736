import { FairShare } from "../platform/threads/fair-slots.ts";

const flightsMax = 16;
const flightsOfNodeMax = 256;
/** Each webhook may have this many, however busy the node is with others. */
const flightsAlways = 2;
const claimsMaxMax = 256;
const quickMs = 250;

/** The concurrent messages of this node to all webhooks, shared fairly between orgs. */
export class NodeFlights {
  readonly #share = new FairShare(flightsOfNodeMax);

  mayStart(orgId: string): boolean {
    return this.#share.roomFor(orgId) > 0;
  }

  begin(orgId: string): void {
    this.#share.take(orgId);
  }

  end(orgId: string): void {
    this.#share.release(orgId);
  }
}

/**
 * Limits concurrency per webhook: many messages at a time while its receiver is fast, and one by one while it fails, so
 * that a recovering receiver is not flooded.
 */
export class LanePace {
  readonly #node: NodeFlights;
  readonly #orgId: string;
  #flightsMax = flightsMax;
  #claimsMax = flightsMax;
  #inFlight = 0;

  constructor(node: NodeFlights, orgId: string) {
    this.#node = node;
    this.#orgId = orgId;
  }

  /** No recent failures: this state can be discarded. */
  get isAtEase(): boolean {
    return this.#flightsMax === flightsMax;
  }

  /** The maximum number of claims. Exceeds the concurrency limit only while the receiver is fast. */
  get claimsMax(): number {
    return Math.max(this.#flightsMax, this.#claimsMax);
  }

  mayStart(): boolean {
    const isFree = this.#node.mayStart(this.#orgId) || this.#inFlight < flightsAlways;
    return this.#inFlight < this.#flightsMax && isFree;
  }

  begin(): void {
    this.#inFlight += 1;
    this.#node.begin(this.#orgId);
  }

  end(isDelivered: boolean, durationMs: number): void {
    this.#inFlight -= 1;
    this.#node.end(this.#orgId);
    this.#flightsMax = isDelivered ? Math.min(this.#flightsMax * 2, flightsMax) : Math.ceil(this.#flightsMax / 2);
    if (!isDelivered || durationMs > quickMs) {
      this.#claimsMax = 0;
    }
  }

  /** Claims more next time if all requested claims were filled. */
  noteClaims(taken: number, asked: number): void {
    if (taken > 0 && taken === asked) {
      this.#claimsMax = Math.min(Math.max(this.#claimsMax, flightsMax) * 2, claimsMaxMax);
    }
  }
}

import { FairShare } from "../platform/threads/fair-share.ts";

const flightsMax = 16;
const flightsOfNodeMax = 256;
/** However busy the node is with others, each webhook may have so many. */
const flightsAlways = 2;
const claimsMaxMax = 256;
const quickMs = 250;

/** What this node has in progress to all webhooks, shared between orgs. */
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
 * How fast messages are sent to one webhook: many at a time while its receiver is quick, and one by one while it fails,
 * so that a receiver that comes back is not met by a crowd.
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

  /** Nothing has failed lately: whoever forgets this pace loses nothing. */
  get isAtEase(): boolean {
    return this.#flightsMax === flightsMax;
  }

  /** How many may be taken in all: more than can be in progress only where they do not wait for long. */
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

  /** Who has got all that they asked for asks for more the next time. */
  noteClaims(taken: number, asked: number): void {
    if (taken > 0 && taken === asked) {
      this.#claimsMax = Math.min(Math.max(this.#claimsMax, flightsMax) * 2, claimsMaxMax);
    }
  }
}

/** Before the first response, the rate limit is unknown: more calls at once could all be rejected. */
const concurrencyBeforeLimits = 10;

interface Waiting {
  readonly start: () => void;
  /** Whether the service may hold the request, so that it must not keep others waiting. */
  readonly isHeld: boolean;
}

/** The requests that may be sent now, by the last response of the service. */
interface Quota {
  tokens: number;
  readonly perSecond: number;
  readonly burst: number;
  readonly countedOnMs: number;
}

/**
 * Delays the requests of a session: at most so many at once, and not more than the RateLimit headers of the service allow.
 * Requests start in the order of their calls.
 */
export class Pacer {
  readonly #concurrencyMax: number;
  #waiting: Waiting[] = [];
  #running = 0;
  #inFlight = 0;
  #hasAnswer = false;
  #quota: Quota | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(concurrencyMax: number) {
    this.#concurrencyMax = concurrencyMax;
  }

  /** Waits for its turn; an abort ends the wait with the signal's reason. Returns a function that ends the request. */
  enter(isHeld: boolean, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        reject(signal.reason);
      };
      const waiting = {
        isHeld,
        start: () => {
          signal.removeEventListener("abort", leave);
          resolve(this.#begin(isHeld));
        },
      };
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      signal.addEventListener("abort", leave, { once: true });
      this.#waiting.push(waiting);
      this.#startNext();
    });
  }

  /** Reads the headers of a response. Without them, requests are not paced. */
  learn({ status, headers }: Response): void {
    this.#hasAnswer = true;
    const policy = /;\s*q=(\d+)\s*;\s*w=(\d+)/.exec(headers.get("ratelimit-policy") ?? "");
    const left = /;\s*r=(\d+)/.exec(headers.get("ratelimit") ?? "");
    const [burst, windowSeconds, remaining] = [Number(policy?.[1]), Number(policy?.[2]), Number(left?.[1])];
    if (!(burst > 0 && windowSeconds > 0 && remaining >= 0)) return;
    const perSecond = burst / windowSeconds;
    // Other requests may be on their way, not yet counted by the service.
    const known = status === 429 ? 0 : remaining - (this.#inFlight - 1);
    const tokens = this.#quota === undefined ? known : Math.min(known, this.#tokens(this.#quota));
    this.#quota = { tokens, perSecond, burst, countedOnMs: Date.now() };
  }

  #begin(isHeld: boolean): () => void {
    this.#running += isHeld ? 0 : 1;
    this.#inFlight += 1;
    if (this.#quota !== undefined) this.#quota.tokens -= 1;
    return () => {
      this.#running -= isHeld ? 0 : 1;
      this.#inFlight -= 1;
      this.#startNext();
    };
  }

  #tokens({ tokens, perSecond, burst, countedOnMs }: Quota): number {
    return Math.min(burst, tokens + ((Date.now() - countedOnMs) / 1000) * perSecond);
  }

  #startNext(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const delayMs = this.#delayMs();
      if (delayMs > 0) {
        this.#timer ??= setTimeout(() => {
          this.#timer = undefined;
          this.#startNext();
        }, delayMs);
        return;
      }
      this.#waiting = this.#waiting.filter((one) => one !== next);
      next.start();
    }
  }

  /** The first one that may run beside those that are running. */
  #next(): Waiting | undefined {
    const limit = this.#hasAnswer ? this.#concurrencyMax : Math.min(this.#concurrencyMax, concurrencyBeforeLimits);
    return this.#running < limit ? this.#waiting[0] : this.#waiting.find(({ isHeld }) => isHeld);
  }

  /** Until the quota allows another request. */
  #delayMs(): number {
    if (this.#quota === undefined) return 0;
    const missing = 1 - this.#tokens(this.#quota);
    return missing <= 0 ? 0 : Math.ceil((missing / this.#quota.perSecond) * 1000);
  }
}

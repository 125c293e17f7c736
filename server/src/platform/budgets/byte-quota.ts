import { unavailable } from "../errors.ts";
import type { Problem } from "../problem.ts";

export interface ByteQuotaOptions {
  readonly bytesMax: number;
  /** How long a call waits for its turn. */
  readonly waitMsMax: number;
  /** What the bytes are for, as named in the error. */
  readonly purpose: string;
}

interface Waiter {
  readonly bytes: number;
  readonly grant: () => void;
}

const retryAfterSeconds = 5;

/**
 * Bytes of memory that large bodies or responses of this node may use at once. A tenant holds at most half of them, and
 * waiting tenants are served in turn, so that no tenant can starve the others.
 */
export class ByteQuota {
  readonly #options: ByteQuotaOptions;
  readonly #heldBy = new Map<string, number>();
  /** In the order of turns: a tenant that was served moves to the end. */
  readonly #waiting = new Map<string, Waiter[]>();
  #held = 0;

  constructor(options: ByteQuotaOptions) {
    this.#options = options;
  }

  get held(): number {
    return this.#held;
  }

  get bytesMax(): number {
    return this.#options.bytesMax;
  }

  /** Callers that wait for their turn. */
  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, waiters) => sum + waiters.length, 0);
  }

  get bytesMaxOfTenant(): number {
    return Math.max(1, Math.floor(this.#options.bytesMax / 2));
  }

  /** Takes the bytes if no wait is needed. */
  tryTake(tenant: string, bytes: number): boolean {
    if (this.#nextToServe() !== undefined || !this.#hasRoom(tenant, bytes)) {
      return false;
    }
    this.#take(tenant, bytes);
    return true;
  }

  /** Takes the bytes when it is this tenant's turn. A waiting caller must hold none: otherwise two could deadlock. */
  async take(tenant: string, bytes: number, ended?: AbortSignal): Promise<void> {
    const wanted = Math.min(bytes, this.bytesMaxOfTenant);
    if (this.tryTake(tenant, wanted)) {
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        this.#leave(tenant, waiter);
        reject(this.#refusal());
      };
      const timer = setTimeout(giveUp, this.#options.waitMsMax);
      ended?.addEventListener("abort", giveUp, { once: true });
      const waiter: Waiter = {
        bytes: wanted,
        grant: () => {
          clearTimeout(timer);
          ended?.removeEventListener("abort", giveUp);
          resolve();
        },
      };
      this.#waiting.set(tenant, [...(this.#waiting.get(tenant) ?? []), waiter]);
      this.#serve();
    });
  }

  give(tenant: string, bytes: number): void {
    const left = (this.#heldBy.get(tenant) ?? 0) - bytes;
    this.#held -= bytes;
    if (left > 0) {
      this.#heldBy.set(tenant, left);
    } else {
      this.#heldBy.delete(tenant);
    }
    this.#serve();
  }

  #hasRoom(tenant: string, bytes: number): boolean {
    const ofTenant = (this.#heldBy.get(tenant) ?? 0) + bytes;
    return this.#held + bytes <= this.#options.bytesMax && ofTenant <= this.bytesMaxOfTenant;
  }

  #take(tenant: string, bytes: number): void {
    this.#held += bytes;
    this.#heldBy.set(tenant, (this.#heldBy.get(tenant) ?? 0) + bytes);
  }

  #serve(): void {
    for (let next = this.#nextToServe(); next !== undefined; next = this.#nextToServe()) {
      const [tenant, waiter] = next;
      if (!this.#hasRoom(tenant, waiter.bytes)) {
        return;
      }
      this.#take(tenant, waiter.bytes);
      this.#leave(tenant, waiter);
      this.#moveToEnd(tenant);
      waiter.grant();
    }
  }

  /** A tenant at its own limit is skipped; one that only lacks free bytes keeps its turn. */
  #nextToServe(): [string, Waiter] | undefined {
    for (const [tenant, [first]] of this.#waiting) {
      if (first !== undefined && (this.#heldBy.get(tenant) ?? 0) + first.bytes <= this.bytesMaxOfTenant) {
        return [tenant, first];
      }
    }
    return undefined;
  }

  #leave(tenant: string, waiter: Waiter): void {
    const others = (this.#waiting.get(tenant) ?? []).filter((other) => other !== waiter);
    if (others.length === 0) {
      this.#waiting.delete(tenant);
    } else {
      this.#waiting.set(tenant, others);
    }
  }

  #moveToEnd(tenant: string): void {
    const waiters = this.#waiting.get(tenant);
    if (waiters !== undefined) {
      this.#waiting.delete(tenant);
      this.#waiting.set(tenant, waiters);
    }
  }

  #refusal(): Problem {
    const detail = `The service is busy with ${this.#options.purpose}. Retry after ${retryAfterSeconds} s.`;
    return unavailable(detail, { retryAfterSeconds });
  }
}

export interface FairSlotsOptions {
  readonly slots: number;
  /** How many requests of one owner may wait; further ones are rejected. */
  readonly waitingMax: number;
  /** How many slots an owner may hold while others use some too. Default: according to FairShare. */
  readonly heldMaxBesideOthers?: number;
}

// How long an owner counts as active after it took a slot.
const activeMs = 1_000;

interface Waiting {
  readonly admit: () => void;
}

/** Too many requests of one owner are waiting. */
export class TooManyWaitingError extends Error {
  constructor(waitingMax: number) {
    super(`${waitingMax} are waiting already`);
    this.name = "TooManyWaitingError";
  }
}

/**
 * Shares a few slots between owners according to FairShare, and fewer for each while several use them. Waiting requests
 * are admitted in turn, one owner after the other, and the oldest of each owner first.
 */
export class FairSlots {
  readonly #waitingMax: number;
  readonly #heldMaxBesideOthers: number;
  readonly #share: FairShare;
  /** In the order of their turns. */
  readonly #lines = new Map<string, Set<Waiting>>();

  /** The two owners that used a slot last, and when: enough to know whether an owner is alone. */
  #latest = { owner: "", at: Number.NEGATIVE_INFINITY };
  #latestOther = this.#latest;

  constructor({ slots, waitingMax, heldMaxBesideOthers = slots }: FairSlotsOptions) {
    this.#share = new FairShare(slots);
    this.#waitingMax = waitingMax;
    this.#heldMaxBesideOthers = heldMaxBesideOthers;
  }

  /** Rejects with the reason of the signal if that is aborted first. A caller that takes a slot must release it. */
  async take(owner: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#hasRoomFor(owner)) {
      this.#take(owner);
    } else {
      await this.#wait(owner, signal);
    }
  }

  release(owner: string): void {
    this.#share.release(owner);
    while (this.#admitNext()) {
      // Each admission changes what the others may take.
    }
  }

  #hasRoomFor(owner: string): boolean {
    const isWithinMax = this.#share.heldBy(owner) < this.#heldMaxBesideOthers || this.#isAlone(owner);
    return isWithinMax && this.#share.roomFor(owner) > 0;
  }

  #isAlone(owner: string): boolean {
    const other = this.#latest.owner === owner ? this.#latestOther : this.#latest;
    return performance.now() - other.at >= activeMs;
  }

  #take(owner: string): void {
    this.#share.take(owner);
    if (this.#latest.owner !== owner) {
      this.#latestOther = this.#latest;
    }
    this.#latest = { owner, at: performance.now() };
  }

  #wait(owner: string, signal: AbortSignal): Promise<void> {
    const line = this.#lines.get(owner) ?? new Set();
    if (line.size >= this.#waitingMax) {
      throw new TooManyWaitingError(this.#waitingMax);
    }
    this.#lines.set(owner, line);
    return new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#leaveLine(owner, waiting);
        reject(signal.reason);
      };
      const waiting: Waiting = {
        admit: () => {
          signal.removeEventListener("abort", leave);
          resolve();
        },
      };
      line.add(waiting);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  #admitNext(): boolean {
    for (const [owner, line] of this.#lines) {
      const [next] = line;
      if (next !== undefined && this.#hasRoomFor(owner)) {
        this.#take(owner);
        this.#leaveLine(owner, next);
        this.#sendToTheEnd(owner);
        next.admit();
        return true;
      }
    }
    return false;
  }

  #leaveLine(owner: string, waiting: Waiting): void {
    const line = this.#lines.get(owner);
    line?.delete(waiting);
    if (line?.size === 0) {
      this.#lines.delete(owner);
    }
  }

  #sendToTheEnd(owner: string): void {
    const line = this.#lines.get(owner);
    if (line !== undefined) {
      this.#lines.delete(owner);
      this.#lines.set(owner, line);
    }
  }
}

/**
 * Counts the slots that each owner holds, and how many more it may take. An owner, such as an org, may take another
 * only while more are free than it holds: a single owner gets half of them, so that another finds one at once.
 */
export class FairShare {
  readonly #held = new Map<string, number>();
  #free: number;

  constructor(slots: number) {
    this.#free = slots;
  }

  roomFor(owner: string): number {
    return Math.max(0, Math.floor((this.#free - this.heldBy(owner) + 1) / 2));
  }

  heldBy(owner: string): number {
    return this.#held.get(owner) ?? 0;
  }

  take(owner: string): void {
    this.#free -= 1;
    this.#held.set(owner, this.heldBy(owner) + 1);
  }

  release(owner: string): void {
    this.#free += 1;
    const left = this.heldBy(owner) - 1;
    if (left > 0) {
      this.#held.set(owner, left);
    } else {
      this.#held.delete(owner);
    }
  }
}

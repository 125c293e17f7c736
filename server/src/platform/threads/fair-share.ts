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

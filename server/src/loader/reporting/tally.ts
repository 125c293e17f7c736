import type { MemberCounts } from "../../assortments/compare-stage.ts";
import type { BatchOutcome } from "../drafting/load-batch-store.ts";
import type { CheckedBatch } from "../drafting/plan-batch.ts";
import { type Counts, noCounts } from "../load.ts";

/** Counts of entities by type. An entity in rows of several batches, such as a family, counts once. */
export class Tally {
  readonly #counts = new Map<string, { -readonly [Outcome in keyof Counts]: number }>();
  readonly #seen = new SeenKeys();

  add(entityType: string, outcome: keyof Counts, number = 1): void {
    if (number > 0) {
      const counts = this.#counts.get(entityType) ?? { ...noCounts };
      this.#counts.set(entityType, counts);
      counts[outcome] += number;
    }
  }

  addOutcome({ entities, members }: BatchOutcome): void {
    for (const [entityType, id, outcome] of entities) {
      if (this.#seen.add(id)) {
        this.add(entityType, outcome);
      }
    }
    if (members !== undefined) {
      this.#addMembers(members);
    }
  }

  /**
   * Counts the planned results of a batch. A dry run writes nothing, so an entity that an earlier batch would create
   * seems to be created again by a later one: returns the batch without such repetitions.
   */
  addDryRun(batch: CheckedBatch): CheckedBatch {
    const plans = batch.plans.map((planned, request) => {
      const key = batch.plan.keys[request];
      if ("problem" in planned || key === undefined) {
        return planned;
      }
      if (!this.#seen.add(key)) {
        return { ...planned, steps: [] };
      }
      this.add(planned.entity.entityType, planned.outcome);
      return planned;
    });
    return { ...batch, plans };
  }

  counts(): Readonly<Record<string, Counts>> {
    return Object.fromEntries(this.#counts);
  }

  #addMembers({ added, updated, unchanged, removed }: MemberCounts): void {
    this.add("assortment-item", "created", added);
    this.add("assortment-item", "updated", updated);
    this.add("assortment-item", "unchanged", unchanged);
    this.add("assortment-item", "deleted", removed);
  }
}

const fullness = 0.8;

/**
 * A set of texts that stores a 53-bit hash of each, in 8 bytes: a million of them take 16 MB instead of a hundred. Two
 * texts collide once in some ten thousand loads of a million rows, so it is suitable for counts only.
 */
class SeenKeys {
  #slots = new Float64Array(1_024);
  #count = 0;

  /** Returns false if the text was already in the set. */
  add(text: string): boolean {
    if (this.#count >= this.#slots.length * fullness) {
      this.#grow();
    }
    const hash = hashOf(text);
    const place = this.#placeOf(hash);
    if (this.#slots[place] !== 0) {
      return false;
    }
    this.#slots[place] = hash;
    this.#count++;
    return true;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Float64Array(before.length * 2);
    for (const hash of before) {
      if (hash !== 0) {
        this.#slots[this.#placeOf(hash)] = hash;
      }
    }
  }

  /** The slot of the hash, or the free slot where it belongs. */
  #placeOf(hash: number): number {
    const mask = this.#slots.length - 1;
    let place = hash % this.#slots.length;
    while (this.#slots[place] !== 0 && this.#slots[place] !== hash) {
      place = (place + 1) & mask;
    }
    return place;
  }
}

/** Never 0, which marks a free slot. */
function hashOf(text: string): number {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 2_654_435_761);
    other = Math.imul(other ^ code, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
  other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & other) + (one >>> 0) + 1;
}

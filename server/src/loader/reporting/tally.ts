import type { MemberCounts } from "../../assortments/staged-member.ts";
import type { BatchOutcome } from "../batches/batch-outcome.ts";
import type { CheckedBatch } from "../batches/checked-batch.ts";
import { type Counts, noCounts } from "../load.ts";
import { SeenKeys } from "./seen-keys.ts";

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

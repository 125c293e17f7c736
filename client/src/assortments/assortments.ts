import type { AssortmentItemsAnswer, AssortmentPublishAnswer, AssortmentPublishChange } from "../contract/schemas.ts";
import type { Page } from "../entity-calls.ts";
import type { Caller, CallOptions } from "../operation-call.ts";

interface OneAssortment extends CallOptions {
  readonly assortmentId: string;
}

interface Writing extends OneAssortment {
  /** Returns the result without writing. */
  readonly dryRun?: boolean | undefined;
}

interface Members extends Writing {
  /** Up to 10,000 items. */
  readonly itemIds: readonly string[];
}

/** The items of assortments, and their publishes. Assortments themselves are entities. */
export class Assortments {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Adds items and publishes the assortment. */
  addItems({ assortmentId, itemIds, dryRun, ...options }: Members): Promise<AssortmentItemsAnswer> {
    const input = { params: { id: assortmentId }, query: { dryRun }, body: { itemIds: [...itemIds] } };
    return this.#caller.call("add-assortment-items", input, options);
  }

  /** Removes items and publishes the assortment. */
  removeItems({ assortmentId, itemIds, dryRun, ...options }: Members): Promise<AssortmentItemsAnswer> {
    const input = { params: { id: assortmentId }, query: { dryRun }, body: { itemIds: [...itemIds] } };
    return this.#caller.call("remove-assortment-items", input, options);
  }

  /** Publishes the changes since the last publish. */
  publish({ assortmentId, dryRun, ...options }: Writing): Promise<AssortmentPublishAnswer> {
    return this.#caller.call("publish-assortment", { params: { id: assortmentId }, query: { dryRun } }, options);
  }

  /** One page of its publishes, newest first. */
  history(
    wanted: OneAssortment & { readonly limit?: number | undefined; readonly nextPageKey?: string | undefined },
  ): Promise<Page<AssortmentPublishChange>> {
    const { assortmentId, limit, nextPageKey, ...options } = wanted;
    const input = { params: { id: assortmentId }, query: { limit, nextPageKey } };
    return this.#caller.call("list-assortment-history", input, options);
  }
}

import { callUnchecked } from "../call-operation.ts";
import type { ChangeSet, ChangeSetReversal } from "../contract/schemas.ts";
import type { Caller, CallOptions, OperationAnswer } from "../operation-call.ts";
import type { QueryObject } from "../query.ts";
import { splitOptions } from "../split-options.ts";

/** A search of change sets. */
export interface ChangeSetSearch extends CallOptions {
  /** {entityReference: "item:…", action: "update"}; also entityType, createdById, createdOn, source, typePath, changed. */
  readonly criteria?: QueryObject | undefined;
  /** Shortcut for the same field in criteria. */
  readonly entityType?: string | undefined;
  /** Page size, at most 100. */
  readonly limit?: number | undefined;
  /** From the previous page. */
  readonly nextPageKey?: string | undefined;
}

interface WantedSet extends CallOptions {
  readonly id: string;
}

/** What each request, batch, load or workflow task has changed. */
export class ChangeSets {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** One page, newest first. It may be empty although there are more: continue while there is a nextPageKey. */
  list(search: ChangeSetSearch = {}): Promise<OperationAnswer<"list-change-sets">> {
    const { rest, options } = splitOptions<ChangeSetSearch>(search);
    return callUnchecked((...sent) => this.#caller.send(...sent), "list-change-sets", { query: { ...rest } }, options);
  }

  /** Every set of a search, one by one; pages are fetched on demand. */
  async *all(search: ChangeSetSearch = {}): AsyncGenerator<ChangeSet, void, undefined> {
    let page = await this.list(search);
    yield* page.results;
    while (page.nextPageKey !== undefined) {
      page = await this.list({ ...search, nextPageKey: page.nextPageKey });
      yield* page.results;
    }
  }

  get({ id, ...options }: WantedSet): Promise<ChangeSet> {
    return this.#caller.call("get-change-set", { params: { id } }, options);
  }

  /** Reverts the set, except what was changed since. Revert the resulting set to redo. With dryRun nothing is written. */
  revert({
    id,
    dryRun,
    ...options
  }: WantedSet & { readonly dryRun?: boolean | undefined }): Promise<ChangeSetReversal> {
    const query = dryRun === undefined ? {} : { dryRun };
    return this.#caller.call("revert-change-set", { params: { id }, query }, options);
  }
}

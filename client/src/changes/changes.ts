import type { ChangeRecord } from "../contract/schemas.ts";
import type { Caller, CallOptions, OperationAnswer } from "../operation-call.ts";
import type { QueryObject } from "../query.ts";
import { splitOptions } from "../split-options.ts";
import { ChangeConsumers } from "./change-consumers.ts";
import { type ChangeExport, exportChanges } from "./export-changes.ts";
import { pageChanges } from "./page-changes.ts";
import { pollChanges } from "./poll-changes.ts";
import type { ChangePage, Polling } from "./polling.ts";

/** A search of the change history. */
export interface ChangeSearch extends CallOptions {
  /** {entityReference: "item:…", createdOn: "BETWEEN 2026-01-01 and 2026-01-31"} and all criteria of a poll. */
  readonly criteria?: QueryObject | undefined;
  /** Shortcut for the same field in criteria. */
  readonly entityType?: string | undefined;
  /** {orderField: "createdOn", order: "asc"}. Default: newest first. */
  readonly order?: QueryObject | undefined;
  /** Page size, at most 1,000. */
  readonly limit?: number | undefined;
  /** From the previous page. */
  readonly nextPageKey?: string | undefined;
}

/** The change history: poll, search and export. */
export class Changes {
  /** Named consumers whose cursor the service stores. */
  readonly consumers: ChangeConsumers;
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
    this.consumers = new ChangeConsumers(caller);
  }

  /**
   * Every change, oldest first, at least once and normally exactly once: for await (const record of changes.poll({consumer: "erp"})).
   * While following, outages of the service are retried. A record is finished when the next one is requested, and only finished
   * records are stored; if the loop body ends with break or an error, its record is delivered again. Throws an ApiError with 410 if
   * the log no longer reaches back to the cursor; problem.oldestCursor is the oldest cursor available.
   */
  poll(polling: Polling = {}): AsyncGenerator<ChangeRecord, void, undefined> {
    return pollChanges(this.#caller, polling);
  }

  /** The same in pages, including empty ones, which arrive about every waitSeconds. A page is finished when the next one is requested. */
  pages(polling: Polling = {}): AsyncGenerator<ChangePage, void, undefined> {
    return pageChanges(this.#caller, polling);
  }

  /** One page of a search. It may be empty although there are more: continue while there is a nextPageKey. */
  list(search: ChangeSearch = {}): Promise<OperationAnswer<"list-changes">> {
    const { rest, options } = splitOptions(search);
    return this.#caller.call("list-changes", { query: rest }, options);
  }

  /** Every record of a search, one by one; pages are fetched on demand. */
  async *all(search: ChangeSearch = {}): AsyncGenerator<ChangeRecord, void, undefined> {
    let page = await this.list(search);
    yield* page.results;
    while (page.nextPageKey !== undefined) {
      page = await this.list({ ...search, nextPageKey: page.nextPageKey });
      yield* page.results;
    }
  }

  /** Every matching record, oldest first, up to the end of the log: the fastest way to read all of them. */
  export(wanted: ChangeExport = {}): AsyncGenerator<ChangeRecord, void, undefined> {
    return exportChanges(this.#caller, wanted);
  }
}

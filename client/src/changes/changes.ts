import type { ChangeRecord } from "../contract/schemas.ts";
import type { Caller, CallOptions, OperationAnswer } from "../operation-call.ts";
import type { QueryObject } from "../query.ts";
import { splitOptions } from "../split-options.ts";
import { ChangeConsumers } from "./change-consumers.ts";
import { type ChangeExport, exportChanges } from "./export-changes.ts";
import { pageChanges } from "./page-changes.ts";
import { pollChanges } from "./poll-changes.ts";
import type { ChangePage, Polling } from "./polling.ts";

/** What a search of the history may be asked for. */
export interface ChangeSearch extends CallOptions {
  /** {entityReference: "item:…", createdOn: "BETWEEN 2026-01-01 and 2026-01-31"} and whatever a poll takes. */
  readonly criteria?: QueryObject | undefined;
  /** The same as in criteria. */
  readonly entityType?: string | undefined;
  /** {orderField: "createdOn", order: "asc"}. Left out: the newest first. */
  readonly order?: QueryObject | undefined;
  /** Of a page, at most 1,000. */
  readonly limit?: number | undefined;
  /** As the page before has answered it. */
  readonly nextPageKey?: string | undefined;
}

/** The history of all changes: to follow, to search, to export. */
export class Changes {
  /** The named readers whose cursor the service keeps. */
  readonly consumers: ChangeConsumers;
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
    this.consumers = new ChangeConsumers(caller);
  }

  /**
   * Every change, oldest first, each at least once and normally just once: for await (const record of changes.poll({consumer: "erp"})).
   * Outages of the service are waited out while it follows. A record is finished when the next one is asked for, and only what is
   * finished is stored; a record whose loop body is left by break or by an error comes again. Throws an ApiError with 410 when the
   * log no longer reaches back to the cursor; problem.oldestCursor tells how far it does.
   */
  poll(polling: Polling = {}): AsyncGenerator<ChangeRecord, void, undefined> {
    return pollChanges(this.#caller, polling);
  }

  /** The same in pages, also those without records, which come about every waitSeconds. A page is finished when the next one is asked for. */
  pages(polling: Polling = {}): AsyncGenerator<ChangePage, void, undefined> {
    return pageChanges(this.#caller, polling);
  }

  /** One page of a search. It may be empty although there are more: go on while there is a nextPageKey. */
  list(search: ChangeSearch = {}): Promise<OperationAnswer<"list-changes">> {
    const { rest, options } = splitOptions(search);
    return this.#caller.call("list-changes", { query: rest }, options);
  }

  /** Every record of a search, one by one; pages are read as they are needed. */
  async *all(search: ChangeSearch = {}): AsyncGenerator<ChangeRecord, void, undefined> {
    let page = await this.list(search);
    yield* page.results;
    while (page.nextPageKey !== undefined) {
      page = await this.list({ ...search, nextPageKey: page.nextPageKey });
      yield* page.results;
    }
  }

  /** Every record that matches, oldest first, up to the end of the log: the quickest way to all of them. */
  export(wanted: ChangeExport = {}): AsyncGenerator<ChangeRecord, void, undefined> {
    return exportChanges(this.#caller, wanted);
  }
}

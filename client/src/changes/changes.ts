import { callUnchecked } from "../call-operation.ts";
import type { ChangeConsumer } from "../contract/schemas.ts";
import type { Page } from "../entity-calls.ts";
import type { Caller, CallOptions, OperationAnswer } from "../operation-call.ts";
import type { QueryObject, QueryOrder } from "../query.ts";
import { splitOptions } from "../split-options.ts";
import type { ChangeOf } from "./change-of.ts";
import { ChangeSets } from "./change-sets.ts";
import { type ChangeExport, exportChanges } from "./export-changes.ts";
import { type KeptCursor, openCursor } from "./kept-cursor.ts";
import type { ChangePage, LogRecord, Polling } from "./polling.ts";
import { walkLog } from "./walk-log.ts";

/** A search of the change history. */
export interface ChangeSearch extends CallOptions {
  /** {entityReference: "item:…", createdOn: "BETWEEN 2026-01-01 and 2026-01-31"} and all criteria of a poll. */
  readonly criteria?: QueryObject | undefined;
  /** Shortcut for the same field in criteria. */
  readonly entityType?: string | undefined;
  /** {orderField: "createdOn", order: "asc"}. Default: newest first. */
  readonly order?: QueryOrder | undefined;
  /** Page size, at most 1,000. */
  readonly limit?: number | undefined;
  /** From the previous page. */
  readonly nextPageKey?: string | undefined;
}

/** The change history: poll, search and export. */
export class Changes {
  /** Named consumers whose cursor the service stores. */
  readonly consumers: ChangeConsumers;
  /** The same changes as acts: one entry for each request, batch, load or workflow task. */
  readonly sets: ChangeSets;
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
    this.consumers = new ChangeConsumers(caller);
    this.sets = new ChangeSets(caller);
  }

  /**
   * Every change, oldest first, at least once and normally exactly once: for await (const record of changes.poll({consumer: "erp"})).
   * While following, outages of the service are retried. A record is finished when the next one is requested, and only finished
   * records are stored; if the loop body ends with break or an error, its record is delivered again. Throws an ApiError with 410 if
   * the log no longer reaches back to the cursor; problem.oldestCursor is the oldest cursor available.
   */
  poll<Type extends string = string>(
    polling: Polling & Kind<Type> = {},
  ): AsyncGenerator<ChangeOf<Type>, void, undefined> {
    return pollChanges(this.#caller, polling);
  }

  /** The same in pages, including empty ones, which arrive about every waitSeconds. A page is finished when the next one is requested. */
  pages<Type extends string = string>(
    polling: Polling & Kind<Type> = {},
  ): AsyncGenerator<ChangePage<ChangeOf<Type>>, void, undefined> {
    return pageChanges(this.#caller, polling);
  }

  /** One page of a search. It may be empty although there are more: continue while there is a nextPageKey. */
  list<Type extends string = string>(
    search: ChangeSearch & Kind<Type> = {},
  ): Promise<Omit<OperationAnswer<"list-changes">, "results"> & { results: ChangeOf<Type>[] }> {
    const { rest, options } = splitOptions<ChangeSearch>(search);
    return callUnchecked((...sent) => this.#caller.send(...sent), "list-changes", { query: { ...rest } }, options);
  }

  /** Every record of a search, one by one; pages are fetched on demand. */
  async *all<Type extends string = string>(
    search: ChangeSearch & Kind<Type> = {},
  ): AsyncGenerator<ChangeOf<Type>, void, undefined> {
    let page = await this.list<Type>(search);
    yield* page.results;
    while (page.nextPageKey !== undefined) {
      page = await this.list<Type>({ ...search, nextPageKey: page.nextPageKey });
      yield* page.results;
    }
  }

  /** Every matching record, oldest first, up to the end of the log: the fastest way to read all of them. */
  export<Type extends string = string>(
    wanted: ChangeExport & Kind<Type> = {},
  ): AsyncGenerator<ChangeOf<Type>, void, undefined> {
    return exportChanges(this.#caller, wanted);
  }
}

/** With one kind, its records are typed by it. */
interface Kind<Type extends string> {
  /** Shortcut for the same field in criteria. */
  readonly entityType?: Type | undefined;
}

/** A page is finished, and its end stored, when the next one is requested. */
async function* pageChanges<Change extends LogRecord>(
  caller: Caller,
  polling: Polling,
): AsyncGenerator<ChangePage<Change>, void, undefined> {
  const cursor = await openCursor(caller, polling);
  for await (const page of walkLog<Change>(caller, cursor.start, polling)) {
    yield page;
    await cursor.save(page.coveredUntil);
  }
}

/**
 * A record is finished when the next one is requested. A loop that ends by break or by an error has not finished
 * the current record: it is delivered again, and those before it are not.
 */
async function* pollChanges<Change extends LogRecord>(
  caller: Caller,
  polling: Polling,
): AsyncGenerator<Change, void, undefined> {
  const cursor = await openCursor(caller, polling);
  for await (const page of walkLog<Change>(caller, cursor.start, polling)) {
    yield* handOut(page, cursor);
    // Also without records: the position has advanced, and an old cursor would expire.
    await cursor.save(page.coveredUntil);
  }
}

async function* handOut<Change extends LogRecord>(
  { records }: ChangePage<Change>,
  cursor: KeptCursor,
): AsyncGenerator<Change, void, undefined> {
  let finished: string | undefined;
  let isLeft = true;
  try {
    for (const record of records) {
      yield record;
      finished = record.id;
    }
    isLeft = false;
  } finally {
    if (isLeft && finished !== undefined) {
      await cursor.saveOnLeaving(finished);
    }
  }
}

interface Named extends CallOptions {
  readonly name: string;
}

/** Named consumers whose cursor the service stores. */
class ChangeConsumers {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** One page, sorted by name, each with its lag. */
  list(
    listing: { readonly limit?: number | undefined; readonly nextPageKey?: string | undefined } & CallOptions = {},
  ): Promise<Page<ChangeConsumer>> {
    const { rest, options } = splitOptions(listing);
    return this.#caller.call("list-change-consumers", { query: rest }, options);
  }

  /** One consumer, with its cursor and lag. */
  get({ name, ...options }: Named): Promise<ChangeConsumer> {
    return this.#caller.call("get-change-consumer", { params: { name } }, options);
  }

  /** Assigns the consumer to another app or user; requires administrator permissions. */
  giveTo({ name, ownerId, ...options }: Named & { readonly ownerId: string }): Promise<ChangeConsumer> {
    return this.#caller.call("put-change-consumer", { params: { name }, body: { ownerId } }, options);
  }

  /** Sets the cursor: a cursor of the log, beginning or now. The first call creates the consumer, which belongs to you. */
  put({ name, cursor, ...options }: Named & { readonly cursor: string }): Promise<ChangeConsumer> {
    return this.#caller.call("put-change-consumer", { params: { name }, body: { cursor } }, options);
  }

  /** Deletes the consumer; the next poll with that name starts over. */
  async delete({ name, ...options }: Named): Promise<void> {
    await this.#caller.call("delete-change-consumer", { params: { name } }, options);
  }
}

import type { ChangeConsumer } from "../contract/schemas.ts";
import type { Page } from "../entity-calls.ts";
import type { Caller, CallOptions } from "../operation-call.ts";
import { splitOptions } from "../split-options.ts";

interface Named extends CallOptions {
  readonly name: string;
}

/** Named consumers whose cursor the service stores. */
export class ChangeConsumers {
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

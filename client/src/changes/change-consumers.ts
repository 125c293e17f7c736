import type { ChangeConsumer } from "../contract/schemas.ts";
import type { Page } from "../entity-calls.ts";
import type { Caller, CallOptions } from "../operation-call.ts";
import { splitOptions } from "../split-options.ts";

interface Named extends CallOptions {
  readonly name: string;
}

/** Readers of the log whose cursor the service keeps under a name. */
export class ChangeConsumers {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** One page, by name, each with its lag. */
  list(
    listing: { readonly limit?: number | undefined; readonly nextPageKey?: string | undefined } & CallOptions = {},
  ): Promise<Page<ChangeConsumer>> {
    const { rest, options } = splitOptions(listing);
    return this.#caller.call("list-change-consumers", { query: rest }, options);
  }

  /** One of them, with its cursor and lag. */
  get({ name, ...options }: Named): Promise<ChangeConsumer> {
    return this.#caller.call("get-change-consumer", { params: { name } }, options);
  }

  /** Gives the consumer to another app or user; for administrators. */
  giveTo({ name, ownerId, ...options }: Named & { readonly ownerId: string }): Promise<ChangeConsumer> {
    return this.#caller.call("put-change-consumer", { params: { name }, body: { ownerId } }, options);
  }

  /** Sets the cursor: one of the log, beginning or now. The first call creates the consumer, which belongs to you. */
  put({ name, cursor, ...options }: Named & { readonly cursor: string }): Promise<ChangeConsumer> {
    return this.#caller.call("put-change-consumer", { params: { name }, body: { cursor } }, options);
  }

  /** Forgets it; a poll of that name begins anew. */
  async delete({ name, ...options }: Named): Promise<void> {
    await this.#caller.call("delete-change-consumer", { params: { name } }, options);
  }
}

import type { Caller } from "../access/caller.ts";
import { notFound } from "../errors.ts";
import type { ConsumerScope } from "./change-consumer-store.ts";

/**
 * The consumers that a caller may access: all for administrators, otherwise those of the caller's app or user, with any
 * of its credentials. A task token may access none.
 */
export function consumerScopeOf(caller: Caller, name: string): ConsumerScope {
  if (caller.taskId !== undefined) {
    throw notFound("change consumer", name);
  }
  return caller.isAdministrator ? "all" : { ownerId: caller.actor.id };
}

import type { Caller } from "../../access/caller.ts";
import { requireRight } from "../../access/decide.ts";
import { type EventListener, findListeners, raiseEvents } from "../../entities/event-listener.ts";
import type { Writer } from "../../entities/write/write-request.ts";
import type { TypeTree } from "../../entity-types/type-tree.ts";
import type { Transaction } from "../../platform/database/database.ts";
import type { JsonObject } from "../../platform/json-value.ts";
import { processKindName } from "../workflow.ts";
import { findStarted } from "./process-start-store.ts";
import { requireOutsideKey } from "./start-processes.ts";

interface ExternalEventServices {
  /** Loaded before the transaction, which must not wait for another connection. */
  readonly types: TypeTree;
  readonly listeners: readonly EventListener[];
}

/** Raises an external event for workflows and webhooks. Returns the processes that it started. */
export async function raiseExternalEvent(
  tx: Transaction,
  { types, listeners }: ExternalEventServices,
  { caller, writer }: { readonly caller: Caller; readonly writer: Writer },
  { name, payload }: { readonly name: string; readonly payload: JsonObject },
): Promise<string[]> {
  requireRight(caller, "create", { typePath: processKindName }, "list");
  requireOutsideKey(name, "#/eventType");
  const orgId = caller.org.id;
  const { author } = writer;
  // The service sets these members, so the sender cannot.
  const { triggerKey: _key, changeSetId: _changeSet, ...reported } = payload;
  await raiseEvents(tx, [{ kind: "named", name, payload: reported, author }], {
    listeners: await findListeners(tx, orgId, listeners),
    types,
  });
  return findStarted(tx, orgId, author.changeSetId);
}

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
  /** Known before the transaction, which must not wait for another connection. */
  readonly types: TypeTree;
  readonly listeners: readonly EventListener[];
}

/** Tells workflows and webhooks alike of what has happened outside. Answers the processes that it has started. */
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
  // What is always told is not the sender's to say.
  const { triggerKey: _key, changeSetId: _changeSet, ...reported } = payload;
  await raiseEvents(tx, [{ kind: "named", name, payload: reported, author }], {
    listeners: await findListeners(tx, orgId, listeners),
    types,
  });
  return findStarted(tx, orgId, author.changeSetId);
}

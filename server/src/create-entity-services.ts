import { findActors } from "./access/actor-store.ts";
import { findUserIds } from "./access/users/user-store.ts";
import { EntityReader } from "./entities/entity-reader.ts";
import { EntityWriter } from "./entities/entity-writer.ts";
import type { EventListener } from "./entities/event-listener.ts";
import { IndexMerger } from "./entities/index-merger.ts";
import { TypeCatalog } from "./entities/type-catalog.ts";
import type { OutsideKinds } from "./entities/write/lock-rows.ts";
import { findFileIds } from "./files/file-store.ts";
import type { PostgresDatabase } from "./platform/database/database.ts";
import type { WakeUpBus } from "./platform/database/wake-up-bus.ts";
import type { ExpressionEvaluator } from "./platform/expressions/offload/expression-evaluator.ts";
import { webhookListener } from "./webhooks/webhook-listener.ts";
import { workflowListener } from "./workflows/triggers/workflow-listener.ts";

/** The parts of the product that react to events, on a node and in its threads alike. */
export function productListeners(bus: WakeUpBus, expressions: ExpressionEvaluator): readonly EventListener[] {
  return [workflowListener({ bus, expressions }), webhookListener({ bus, expressions })];
}

/** Kinds with their own tables that entities may refer to. */
const outsideKinds: OutsideKinds = new Map([
  ["user", findUserIds],
  ["file", findFileIds],
]);

interface EntityServicesOptions {
  readonly db: PostgresDatabase;
  readonly bus: WakeUpBus;
  readonly expressions: ExpressionEvaluator;
  readonly listeners: readonly EventListener[];
}

export function createEntityServices({ db, bus, expressions, listeners }: EntityServicesOptions) {
  const types = new TypeCatalog(db, bus);
  const merger = new IndexMerger(db.forLongWork());
  return {
    types,
    merger,
    reader: new EntityReader(db),
    writer: new EntityWriter({ db, bus, types, listeners, merger, outsideKinds, expressions }),
    actorsOf: (orgId: string, ids: readonly string[]) => findActors(db, orgId, ids),
  };
}

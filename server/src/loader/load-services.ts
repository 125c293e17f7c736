import type { EntityWriter } from "../entities/entity-writer.ts";
import type { EventListener } from "../entities/event-listener.ts";
import type { TypeCatalog } from "../entities/type-catalog.ts";
import type { Files } from "../files/files.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import type { WakeUpBus } from "../platform/database/wake-up-bus.ts";
import type { Load } from "./load.ts";

/** A load, and what is needed to work on it. */
export interface LoadContext {
  readonly services: LoadServices;
  readonly orgId: string;
  readonly load: Load;
}

/** What a load needs of the node, or of the thread that it runs in. */
export interface LoadServices {
  readonly db: PostgresDatabase;
  readonly bus: WakeUpBus;
  readonly types: TypeCatalog;
  readonly writer: EntityWriter;
  readonly listeners: readonly EventListener[];
  readonly files: Files;
  /** A folder of this node's own, for what a load keeps while it runs. */
  readonly workFolder: string;
}

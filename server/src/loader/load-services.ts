import type { TypeCatalog } from "../entities/model/type-catalog.ts";
import type { EntityWriter } from "../entities/write/entity-writer.ts";
import type { EventListener } from "../entities/write/event-listener.ts";
import type { Files } from "../files/files.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import type { WakeUpBus } from "../platform/database/wake-up-bus.ts";
import type { Load } from "./load.ts";

/** A load, and the services to work on it. */
export interface LoadContext {
  readonly services: LoadServices;
  readonly orgId: string;
  readonly load: Load;
}

/** The dependencies of a load on its node or thread. */
export interface LoadServices {
  readonly db: PostgresDatabase;
  readonly bus: WakeUpBus;
  readonly types: TypeCatalog;
  readonly writer: EntityWriter;
  readonly listeners: readonly EventListener[];
  readonly files: Files;
  /** A local folder of this node, for temporary files of a load. */
  readonly workFolder: string;
}

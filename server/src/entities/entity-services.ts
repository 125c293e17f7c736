import type { RequestOrigin } from "../access/audit/audit-log.ts";
import type { Caller } from "../access/caller.ts";
import type { Budget } from "../platform/budgets/budget.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import type { Reads } from "../platform/database/replica-reads.ts";
import type { ActorSummary } from "./list/hydrate-relations.ts";
import type { TypeCatalog } from "./model/type-catalog.ts";
import type { Draft, Writer } from "./model/write-request.ts";
import type { EntityReader } from "./read-entity.ts";
import type { EntityWriter } from "./write/entity-writer.ts";

/** The dependencies of the verbs on entities. */
export interface EntityServices {
  readonly db: PostgresDatabase;
  readonly reads: Reads;
  readonly reader: EntityReader;
  readonly writer: EntityWriter;
  readonly types: TypeCatalog;
  readonly actorsOf: (orgId: string, ids: readonly string[]) => Promise<readonly ActorSummary[]>;
  /** Opens the budget of one response for an org. The caller must close it. */
  readonly openBudget: (orgId: string, ended?: AbortSignal) => Budget;
  /** Counts the operations of a batch against the caller's rate limit; throws if it is exceeded. */
  readonly countBatch: (caller: Caller, operations: number) => void;
}

/** A deletion that leaves nothing but ids. */
export interface EntityPurge {
  readonly caller: Caller;
  readonly request: RequestOrigin;
  readonly draft: Draft & { readonly op: "delete" };
  readonly writer: Writer;
}

/** Declared here, so that the folder that knows all tables can contribute it. */
export interface PurgingServices extends EntityServices {
  readonly purge: (purge: EntityPurge) => Promise<void>;
}

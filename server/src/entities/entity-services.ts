import type { Caller } from "../access/caller.ts";
import type { Budget } from "../platform/budgets/budget.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import type { Reads } from "../platform/database/replica-reads.ts";
import type { EntityReader } from "./entity-reader.ts";
import type { EntityWriter } from "./entity-writer.ts";
import type { ActorSummary } from "./list/hydrate-relations.ts";
import type { TypeCatalog } from "./type-catalog.ts";

/** What the verbs on entities need from outside themselves. */
export interface EntityServices {
  readonly db: PostgresDatabase;
  readonly reads: Reads;
  readonly reader: EntityReader;
  readonly writer: EntityWriter;
  readonly types: TypeCatalog;
  readonly actorsOf: (orgId: string, ids: readonly string[]) => Promise<readonly ActorSummary[]>;
  /** The budget of one answer, in the name of an org; it must be closed. */
  readonly openBudget: (orgId: string, ended?: AbortSignal) => Budget;
  /** Counts the operations of a batch against the caller's rate; throws when that is used up. */
  readonly countBatch: (caller: Caller, operations: number) => void;
}

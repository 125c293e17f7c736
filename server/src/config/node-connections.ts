import type { Config } from "./config.ts";

// See WakeUpBus.
const listeningConnections = 1;

/** The pool of the load thread. */
export const loadPoolConnections = 4;

/** The pool of the role that owns the schema. Opened when the first index is made. */
export const ownerPoolConnections = 1;

/** The pool for requests and jobs: one of the connections of DATABASE_POOL listens for changes. */
export function poolConnections({ databasePool }: Pick<Config, "databasePool">): number {
  return databasePool - listeningConnections;
}

/** The most connections that a node opens to its primary, by what they are for. */
export interface NodeConnections {
  /** DATABASE_POOL. */
  readonly pool: number;
  /** Of the load thread, while loads run: it listens for changes too. */
  readonly loads: number;
  /** Of DATABASE_OWNER_URL. */
  readonly owner: number;
}

export function connectionsOfNode({
  databasePool,
  databaseOwnerUrl,
  role,
}: Pick<Config, "databasePool" | "databaseOwnerUrl" | "role">): NodeConnections {
  const runsJobs = role !== "api";
  return {
    pool: databasePool,
    loads: runsJobs ? loadPoolConnections + listeningConnections : 0,
    owner: runsJobs && databaseOwnerUrl !== undefined ? ownerPoolConnections : 0,
  };
}

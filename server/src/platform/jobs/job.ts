/** Background work that runs once for all nodes. It must be idempotent. */
export interface Job {
  readonly task: string;
  /** Long work observes the signal, which is aborted when the node stops, and leaves the rest to another run. */
  readonly run: (payload: unknown, stopping: AbortSignal) => Promise<void>;
  /** Five cron fields, UTC: it also runs at these times, with an empty payload. */
  readonly schedule?: string;
}

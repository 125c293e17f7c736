/** Something that is done beside the calls, once for all nodes. It must bear being run twice. */
export interface Job {
  readonly task: string;
  /** Long work looks at the signal, which is aborted when the node stops: it hands over what is left. */
  readonly run: (payload: unknown, stopping: AbortSignal) => Promise<void>;
  /** Five fields, UTC: also runs by itself at these times, then with an empty payload. */
  readonly schedule?: string;
}

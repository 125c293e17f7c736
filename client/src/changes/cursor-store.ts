/** Stores the position up to which the records of a poll are finished. */
export interface CursorStore {
  /** The last saved cursor; undefined if there is none. */
  load(): Promise<string | undefined>;
  /** Must be atomic: the process may end in the middle of it. */
  save(cursor: string): Promise<void>;
}

/** Where a poll keeps the place up to which its records are finished. */
export interface CursorStore {
  /** The cursor that was saved last; undefined before the first time. */
  load(): Promise<string | undefined>;
  /** Must be whole or not at all: a process may end in the middle of it. */
  save(cursor: string): Promise<void>;
}

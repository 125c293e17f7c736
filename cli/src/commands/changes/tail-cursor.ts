/** Where a tail stores its position. */
export interface TailCursor {
  /** The position of an earlier tail; undefined the first time. */
  load(): Promise<string | undefined>;
  /** Called directly after the line is written; synchronous if possible, because a kill in between repeats the line. */
  store(cursor: string): Promise<void> | undefined;
  /** Called when idle: makes the stored position survive a loss of power. */
  settle(): void;
}

/** Not stored: the next tail starts over. */
export const noCursor: TailCursor = {
  load: async () => undefined,
  store: () => undefined,
  settle() {},
};

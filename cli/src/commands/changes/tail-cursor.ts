/** Where a tail keeps how far it has printed. */
export interface TailCursor {
  /** Where an earlier one has ended; undefined the first time. */
  load(): Promise<string | undefined>;
  /** Directly after the line has left. What can be done at once is done at once: a kill in between repeats the line. */
  store(cursor: string): Promise<void> | undefined;
  /** When there is a moment: makes what is stored survive also a loss of power. */
  settle(): void;
}

/** Kept nowhere: the next one begins anew. */
export const noCursor: TailCursor = {
  load: async () => undefined,
  store: () => undefined,
  settle() {},
};
